import type { Plugin } from "vite";
import { RECORDED_FUNCTIONS } from "../../../fixtures/scenarios/trace.ts";
import { guards } from "../../x2-break-it/guards.ts";
import { FUNCTIONS, type FunctionName, LESSON_ELEMENT, type Lesson, type Listing } from "../lesson.ts";
import { STOPPING_FUNCTIONS, type StoppingFunction } from "../shown-functions.ts";
import { gatherBreakIt } from "./embed-guards.ts";
import { withFreshTraces } from "./fresh-traces.ts";
import { highlightSource } from "./highlight-source.ts";
import type { InstrumentedLessons, Read } from "./instrument-lessons.ts";
import { readPaths } from "./read-paths.ts";
import { showGuard } from "./show-guards.ts";

const RECORDED_FILE = "lessons/s16-team-protocols/requests.ts";

/** Nothing but the page itself: whatever it would fetch, the browser refuses. zod probes for `eval`. */
const POLICY =
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' ` +
  `blob:; style-src 'unsafe-inline'; img-src data:; worker-src blob: data:" />`;

/**
 * Puts traces, scenarios, events, strings and highlighted code into the page as JSON, apart from its JavaScript.
 *
 * Where the traces were recorded from another text of the functions than the one they would be shown with, they are
 * recorded afresh, and that is said.
 */
export function embedLesson(
  root: string,
  instrumented: (read: Read) => Promise<InstrumentedLessons>,
): Plugin {
  let lesson = "";
  let isBuild = false;
  return {
    name: "two-gates:embed-lesson",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    async buildStart() {
      const readKept: Read = (path) => {
        this.addWatchFile(`${root}/${path}`);
        return this.fs.readFile(`${root}/${path}`, { encoding: "utf8" });
      };
      const read = await withFreshTraces(readKept, (sentence) => this.warn(sentence));
      lesson = JSON.stringify(await gatherLesson(read, await instrumented(read))).replaceAll("<", "\\u003c");
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) => ({
        // In the text itself: Vite would write the quotes of an attribute in a way that its own plugins cannot read.
        html: isBuild ? html.replace("<head>", `<head>\n    ${POLICY}`) : html,
        tags: [
          {
            tag: "script",
            attrs: { type: "application/json", id: LESSON_ELEMENT },
            children: lesson,
            injectTo: "body" as const,
          },
        ],
      }),
    },
  };
}

async function gatherLesson(read: Read, instrumented: InstrumentedLessons): Promise<Lesson> {
  const { stops } = instrumented;
  const readJson = async <T>(path: string): Promise<T> => JSON.parse(await read(path));
  const source = await read(RECORDED_FILE);
  const scenarios = (
    await Promise.all(
      FUNCTIONS.map((name) => readJson<Lesson["scenarios"]>(`fixtures/scenarios/${name}.json`)),
    )
  ).flat();
  const traces = await Promise.all(
    scenarios.map(({ function: name, scenario }) =>
      readJson<Lesson["traces"][number]>(`fixtures/traces/${name}-${scenario}.json`),
    ),
  );
  const listFunctions = await highlightSource(source);
  const listing = (name: FunctionName): Listing => {
    const recorded = traces.filter((trace) => trace.function === name).flatMap((trace) => trace.snapshots);
    const stoppable = [...new Set(recorded.map(({ line }) => line))].filter((line) => line !== null);
    return {
      file: RECORDED_FILE,
      ...listFunctions(RECORDED_FUNCTIONS[name]),
      stoppable: stoppable.sort((a, b) => a - b),
    };
  };
  return {
    strings: await readJson("lessons/page/strings/en.json"),
    listings: {
      open_request: listing("open_request"),
      reply_request: listing("reply_request"),
      match_response: listing("match_response"),
    },
    functions: await listStopping(read, stops),
    stops,
    guards: (await Promise.all(guards.map((guard) => showGuard(guard, instrumented, read)))).flatMap(
      (guard) => guard ?? [],
    ),
    breakIt: await gatherBreakIt(read),
    scenarios,
    traces,
    ...(await readPaths(read)),
  };
}

async function listStopping(read: Read, stops: Lesson["stops"]): Promise<Lesson["functions"]> {
  const stoppable = (name: string): number[] => {
    const own = stops.filter((stop) => stop.function === name && stop.only === undefined);
    return [...new Set(own.map(({ line }) => line))].sort((a, b) => a - b);
  };
  const listed = await Promise.all(
    Object.entries(STOPPING_FUNCTIONS).map(async ([file, names]) => {
      const listFunctions = await highlightSource(await read(file));
      return names.map((name): [StoppingFunction, Listing] => [
        name,
        { file, ...listFunctions([name]), stoppable: stoppable(name) },
      ]);
    }),
  );
  return Object.fromEntries(listed.flat()) as Lesson["functions"];
}
