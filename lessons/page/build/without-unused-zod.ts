import type { Plugin } from "vite";

/**
 * Leaves out of the bundle what the page never asks of zod: JSON schemas, a quarter of it. Its English sentences stay:
 * a tool that is called with the wrong input answers with them.
 *
 * A bundler cannot see that, because every schema carries the methods. What the modules export stays callable.
 */
export function withoutUnusedZod(): Plugin {
  return {
    name: "two-gates:without-unused-zod",
    apply: "build",
    transform: {
      filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        const stand = names.map((name) => `export const ${name} = () => undefined;`);
        return { code: [...stand, "export default () => ({});"].join("\n"), map: null };
      },
    },
  };
}
