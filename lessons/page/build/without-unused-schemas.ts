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
        // Where schemas are made of the parts of others, the parts are read: the whole of it is marked, as one call.
        code: code
          .replaceAll(
            /^((?:export )?const \w+ = )((?:z|\w+\.extend)\b[^;]*);$/gm,
            "$1/* @__PURE__ */ (() => $2)();",
          )
          .replaceAll(/\b(z\.\w+|\w+\.extend)\(/g, "/* @__PURE__ */ $&"),
        map: null,
      }),
    },
  };
}
