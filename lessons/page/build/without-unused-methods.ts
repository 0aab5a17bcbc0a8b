import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What zod calls of its own schemas, whoever uses it. */
const ITS_OWN = ["check", "clone", "parse", "safeParse", "refine", "optional", "nullable", "array"];

/** What lets zod read values that hold themselves. The page reads JSON, which cannot; `zod/mini` leaves it out, too. */
const MEMOIZER = /^function _ensureDefaultMemoizer\(\) \{\n(?: {4}.*\n)+/m;

/**
 * Leaves out of the bundle those methods of zod's schemas that nothing in the lessons calls by name: `email`, `datetime`
 * and dozens like them, and with each the schema that it makes.
 *
 * A bundler cannot see that, because a method may be called by any name at any time. One that is missing after all
 * fails at once, and not silently.
 */
export function withoutUnusedMethods(root: string): Plugin {
  return {
    name: "two-gates:without-unused-methods",
    apply: "build",
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const called = new Set([...ITS_OWN, ...calledIn(root)]);
        const method =
          /^ {4}(?:async )?(?:get |set )?(\w+)(?:: (?:async )?function \w+)?\(.*\) \{\n(?: {8}.*\n|\n)* {4}\},\n/gm;
        return {
          code: code
            .replaceAll(method, (whole, name: string) => (called.has(name) ? whole : ""))
            .replace(MEMOIZER, (whole) => whole.slice(0, whole.indexOf("{") + 1)),
          map: null,
        };
      },
    },
  };
}

/** Every name that is called as a method anywhere in the lessons. */
function calledIn(root: string): string[] {
  const folder = join(root, "lessons");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/\.(\w+)\(/g)].map(([, name = ""]) => name),
  );
}
