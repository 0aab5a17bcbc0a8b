import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What zod calls of its own schemas, whoever uses it. */
const ITS_OWN: readonly string[] = [
  "check",
  "clone",
  "parse",
  "safeParse",
  "refine",
  "optional",
  "nullable",
  "array",
];

/** What texts and their encoders have as well: the lessons call these of nothing else. */
const OF_OTHERS: readonly string[] = [
  "encode",
  "toJSONSchema",
  "decode",
  "includes",
  "startsWith",
  "endsWith",
  "trim",
  "toLowerCase",
  "toUpperCase",
  "normalize",
];

const METHOD =
  /^ {4}(?:async )?(?:get |set )?"?(~?\w+)"?(?:: (?:async )?function \w+)?\(.*\) \{\n(?: {8}.*\n|\n)* {4}\},\n/gm;

/** What lets zod read values that hold themselves. The page reads JSON, which cannot; `zod/mini` leaves it out, too. */
const MEMOIZER = /^function _ensureDefaultMemoizer\(\) \{\n(?: {4}.*\n)+/m;

/** zod also has objects that write code for themselves when they are made. Here each is made once and read a few times. */
const WRITES_CODE = ["core.$ZodObjectJIT.init", "core.$ZodObject.init"] as const;

/** What each schema knows of its form as a JSON schema. */
const JSON_SCHEMA = /^ {4}inst\._zod\.processJSONSchema = .*;\n/gm;

/** What an error of zod's can be turned into. */
const ERROR_FORMS = /^ {4}_lazyMethod\(proto, "(?:format|flatten)", .*\n/gm;

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
      filter: { id: /zod\/v4\/classic\/(schemas|errors)\.js$/ },
      handler(code) {
        const called = new Set([...ITS_OWN, ...calledIn(root)]);
        for (const name of OF_OTHERS) called.delete(name);
        return {
          code: code
            .replaceAll(METHOD, (whole, name: string) => (called.has(name) ? whole : ""))
            .replaceAll(ERROR_FORMS, "")
            .replaceAll(JSON_SCHEMA, "")
            .replace(...WRITES_CODE)
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
