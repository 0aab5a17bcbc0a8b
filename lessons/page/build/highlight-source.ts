import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import typescript from "shiki/langs/typescript.mjs";
import type { Listing, Token } from "../lesson.ts";

const theme = createCssVariablesTheme({ name: "kinds", variablePrefix: "--", fontStyle: false });

/**
 * Gives the listing of top-level functions that stand one after the other in the source, by the names that they are
 * declared with. The docstring is that of the first.
 */
export type ListFunctions = (
  names: readonly [string, ...string[]],
) => Pick<Listing, "firstLine" | "lines" | "contract">;

/**
 * Highlights a TypeScript source once, for listings of its functions: lines in pieces, and the docstring's text.
 *
 * A piece carries the name of its kind and no colour, so that the page's themes decide about colours.
 */
export async function highlightSource(source: string): Promise<ListFunctions> {
  const highlighter = await createHighlighterCore({
    themes: [theme],
    langs: [typescript],
    engine: createJavaScriptRegexEngine(),
  });
  // A line's time limit would leave the rest of it without kinds on a busy machine, and the page would differ.
  const options = { lang: "typescript", theme: "kinds", tokenizeTimeLimit: 0 } as const;
  const { tokens } = highlighter.codeToTokens(source, options);
  const text = source.split("\n");
  return ([name, ...others]) => {
    const { first, end } = linesOf(text, name);
    const last = others.reduce((_, other) => linesOf(text, other).end, end);
    return {
      firstLine: first + 1,
      lines: tokens.slice(first, last).map((line) => mergeKinds(line)),
      contract: docstringAbove(text, first),
    };
  };
}

/** From the line that declares a function, counted from 0, to the one behind its end. */
function linesOf(text: readonly string[], name: string): { first: number; end: number } {
  const first = text.findIndex((line) => line.includes(`function ${name}(`));
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
