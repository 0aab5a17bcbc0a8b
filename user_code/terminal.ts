// Not by name: an older Node.js has no such export and would fail before anything can say so.
import * as util from "node:util";
import { safeLine, safeText } from "../lessons/s15-mailboxes/safe-text.ts";
import { cellsOf, padCells } from "../lessons/strings/cells.ts";

export { safeLine, safeText };

export type Style = Parameters<typeof util.styleText>[0];
export type Paint = (style: Style, text: string) => string;

type OutputStream = { isTTY?: boolean; write: (text: string) => boolean };

/** Colours for a terminal; none for a pipe, for `NO_COLOR`, or for a terminal that has none. */
export function paintFor(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  const colourful = hasColours(stream, environment);
  return (style, text) => (colourful ? util.styleText(style, text) : text);
}

/**
 * The one way in which text reaches a terminal or a pipe: whatever is in it, no more than the colours of `paintFor`
 * takes effect, and those only where `paintFor` gives colours. All else that a terminal would obey is spelled out.
 *
 * It cannot know which lines are ours, so values that may hold several are put on one (`safeLine`, `quoted`) or under
 * an indent (`wrapCells`, `hanging`) where they are drawn; there a value's own colours are spelled out as well.
 */
export function safeWriter(stream: OutputStream, environment: NodeJS.ProcessEnv): (text: string) => boolean {
  const colourful = hasColours(stream, environment);
  return (text) =>
    stream.write(colourful ? text.split(COLOUR).map(safeUnlessColour).join("") : safeText(text));
}

/** Bold and dim, the eight colours, and their ends. The group keeps them as parts of their own when text is split. */
const ESCAPE = "\u001b";
const COLOUR = new RegExp(`(${ESCAPE}\\[(?:1|2|22|3[0-79])m)`, "u");

function safeUnlessColour(part: string, index: number): string {
  return index % 2 === 1 ? part : safeText(part);
}

function hasColours(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
}

/** A text whose further lines stand under the first, so that no value in it can begin a line of the output. */
export function hanging(text: string): string {
  return text.replace(/\n(?! {2})/gu, "\n  ");
}

/** Rows in aligned columns under a heading, the last column as long as it likes. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string {
  const cells = rows.map((row) => row.map(safeLine));
  const widths = heading.map((title, column) =>
    Math.max(cellsOf(title), ...cells.map((row) => cellsOf(row[column] ?? ""))),
  );
  const draw = (row: readonly string[]): string =>
    `  ${row.map((cell, column) => (column === row.length - 1 ? cell : padCells(cell, widths[column] ?? 0))).join("  ")}`.trimEnd();
  return [paint("dim", draw(heading)), ...cells.map(draw)].join("\n");
}
