import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Listing, Strings, Token } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { View } from "../view.ts";

type CodeListingProps = {
  listing: Listing;
  strings: Strings["code"];
  shown: View;
  breakpoints: readonly number[];
  /** Whether somebody has looked for a breakpoint where there is none. */
  isHelped: boolean;
  onToggle: (line: number) => void;
};

/** The function as it stands in its file. One line of the gutter is in the tab order; arrows move along it. */
export function CodeListing({
  listing,
  strings,
  shown,
  breakpoints,
  isHelped,
  onToggle,
}: CodeListingProps): JSX.Element {
  const { file, firstLine, lines, stoppable, contract } = listing;
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | undefined>();
  const inTabOrder = focused ?? stoppable[0];
  useEffect(() => keepInSight(list.current, shown.line ?? firstLine + lines.length - 1), [shown]);

  const moveFocus = (event: KeyboardEvent, line: number): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by === undefined ? undefined : stoppable[stoppable.indexOf(line) + by];
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    buttonOf(list.current, next)?.focus();
  };
  return (
    <figure class="code">
      <figcaption>
        <span role="status" data-helped={isHelped}>
          {isHelped ? strings.no_breakpoint : strings.hint}
        </span>
        <code>{file.split("/").slice(1).join("/")}</code>
      </figcaption>
      <ol ref={list} aria-label={fill(strings.label, { name: file })}>
        {lines.map((tokens, index) => {
          const line = firstLine + index;
          const isCurrent = line === shown.line;
          const isStoppable = stoppable.includes(line);
          return (
            <li key={line} value={line} data-line={line} aria-current={isCurrent ? "step" : undefined}>
              <button
                type="button"
                aria-pressed={breakpoints.includes(line)}
                aria-label={fill(isStoppable ? strings.breakpoint : strings.no_statement, { line })}
                disabled={!isStoppable}
                tabIndex={line === inTabOrder ? 0 : -1}
                onClick={() => onToggle(line)}
                onFocus={() => setFocused(line)}
                onKeyDown={(event) => moveFocus(event, line)}
              >
                {line}
              </button>
              <CodeLine tokens={tokens} column={isCurrent ? shown.column : undefined} />
            </li>
          );
        })}
      </ol>
      <details>
        <summary>{strings.contract}</summary>
        {contract.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </details>
    </figure>
  );
}

/** A long line wraps under its own beginning. The second statement of a line is marked, from its column on. */
function CodeLine({ tokens, column }: { tokens: readonly Token[]; column: number | undefined }): JSX.Element {
  const indent = /^ */.exec(tokens[0]?.[0] ?? "")?.[0].length ?? 0;
  const isSecond = column !== undefined && column > indent;
  const [before, from] = splitAt(tokens, isSecond ? column : Number.POSITIVE_INFINITY, indent);
  return (
    <code style={{ "--indent": indent }}>
      {before.map(piece)}
      {from.length > 0 && <mark>{from.map(piece)}</mark>}
    </code>
  );
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

/** Scrolls the listing, and never the page, so that the line has some lines around it. */
function keepInSight(list: HTMLOListElement | null, line: number): void {
  const item = list?.querySelector<HTMLElement>(`[data-line="${line}"]`);
  if (!list || !item) return;
  const margin = Math.min(60, (list.clientHeight - item.offsetHeight) / 2);
  const top = item.offsetTop - margin;
  const bottom = item.offsetTop + item.offsetHeight + margin;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function buttonOf(list: HTMLOListElement | null, line: number): HTMLButtonElement | null | undefined {
  return list?.querySelector<HTMLButtonElement>(`[data-line="${line}"] button`);
}
