import type { Plugin } from "vite";

/**
 * Leaves out of the bundle what the page never asks of zod: JSON schemas, a quarter of it, and its English sentences
 * about what does not fit, for which the protocol's functions have words of their own.
 *
 * A bundler cannot see that, because every schema carries the methods. What the modules export stays callable.
 */
export function withoutUnusedZod(): Plugin {
  return {
    name: "two-gates:without-unused-zod",
    apply: "build",
    transform: {
      filter: { id: /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        const stand = names.map((name) => `export const ${name} = () => undefined;`);
        return { code: [...stand, "export default () => ({});"].join("\n"), map: null };
      },
    },
  };
}
