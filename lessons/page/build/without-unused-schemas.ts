import type { Plugin } from "vite";

/**
 * Leaves out of the bundle those schemas of ours that nothing in it uses: the vocabulary of a session's events, above
 * all, of which the page's functions need the types alone.
 *
 * A bundler cannot see that making a schema does nothing else, so each place that makes one is marked.
 */
export function withoutUnusedSchemas(): Plugin {
  return {
    name: "two-gates:without-unused-schemas",
    apply: "build",
    transform: {
      filter: { id: /\/(lessons\/[sx]\d+-[^/]+|fixtures\/scenarios)\/[\w-]+\.ts$/ },
      handler: (code) => ({
        code: inFunctions(code).replaceAll(/\b(z\.\w+|\w+\.extend)\(/g, "/* @__PURE__ */ $&"),
        map: null,
      }),
    },
  };
}

/** A schema that is made of the parts of others reads them first: it is marked together with that, in a function. */
function inFunctions(code: string): string {
  return code.replaceAll(
    /^((?:export )?const \w+ = )((?:z|\w+\.extend)\b[^;]*);$/gm,
    "$1/* @__PURE__ */ (() => $2)();",
  );
}
