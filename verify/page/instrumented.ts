import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { gatherInstrumented, instrumentLessons } from "../../lessons/page/build/instrument-lessons.ts";
import type { Lesson } from "../../lessons/page/lesson.ts";
import type { OwnRun } from "../../lessons/page/run/call.ts";
import type * as Jobs from "../../lessons/page/run/job.ts";
import type * as Probes from "../../lessons/page/run/probe.ts";
import type { Recording, StopPlace } from "../../lessons/page/run/recording.ts";
import type * as Permission from "../../lessons/s04-permission/execute-guarded.ts";
import type * as Attacks from "../../lessons/x2-break-it/attack.ts";

const ROOT = join(import.meta.dirname, "../..");

/** `record` of `run-job.ts`, which is written for a browser. */
export type Record = (
  lesson: Pick<Lesson, "stops" | "strings">,
  own: OwnRun,
  isInto?: boolean,
) => Promise<Recording | { fault: string }>;

export type InstrumentedModules = {
  jobs: typeof Jobs;
  runs: { record: Record };
  probes: typeof Probes;
  attacks: typeof Attacks;
  permission: typeof Permission;
  stops: readonly StopPlace[];
};

/** The modules as the page has them, with probes and switches, loaded in this process beside the plain ones. */
export function loadInstrumented(): Promise<InstrumentedModules> {
  loaded ??= buildAndLoad();
  return loaded;
}

let loaded: Promise<InstrumentedModules> | undefined;

async function buildAndLoad(): Promise<InstrumentedModules> {
  const outDir = mkdtempSync(join(tmpdir(), "two-gates-page-modules-"));
  const gathered = gatherInstrumented((path) => readFile(join(ROOT, path), "utf8"));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [instrumentLessons(ROOT, () => gathered)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        input: {
          jobs: "lessons/page/run/job.ts",
          runs: "lessons/page/run/run-job.ts",
          probes: "lessons/page/run/probe.ts",
          attacks: "lessons/x2-break-it/attack.ts",
          permission: "lessons/s04-permission/execute-guarded.ts",
        },
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
      },
    },
  });
  const load = <Module>(name: string): Promise<Module> =>
    import(pathToFileURL(join(outDir, `${name}.mjs`)).href);
  try {
    return {
      jobs: await load("jobs"),
      runs: await load("runs"),
      probes: await load("probes"),
      attacks: await load("attacks"),
      permission: await load("permission"),
      stops: (await gathered).stops,
    };
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
