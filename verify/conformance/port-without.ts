import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changed, withoutGuards } from "../../lessons/x2-break-it/without.ts";

const ROOT = join(import.meta.dirname, "../..");
const PORT = "fixtures/ports/typescript/two-gates.ts";

// The bundler that tsx itself uses.
const requireOfTsx = createRequire(createRequire(import.meta.url).resolve("tsx/package.json"));
const { build }: typeof import("esbuild") = requireOfTsx("esbuild");

/** A module that binds the wire to the lessons without these guards, as one plain JavaScript file. */
export type PortWithout = { file: string; remove: () => void };

export async function portWithout(...ids: readonly string[]): Promise<PortWithout> {
  const instance = changed(withoutGuards(ids));
  const root = realpathSync(mkdtempSync(join(tmpdir(), "two-gates-port-")));
  // Only what lies in a folder of this name is left to Node as it is.
  const folder = join(root, "node_modules");
  const file = join(folder, "port.mjs");
  const entry = join(instance.root, PORT);
  try {
    mkdirSync(join(entry, ".."), { recursive: true });
    copyFileSync(join(ROOT, PORT), entry);
    await build({
      entryPoints: [entry],
      outfile: file,
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["zod"],
      logLevel: "error",
    });
    symlinkSync(join(ROOT, "node_modules/zod"), join(folder, "zod"));
  } finally {
    instance.remove();
  }
  return { file, remove: () => rmSync(root, { recursive: true, force: true }) };
}
