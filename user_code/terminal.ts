// Not by name: an older Node.js has no such export and would fail before anything can say so.
import * as util from "node:util";

export type Style = Parameters<typeof util.styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Colours for a terminal; none for a pipe, for `NO_COLOR`, or for a terminal that has none. */
export function paintFor(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  const colourful = stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
  return (style, text) => (colourful ? util.styleText(style, text) : text);
}

/** Text from members, files and programs, with the characters spelled out that a terminal would obey. */
export function safeText(text: string): string {
  return text
    .replaceAll("\t", "    ")
    .replace(
      /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
    );
}

/** Lines of at most `width` characters, broken between words where that is possible. */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((part) => pieces(part, width))) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  if (word.length <= width) return [word];
  const characters = [...word];
  const count = Math.ceil(characters.length / width);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(""),
  );
}

/** Rows in aligned columns under a heading, the last column as long as it likes. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string {
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const draw = (row: readonly string[]): string =>
    `  ${row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join("  ")}`.trimEnd();
  return [paint("dim", draw(heading)), ...rows.map((row) => draw(row.map(safeText)))].join("\n");
}
