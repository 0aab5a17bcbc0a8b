import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Token } from "../lesson.ts";
import type { CodeRow } from "./code-rows.ts";

/** A long line wraps under its own beginning. The second statement of a line is marked, from its column on. */
export function CodeLine({ row, column }: { row: CodeRow; column: number | undefined }): JSX.Element {
  // A step leaves most lines as they were: what is the same object is not compared.
  return useMemo(() => drawLine(row, column), [row, column]);
}

function drawLine({ tokens, struckBy }: CodeRow, column: number | undefined): JSX.Element {
  const indent = /^ */.exec(tokens[0]?.[0] ?? "")?.[0].length ?? 0;
  const isSecond = column !== undefined && column > indent;
  const [before, from] = splitAt(tokens, isSecond ? column : Number.POSITIVE_INFINITY, indent);
  const code = (
    <>
      {before.map(piece)}
      {from.length > 0 && <mark>{from.map(piece)}</mark>}
    </>
  );
  return <code style={{ "--indent": indent }}>{struckBy === undefined ? code : <del>{code}</del>}</code>;
}

function splitAt(tokens: readonly Token[], column: number, indent: number): [Token[], Token[]] {
  const before: Token[] = [];
  const from: Token[] = [];
  let at = 0;
  for (const [text, kind] of tokens) {
    const begin = Math.min(Math.max(indent - at, 0), text.length);
    const split = Math.min(Math.max(column - at, begin), text.length);
    if (split > begin) before.push([text.slice(begin, split), kind]);
    if (split < text.length) from.push([text.slice(split), kind]);
    at += text.length;
  }
  return [before, from];
}

function piece([text, kind]: Token, index: number): JSX.Element | string {
  if (kind === "") return text;
  return (
    <span key={index} class={`t-${kind}`}>
      {text}
    </span>
  );
}
