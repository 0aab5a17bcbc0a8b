import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { differences } from "../../lessons/page/build/guard-regions.ts";
import { highlightLines, highlightSource } from "../../lessons/page/build/highlight-source.ts";
import { instrument } from "../../lessons/page/build/instrument.ts";
import { gatherInstrumented } from "../../lessons/page/build/instrument-lessons.ts";
import { showGuard } from "../../lessons/page/build/show-guards.ts";
import { parseModule } from "../../lessons/page/build/syntax.ts";
import { guardOf } from "../../lessons/x2-break-it/without.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { readRecordedSource } from "../recordings/recorder/fixture-files.ts";
import { buildPage } from "./browser.ts";

const ROOT = join(import.meta.dirname, "../..");

test("kolu PR#1853: a machine on which every look at the clock takes a minute colours each line to its end", async () => {
  const { text } = readRecordedSource();
  const onThisMachine = (await highlightSource(text))(["openRequest"]);
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => {
    now += 60_000;
    return now;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await highlightSource(text))(["openRequest"])).toEqual(onThisMachine);
});

test("the page built twice is the same page, byte for byte", async () => {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  await Promise.all(folders.map((folder) => buildPage(folder)));
  const [first, second] = folders.map((folder) => readFileSync(join(folder, "index.html"), "utf8"));
  expect(first).toContain("<title>");
  expect(second === first).toBe(true);
}, 90_000);

test("what could not be highlighted ends the build", async () => {
  await expect(highlightLines("no code at all")).rejects.toThrow("could not be highlighted");
});

describe("probes and switches", () => {
  const read = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");
  const asShipped = gatherInstrumented(read);

  test("leave each module on as many lines as before", async () => {
    const { modules } = await asShipped;
    expect(modules.size).toBeGreaterThanOrEqual(9);
    for (const [file, code] of modules) {
      const source = await read(file);
      expect({ file, lines: code.split("\n").length }).toEqual({ file, lines: source.split("\n").length });
    }
  });

  test("a module that has changed since its stops were listed ends the build, with the command", async () => {
    const changed = async (path: string): Promise<string> =>
      (await read(path)).replace("const { actor, covers } = gate;", "const { covers, actor } = gate;");
    await expect(gatherInstrumented(changed)).rejects.toThrow(/plan-gate\.ts .*npm run record$/);
  });

  test("a guard that somebody has changed is neither switched nor shown", async () => {
    const guard = guardOf("unread-letters");
    const changed = async (path: string): Promise<string> => (await read(path)).replace(guard.find, "");
    const own = gatherInstrumented(changed);
    const { modules } = await own;
    expect(modules.get(`lessons/${guard.file}`)).not.toContain("$out(");
    expect(await showGuard(guard, await own, changed)).toBeUndefined();
    expect((await asShipped).modules.get(`lessons/${guard.file}`)).toContain('$out("unread-letters")');
  });

  test("a guard shows each line that is another one without it, and where nothing stops any more", async () => {
    const shown = await showGuard(guardOf("reply-once"), await asShipped, read);
    const { line = 0, code = "" } = shown ?? {};
    expect((await read("lessons/s16-team-protocols/requests.ts")).split("\n")[line - 1]?.trim()).toBe(code);
    const text = (tokens: readonly (readonly [string, string])[] = []): string =>
      tokens.map(([piece]) => piece).join("");
    expect(
      shown?.without.map((changed) => [
        changed.line,
        text(changed.with).trim(),
        text(changed.without).trim(),
      ]),
    ).toEqual([[line, "if (record.reply !== null) {", "if (false) {"]]);
    expect(shown).toMatchObject({ isSwitch: true, function: "replyRequest" });
    expect(shown?.stoppable).toEqual({ gone: [line, line + 1, line + 2], added: [] });
  });

  test("the smallest piece that differs is switched: an expression, statements, or none", () => {
    const piecesOf = (source: string, changed: string): string[][] =>
      differences(parseModule(source, "a.ts"), parseModule(changed, "a.ts")).map(
        ({ what, base, changed: range }) => [what, source.slice(...base), changed.slice(...range)],
      );
    expect(piecesOf("if (a && b) c();", "if (false) c();")).toEqual([["expression", "a && b", "false"]]);
    expect(piecesOf("f(a, (b));", "f(a, c);")).toEqual([["expression", "(b)", "c"]]);
    expect(piecesOf("{ a(); b(); c(); }", "{ a(); c(); }")).toEqual([["statements", "b();", ""]]);
    expect(piecesOf("for (;;) { if (a) continue; }", "for (;;) { continue; }")).toEqual([
      ["statements", "if (a) continue;", "continue;"],
    ]);
    expect(piecesOf("a();", "a();  // the same")).toEqual([]);
    expect(() => piecesOf("{ a(); const b = 1; }", "{ a(); }")).toThrow("VariableDeclaration");
    expect(() => piecesOf("function a() {}", "function b() {}")).toThrow("FunctionDeclaration");
  });

  test("a variable is read where a debugger lists it: not before its declaration, not one that nothing captures", () => {
    const source = [
      "export function outer(first: number, second: number): number {",
      "  const captured = first;",
      "  const alone = second;",
      "  const inner = (given: number): number => {",
      "    const here = given;",
      "    return here + captured;",
      "  };",
      "  return inner(alone);",
      "}",
    ].join("\n");
    const stop = (line: number, column: number): object => ({ line, column, at: column, kind: "statement" });
    const functions = { outer: [stop(2, 2), stop(3, 2), stop(5, 4), stop(6, 4), stop(8, 2)] };
    const table = { file: "a.ts", sha256: "", functions, without: {} } as Parameters<
      typeof instrument
    >[1]["table"];
    const { places } = instrument(source, { file: "a.ts", table, guards: [], first: 0 });
    expect(places.map(({ names }) => names)).toEqual([
      ["first", "second"],
      ["first", "second", "captured"],
      ["captured", "given"],
      ["captured", "given", "here"],
      ["first", "second", "captured", "alone", "inner"],
    ]);
  });
});
