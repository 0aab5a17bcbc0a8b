import { eastAsianWidth } from "get-east-asian-width";

/** How many cells of a terminal a text takes: a Chinese character two, a combining mark none. */
export function cellsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + cellsOfCharacter(character), 0);
}

const PLAIN = /^[ -~]*$/u;

/** A letter and its marks, or an emoji of several parts, stand where the first of them does. */
function cellsOfCharacter(character: string): number {
  if (UNSEEN.test(character)) return 0;
  return EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
}

const UNSEEN = /^[\p{Cc}\p{Cf}\p{Mn}\p{Me}]+$/u;
/** A character that is asked to look like a picture, or the two letters of a flag. */
const EMOJI = /\p{Emoji}\ufe0f|\p{RI}{2}/u;

/** The text with blanks behind it, up to so many cells. */
export function padCells(text: string, cells: number): string {
  return text + " ".repeat(Math.max(0, cells - cellsOf(text)));
}

/** The text on one line, cut to so many cells with a mark that says so. */
export function clipCells(text: string, cells: number): string {
  const line = text.replaceAll("\n", " ");
  return cellsOf(line) > cells ? `${firstCells(line, cells - 1)}…` : line;
}

/** Lines of at most so many cells, broken between words, or between Chinese characters, where that is possible. */
export function wrapCells(text: string, cells: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, cells));
}

function wrapLine(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    for (const [index, part] of partsOf(word, cells).entries()) {
      const longer = index === 0 && line !== "" ? `${line} ${part}` : line + part;
      if (line !== "" && cellsOf(longer) > cells) {
        lines.push(line);
        line = part;
      } else {
        line = longer;
      }
    }
  }
  return [...lines, line];
}

/** The parts of a word between which a line may end. One that is wider than a line is cut. */
function partsOf(word: string, cells: number): string[] {
  const parts = WITHOUT_BLANKS.test(word) ? charactersApart(word) : [word];
  return parts.flatMap((part) => piecesOf(part, cells));
}

/** Scripts that are written without blanks between words, and their marks. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;

/** No line begins with one of these, as a Chinese reader expects it (GB/T 15834), and none ends with one of those. */
const NEVER_FIRST = /^[，。、；：！？）」』】》〉”’…—·,.;:!?)\]}%]/u;
const NEVER_LAST = /[（「『【《〈“‘([{]$/u;

function charactersApart(word: string): string[] {
  const parts: string[] = [];
  for (const character of charactersOf(word)) {
    const before = parts.at(-1) ?? "";
    const isTogether =
      NEVER_FIRST.test(character) ||
      NEVER_LAST.test(before) ||
      !(WITHOUT_BLANKS.test(character) || WITHOUT_BLANKS.test(before.at(-1) ?? ""));
    if (before !== "" && isTogether) parts[parts.length - 1] = before + character;
    else parts.push(character);
  }
  return parts;
}

function piecesOf(part: string, cells: number): string[] {
  const pieces: string[] = [];
  let rest = part;
  while (cellsOf(rest) > cells) {
    // A character that is wider than the line is left whole.
    const piece = firstCells(rest, cells) || (charactersOf(rest)[0] ?? rest);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest];
}

/** As many characters as fit, each with the marks that belong to it. */
function firstCells(text: string, cells: number): string {
  let taken = "";
  let width = 0;
  for (const character of charactersOf(text)) {
    width += cellsOf(character);
    if (width > cells) break;
    taken += character;
  }
  return taken;
}

/** Made when it is needed first: English alone needs none. */
let segmenter: Intl.Segmenter | undefined;

function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
