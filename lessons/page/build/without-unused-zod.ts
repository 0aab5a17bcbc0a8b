import type { Plugin } from "vite";

/** zod's sentence about a key that a schema does not know. */
const UNKNOWN_KEY = /case "unrecognized_keys":\s+(return .*;)/;

/**
 * Leaves out of the bundle what the page never asks of zod: JSON schemas, a quarter of it, and its English sentences
 * about what does not fit, for which the protocol's functions have words of their own. One stays: a tool of the page's
 * takes no input, and says so of what it is given.
 *
 * A bundler cannot see that, because every schema carries the methods. What the modules export stays callable.
 */
export function withoutUnusedZod(): Plugin {
  return {
    name: "two-gates:without-unused-zod",
    apply: "build",
    transform: {
      filter: { id: /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/ },
      handler(code, id) {
        if (id.endsWith("en.js")) return { code: withOneSentence(code), map: null };
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        const stand = names.map((name) => `export const ${name} = () => undefined;`);
        return { code: [...stand, "export default () => ({});"].join("\n"), map: null };
      },
    },
  };
}

function withOneSentence(code: string): string {
  const [, sentence] = UNKNOWN_KEY.exec(code) ?? [];
  if (sentence === undefined) throw new Error("zod has no sentence about unknown keys any more.");
  return `import * as util from "../core/util.js";
const localeError = (issue) => {
  if (issue.code === "unrecognized_keys") ${sentence}
  return "Invalid input";
};
export default () => ({ localeError });
`;
}
