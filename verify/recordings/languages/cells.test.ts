import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellsOf, clipCells, padCells, wrapCells } from "../../../lessons/strings/cells.ts";
import { paintFor, table } from "../../../user_code/terminal.ts";

describe("columns are counted in the cells of a terminal", () => {
  test.each([
    ["reader", 6],
    ["第一道门", 8],
    ["ворота", 6],
    ["й", 1],
    ["é", 1],
    ["a\u200bb", 2],
    ["👍", 2],
    ["👨‍👩‍👧", 2],
    ["🇧🇷", 2],
    ["…", 1],
    ["（", 2],
    ["", 0],
  ])("%j takes %i", (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });

  test("a table of wide texts has its columns one below the other", () => {
    const rows = [
      ["第一道门", "x"],
      ["reader", "y"],
    ];
    const lines = table(["谁", "状态"], rows, paintFor({}, {})).split("\n");
    expect(lines).toEqual(["  谁        状态", "  第一道门  x", "  reader    y"]);
    expect(padCells("谁", 4)).toBe("谁  ");
  });

  test("a text that is cut takes no more than was asked for", () => {
    expect(clipCells("没有人提交过计划", 7)).toBe("没有人…");
    expect(clipCells("没有人提交过计划", 8)).toBe("没有人…");
    expect(clipCells("main.py", 7)).toBe("main.py");
  });
});

describe("lines are broken as a reader of the language expects it", () => {
  test("between words, and nowhere else", () => {
    expect(wrapCells("сопоставляет письмо со своим запросом", 20)).toEqual([
      "сопоставляет письмо",
      "со своим запросом",
    ]);
  });

  test("a word that is longer than a line is cut", () => {
    expect(wrapCells("человеконенавистнический", 10)).toEqual(["человеконе", "навистниче", "ский"]);
  });

  test("between Chinese characters, but no line begins with a closing mark or ends with an opening one", () => {
    expect(wrapCells("宿主许可：关（原因）。计划不是许可", 12)).toEqual([
      "宿主许可：关",
      "（原因）。计",
      "划不是许可",
    ]);
    expect(wrapCells("什么也没有，启动", 10)).toEqual(["什么也没", "有，启动"]);
    expect(wrapCells("读 reader 的信（lead-1）", 16)).toEqual(["读 reader 的信", "（lead-1）"]);
  });

  test("whatever the text, no line is wider, and no character but a blank is lost", () => {
    const words = fc.array(
      fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("门，", "（关）", "й", "plan-rejected", "…")),
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 8, max: 40 }), (parts, cells) => {
        const text = parts.join(" ").replaceAll("\n", " ");
        const lines = wrapCells(text, cells);
        const isMark = (line: string): boolean =>
          /[，。、；：！？）」』】》〉”’…—·,.;:!?)\]}%（「『【《〈“‘([{]/u.test(line);
        for (const line of lines) if (!isMark(line)) expect(cellsOf(line)).toBeLessThanOrEqual(cells);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});
