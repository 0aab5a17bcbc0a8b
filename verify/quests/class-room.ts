import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardOf } from "../../lessons/x2-break-it/without.ts";
import { strippedSource } from "../../user_code/quests/my-protocol.ts";
import { quests } from "../../user_code/quests/quests.ts";
import { type Standing, standings } from "../../user_code/quests/standing.ts";
import { bundle } from "../harness/processes/bundles.ts";

// The bundler that tsx itself uses.
const requireOfTsx = createRequire(createRequire(import.meta.url).resolve("tsx/package.json"));
const { build }: typeof import("esbuild") = requireOfTsx("esbuild");

/** A folder that a learner's folders can be made in, with the packages that they import. */
export function classRoom(): { parent: string; remove: () => void } {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "two-gates-quests-")));
  writeFileSync(join(parent, "package.json"), '{"type":"module"}\n');
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(parent, "node_modules"));
  return { parent, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Which guards stand in a folder. It is one plain file first: through a loader each start would take a second. */
export async function lookInto(folder: string): Promise<Standing[] | string> {
  const file = join(folder, "../port.mjs");
  try {
    await build({
      entryPoints: [join(folder, "port.ts")],
      outfile: file,
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["zod"],
      logLevel: "silent",
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return standings([process.execPath, bundle("serveModule"), file], folder);
}

/** Writes our solution of these quests into their files; the guards of all others are out. */
export function solve(folder: string, solved: readonly string[]): void {
  const missing = quests.map(({ guard }) => guard).filter((guard) => !solved.includes(guard));
  for (const file of new Set(quests.map(({ guard }) => guardOf(guard).file)))
    writeFileSync(join(folder, file), strippedSource(file, missing));
}
