import { FUNCTIONS, type FunctionName, type Lesson, PATHS, type PathName } from "./lesson.ts";

/** What the page's address keeps: after the `#`, so that it works from a file and needs no server. */
export type Address =
  | { area: FunctionName; input: string; step: number; breakpoints: readonly number[] }
  | { area: "gates"; input: PathName; step: number; breakpoints: readonly [] };

const WORDS = {
  open_request: "open",
  reply_request: "reply",
  match_response: "match",
  gates: "gates",
} as const;

/** `#/reply/approve?step=4&breakpoints=93,94`. Steps count as the page shows them. */
export function formatAddress({ area, input, step, breakpoints }: Address): string {
  const stops = breakpoints.length > 0 ? `&breakpoints=${breakpoints.join(",")}` : "";
  return `#/${WORDS[area]}/${input}?step=${step + (area === "gates" ? 0 : 1)}${stops}`;
}

/** The nearest thing to what the text asks for: an unknown area, input, step or line falls back, never fails. */
export function parseAddress(hash: string, lesson: Lesson): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [word, wanted] = path.split("/");
  const values = new URLSearchParams(query);
  const first = word === WORDS.gates ? 0 : 1;
  const asked = Number.parseInt(values.get("step") ?? "", 10);
  const stepOf = (steps: number): number =>
    Math.min(Math.max(Number.isNaN(asked) ? 0 : asked - first, 0), steps - 1);

  if (word === WORDS.gates) {
    const input = PATHS.find((name) => name === wanted) ?? PATHS[0];
    return { area: "gates", input, step: stepOf(lesson.paths[input].length), breakpoints: [] };
  }
  const area = FUNCTIONS.find((name) => WORDS[name] === word) ?? FUNCTIONS[0];
  const traces = lesson.traces.filter((trace) => trace.function === area);
  const trace = traces.find(({ scenario }) => scenario === wanted) ?? traces[0];
  const lines = (values.get("breakpoints") ?? "").split(",").map(Number);
  const { stoppable } = lesson.listings[area];
  return {
    area,
    input: trace?.scenario ?? "",
    step: stepOf(trace?.snapshots.length ?? 1),
    breakpoints: stoppable.filter((line) => lines.includes(line)),
  };
}
