import type { Plugin } from "vite";
import { RECORDED_FUNCTIONS } from "../../../fixtures/scenarios/trace.ts";
import { FUNCTIONS, type FunctionName, LESSON_ELEMENT, type Lesson, type Listing, PATHS } from "../lesson.ts";
import { type Read, withFreshTraces } from "./fresh-traces.ts";
import { highlightSource } from "./highlight-source.ts";

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
export function embedLesson(root: string): Plugin {
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
      lesson = JSON.stringify(await gatherLesson(read)).replaceAll("<", "\\u003c");
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

async function gatherLesson(read: Read): Promise<Lesson> {
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
  const path = async (name: string): Promise<Lesson["paths"][keyof Lesson["paths"]]> => {
    const lines = (await read(`fixtures/transcripts/${name}.jsonl`)).trim().split("\n");
    return lines.map((line) => JSON.parse(line));
  };
  return {
    strings: await readJson("lessons/page/strings/en.json"),
    listings: {
      open_request: listing("open_request"),
      reply_request: listing("reply_request"),
      match_response: listing("match_response"),
    },
    scenarios,
    traces,
    paths: {
      "approve-allow": await path(PATHS[0]),
      "reject-allow": await path(PATHS[1]),
      "approve-deny": await path(PATHS[2]),
      "reject-deny": await path(PATHS[3]),
    },
  };
}
