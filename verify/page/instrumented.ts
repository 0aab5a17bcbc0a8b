import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { gatherInstrumented, instrumentLessons } from "../../lessons/page/build/instrument-lessons.ts";
import type * as Jobs from "../../lessons/page/run/job.ts";
import type * as Probes from "../../lessons/page/run/probe.ts";
import type { StopPlace } from "../../lessons/page/run/recording.ts";
import type * as Attacks from "../../lessons/x2-break-it/attack.ts";

const ROOT = join(import.meta.dirname, "../..");

export type InstrumentedModules = {
  jobs: typeof Jobs;
  probes: typeof Probes;
  attacks: typeof Attacks;
  stops: readonly StopPlace[];
};

/** The modules as the page has them, with probes and switches, built into a folder and loaded in this process
 * beside the plain ones. */
export async function loadInstrumented(outDir: string): Promise<InstrumentedModules> {
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
          probes: "lessons/page/run/probe.ts",
          attacks: "lessons/x2-break-it/attack.ts",
        },
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
      },
    },
  });
  const load = <Module>(name: string): Promise<Module> =>
    import(pathToFileURL(join(outDir, `${name}.mjs`)).href);
  return {
    jobs: await load("jobs"),
    probes: await load("probes"),
    attacks: await load("attacks"),
    stops: (await gathered).stops,
  };
}
