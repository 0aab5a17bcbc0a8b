import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { StopTable, TabledStop } from "../../../fixtures/scenarios/stop-table.ts";
import { STOPPING_FUNCTIONS } from "../../../lessons/page/shown-functions.ts";
import { type Guard, standsIn, withoutGuard } from "../../../lessons/x2-break-it/guard.ts";
import { guards } from "../../../lessons/x2-break-it/guards.ts";
import { changed } from "../../../lessons/x2-break-it/without.ts";
import { ROOT } from "./fixture-files.ts";
import { attachDebugger } from "./record-traces.ts";
import { tableOf } from "./statement-stops.ts";

type Stops = Record<string, TabledStop[]>;
type Text = {
  file: string;
  functions: readonly string[];
  source: string;
  guard: Guard | undefined;
  path: string;
};

/**
 * Asks a real debugger where it stops in the functions that can be shown, as they are and without each of their guards.
 *
 * Nothing of them runs: their modules are loaded in this thread, once for each guard, from a folder of its own.
 */
export async function listStops(): Promise<StopTable> {
  const { lessons, remove } = changed([]);
  try {
    const texts = Object.entries(STOPPING_FUNCTIONS).flatMap(([file, functions]) =>
      textsOf(file, functions, lessons),
    );
    for (const { path, source } of texts) writeFileSync(path, source);
    const scripts = texts.map(({ path, source, functions }) => {
      return { url: pathToFileURL(path).href, source, functions, isWatched: false };
    });
    for (const { url } of scripts) await import(url);
    const { stops, detach } = await attachDebugger({ scripts, describe: "" });
    await detach();
    const tables = texts.map((text, index) => ({ ...text, stops: tableOf(stops[index] ?? [], text.source) }));
    return Object.keys(STOPPING_FUNCTIONS).map((file) => {
      const ofFile = tables.filter((table) => table.file === file);
      const [{ source, stops: functions } = { source: "", stops: {} }] = ofFile;
      const without = ofFile.flatMap(({ guard, stops: table }) =>
        guard ? [[guard.id, changedFunctions(functions, table)] as const] : [],
      );
      const sha256 = createHash("sha256").update(source).digest("hex");
      return { file, sha256, functions, without: Object.fromEntries(without) };
    });
  } finally {
    remove();
  }
}

/** The text of a file, and that without each of its guards. */
function textsOf(file: string, functions: readonly string[], lessons: string): Text[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const path = join(lessons, "..", file);
  const own = guards.filter((guard) => file === `lessons/${guard.file}` && standsIn(source, guard));
  return [
    { file, functions, source, guard: undefined, path },
    ...own.map((guard) => ({
      file,
      functions,
      source: withoutGuard(source, guard),
      guard,
      path: path.replace(/\.ts$/, `-without-${guard.id}.ts`),
    })),
  ];
}

function changedFunctions(base: Stops, table: Stops): Stops {
  const changes = Object.entries(table).filter(
    ([name, stops]) => JSON.stringify(stops) !== JSON.stringify(base[name]),
  );
  return Object.fromEntries(changes);
}
