import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import typescript from "shiki/langs/typescript.mjs";
import type { Listing, Token } from "../lesson.ts";
import { declares } from "../shown-functions.ts";

const theme = createCssVariablesTheme({ name: "kinds", variablePrefix: "--", fontStyle: false });

/**
 * Gives the listing of top-level functions that stand one after the other in the source, by the names that they are
 * declared with. The docstring is that of the first.
 */
export type ListFunctions = (
  names: readonly [string, ...string[]],
) => Pick<Listing, "firstLine" | "lines" | "contract">;

let highlighter: Promise<HighlighterCore> | undefined;

/**
 * Highlights TypeScript, line by line in pieces. A piece carries the name of its kind and no colour, so that the page's
 * themes decide about colours. Throws when a text comes back without kinds: it could not be highlighted.
 */
export async function highlightLines(source: string): Promise<Token[][]> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [typescript],
    engine: createJavaScriptRegexEngine(),
  });
  // A line's time limit would leave the rest of it without kinds on a busy machine, and the page would differ.
  const options = { lang: "typescript", theme: "kinds", tokenizeTimeLimit: 0 } as const;
  const lines = (await highlighter).codeToTokens(source, options).tokens.map(mergeKinds);
  const said = lines.map((line) => line.map(([text]) => text).join("")).join("\n");
  const isHighlighted = lines.some((line) => line.some(([, kind]) => kind === "keyword"));
  if (said !== source || !isHighlighted) {
    throw new Error(`This code could not be highlighted: ${source.slice(0, 60)}`);
  }
  return lines;
}

/** Highlights a TypeScript source once, for listings of its functions: lines in pieces, and the docstring's text. */
export async function highlightSource(source: string): Promise<ListFunctions> {
  const tokens = await highlightLines(source);
  const text = source.split("\n");
  return ([name, ...others]) => {
    const { first, end } = linesOf(text, name);
    const last = others.reduce((_, other) => linesOf(text, other).end, end);
    return {
      firstLine: first + 1,
      lines: tokens.slice(first, last),
      contract: docstringAbove(text, first),
    };
  };
}

/** From the line that declares a function, counted from 0, to the one behind its end. */
function linesOf(text: readonly string[], name: string): { first: number; end: number } {
  const first = text.findIndex((line) => declares(line, name));
  const length = text.slice(first).indexOf("}") + 1;
  if (first < 0 || length === 0) throw new Error(`The source has no top-level function ${name}.`);
  return { first, end: first + length };
}

/** `var(--token-string-expression)` is the kind `string-expression`. Neighbours of one kind become one piece. */
function mergeKinds(line: readonly { content: string; color?: string }[]): Token[] {
  const pieces: [string, string][] = [];
  for (const { content, color } of line) {
    const kind = /--token-([\w-]+)/.exec(color ?? "")?.[1] ?? "";
    const last = pieces.at(-1);
    if (last && (last[1] === kind || content.trim() === "")) last[0] += content;
    else pieces.push([content, kind]);
  }
  return pieces;
}

function docstringAbove(text: readonly string[], declaration: number): string[] {
  const begin = text.slice(0, declaration).lastIndexOf("/**");
  const lines = text.slice(begin + 1, declaration - 1).map((line) => line.replace(/^ \* ?/, ""));
  return lines
    .join("\n")
    .split("\n\n")
    .map((paragraph) => paragraph.replaceAll("\n", " ").trim())
    .filter((paragraph) => paragraph !== "");
}
