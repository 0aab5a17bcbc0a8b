import type { Plugin } from "vite";

/**
 * Leaves zod's generator of JSON schemas out of the bundle: a quarter of zod, and the page never asks for a schema.
 *
 * A bundler cannot see that, because every schema carries the methods. What the two modules export stays callable.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: "two-gates:without-json-schema",
    apply: "build",
    transform: {
      filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        return { code: names.map((name) => `export const ${name} = () => undefined;`).join("\n"), map: null };
      },
    },
  };
}
