import type { Plugin } from "vite";

/** A turn of the search's members begins, waits before its model is asked, and never goes on. */
const TURN_THAT_WAITS = `export async function runAgent({ prepare }) {
  await prepare?.();
  throw new Error("No model is asked in the page.");
}
`;

/**
 * Leaves out of the bundle what the search for attacks never comes to: the loop of a turn, and the sentences of the
 * rules, which the page has among its texts.
 */
export function searchInPage(): Plugin {
  return {
    name: "two-gates:search-in-page",
    transform: {
      filter: { id: /\/lessons\/(s01-agent-loop\/run-agent|x2-break-it\/rules)\.ts$/ },
      handler: (code, id) => ({
        code: id.endsWith("rules.ts")
          ? code.replaceAll(/\bsentence: ".*"/g, 'sentence: ""')
          : `${limitIn(code)}\n${TURN_THAT_WAITS}`,
        map: null,
      }),
    },
  };
}

/** A recording of a turn shows how often its model may be asked. */
function limitIn(code: string): string {
  const [limit] = /^export const DEFAULT_MAX_MODEL_CALLS = \d+;$/m.exec(code) ?? [];
  if (limit === undefined) throw new Error("The loop of a turn has no limit any more.");
  return limit;
}
