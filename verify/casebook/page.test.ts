import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = "verify/casebook/README.md";
const ID = /\b[BFJMPRS]\d\d\b/g;

/** Every page of the project, as seen from its root. */
const pages = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter(
    (path) =>
      path.endsWith(".md") && !/(?:^|\/)(?:node_modules|dist|reports|my-protocol[^/]*|\.[^/]+)\//.test(path),
  )
  .sort();

type Row = { id: string; anchor: string; happened: string; held: string; test: string };

const rows: Row[] = readFileSync(join(ROOT, PAGE), "utf8")
  .split("\n")
  .flatMap((line) => {
    const cells = line.split(" | ");
    const [, anchor = "", id = ""] = /^\| <a id="(\w+)"><\/a>(\w+)$/.exec(cells[0] ?? "") ?? [];
    const [, file = ""] = /^\[[^\]]+\]\(([^)]+)\) \|$/.exec(cells[3] ?? "") ?? [];
    return id === "" ? [] : [{ id, anchor, happened: cells[1] ?? "", held: cells[2] ?? "", test: file }];
  });

/** The ids that begin the name of a test, by the file that it is in. */
const tested = new Map(
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) =>
      [
        ...readFileSync(join(import.meta.dirname, name), "utf8").matchAll(/["`]([BFJMPRS]\d\d) [^"`]+["`]/g),
      ].map(([, id = ""]): [string, string] => [id, name]),
    ),
);

/** The text of a page without what stands in fences: a link there would not be one. */
function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
}

describe("the page of the casebook", () => {
  test("has a row for each test and a test for each row, in the file that it names", () => {
    expect(rows.length).toBe(75);
    expect(new Map(rows.map(({ id, test: file }) => [id, file]))).toEqual(tested);
  });

  test("has an anchor of its own for each row, and says what happened, where, and what is done here", () => {
    for (const { id, anchor, happened, held } of rows) {
      expect(anchor).toBe(id.toLowerCase());
      expect(happened).toMatch(/^[A-Z].*\. \(\[[^\]]+\]\(https:\/\/github\.com\/[^)]+\)\)$/);
      expect(held).toMatch(/^\S.*\.$/);
    }
    expect(new Set(rows.map(({ anchor }) => anchor)).size).toBe(rows.length);
  });
});

describe("on the pages of this project", () => {
  test("every id of the casebook is a link to its row", () => {
    const ids = new Set(rows.map(({ id }) => id));
    for (const page of pages.filter((path) => path !== PAGE)) {
      const links = [...proseOf(page).matchAll(/\[`?([BFJMPRS]\d\d)`?\]\(([^)#]+)#(\w+)\)/g)];
      for (const [, id = "", path = "", anchor] of links) {
        expect(ids).toContain(id);
        expect({ page, to: normalize(join(dirname(page), path)), anchor }).toEqual({
          page,
          to: PAGE,
          anchor: id.toLowerCase(),
        });
      }
      const named = proseOf(page).match(ID) ?? [];
      expect({ page, named: named.length }).toEqual({ page, named: links.length });
    }
  });

  test("every link to a file leads to one, and every link to a heading to a heading", () => {
    const broken = pages.flatMap((page) =>
      [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? page : normalize(join(dirname(page), path));
        if (!existsSync(join(ROOT, file))) return [`${page}: ${target}`];
        return anchor === undefined || anchorsOf(file).has(anchor) ? [] : [`${page}: ${target}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});

/** What a link to a part of a page can name: its headings as GitHub writes them, and anchors of its own. */
function anchorsOf(page: string): Set<string> {
  const text = proseOf(page);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
  const own = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, anchor = ""]) => anchor);
  return new Set([...headings, ...own]);
}
