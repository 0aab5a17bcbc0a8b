import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as attacks from "../../lessons/x2-break-it/attack.ts";
import type * as attackSearch from "../../lessons/x2-break-it/attack-search.ts";
import type * as folderSearch from "../../lessons/x2-break-it/folder-search.ts";
import { type Change, changed } from "../../lessons/x2-break-it/without.ts";

export type Searches = typeof attacks & typeof attackSearch & typeof folderSearch;

const ENTRY = `export * from "./lessons/x2-break-it/attack.ts";
export * from "./lessons/x2-break-it/attack-search.ts";
export * from "./lessons/x2-break-it/folder-search.ts";
`;
const PACKAGES = ["zod", "proper-lockfile"];

/**
 * The searches of an instance with these changes, as one plain JavaScript file: dozens of instances are made here, and
 * file by file each would take ten times as long to load.
 */
export async function searchesWith(changes: readonly Change[]): Promise<Searches> {
  const instance = changed(changes);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "two-gates-bundle-")));
  // Only what lies in a folder of this name is left to Node as it is.
  const folder = join(root, "node_modules");
  const bundle = join(folder, "searches.mjs");
  try {
    writeFileSync(join(instance.root, "entry.ts"), ENTRY);
    await build({
      entryPoints: [join(instance.root, "entry.ts")],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "esm",
      external: PACKAGES,
    });
    for (const name of PACKAGES)
      symlinkSync(join(import.meta.dirname, "../../node_modules", name), join(folder, name));
    return await import(pathToFileURL(bundle).href);
  } finally {
    instance.remove();
    rmSync(root, { recursive: true, force: true });
  }
}

// The bundler that tsx itself uses.
const requireOfTsx = createRequire(createRequire(import.meta.url).resolve("tsx/package.json"));
const { build }: typeof import("esbuild") = requireOfTsx("esbuild");
