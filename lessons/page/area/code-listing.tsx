import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Listing, ShownGuard, Strings } from "../lesson.ts";
import type { StackFrame } from "../run/recording.ts";
import { fill } from "../strings.ts";
import { CodeLine } from "./code-line.tsx";
import { type CodeRow, codeRows } from "./code-rows.ts";
import { type Breakpoint, breakpointAt } from "./function-address.ts";

type CodeListingProps = {
  listings: readonly Listing[];
  guards: readonly ShownGuard[];
  out: readonly string[];
  strings: Strings["code"];
  /** The line that runs next, the column of its statement, and the line that has just run in this listing. */
  shown: { line: number | null; column: number; ran: number | null };
  stack: readonly StackFrame[];
  breakpoints: readonly Breakpoint[];
  /** Whether somebody has looked for a breakpoint where there is none. */
  isHelped: boolean;
  onToggle: (breakpoint: Breakpoint) => void;
  /** The address without a guard, or with it back in. */
  linkToSwitched: (guard: string) => string;
};

/** The function as it stands in its file. One line of the gutter is in the tab order; arrows move along it. */
export function CodeListing(props: CodeListingProps): JSX.Element {
  const { listings, guards, out, strings, shown, stack, breakpoints, isHelped, onToggle } = props;
  const file = listings[0]?.file ?? "";
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | undefined>();
  const rows = useMemo(() => codeRows(listings, guards, out), [listings, guards, out]);
  const stoppable = rows.filter(({ isStoppable }) => isStoppable).map(({ line }) => line);
  const inTabOrder = focused !== undefined && stoppable.includes(focused) ? focused : stoppable[0];
  const lastLine = rows.at(-1)?.line ?? 0;
  const target = shown.line ?? (shown.ran === null ? (rows[0]?.line ?? 0) : lastLine);
  useLayoutEffect(() => keepInSight(list.current, target), [target, rows]);

  const moveFocus = (event: KeyboardEvent, line: number): void => {
    const by = event.shiftKey ? undefined : { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by === undefined ? undefined : stoppable[stoppable.indexOf(line) + by];
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    list.current?.querySelector<HTMLButtonElement>(`[data-line="${next}"] button`)?.focus();
  };
  return (
    <figure class="code">
      <figcaption>
        <ol class="stack" aria-label={strings.stack}>
          {stack.map(({ function: name, line }, index) => (
            <li key={index}>
              <code>
                {name}:{line}
              </code>
            </li>
          ))}
          {stack.length === 0 && <li class="empty">{strings.no_stack}</li>}
        </ol>
        <code>{file.split("/").slice(1).join("/")}</code>
      </figcaption>
      <ol ref={list} class="lines" aria-label={fill(strings.label, { name: file })} data-helped={isHelped}>
        {rows.map((row) => {
          const { line, isStoppable } = row;
          const isCurrent = line === shown.line;
          const isRan = line === shown.ran;
          const breakpoint = breakpointAt(file, line);
          return (
            <li
              key={row.key}
              value={line}
              data-line={line}
              data-ran={isRan || undefined}
              data-struck={row.struckBy !== undefined || undefined}
              aria-current={isCurrent && row.struckBy === undefined ? "step" : undefined}
            >
              <button
                type="button"
                aria-pressed={breakpoints.includes(breakpoint)}
                aria-label={fill(isStoppable ? strings.breakpoint : strings.no_statement, { line })}
                disabled={!isStoppable}
                tabIndex={line === inTabOrder ? 0 : -1}
                onClick={() => onToggle(breakpoint)}
                onFocus={() => setFocused(line)}
                onKeyDown={(event) => moveFocus(event, line)}
              >
                {line}
              </button>
              <span class="mark" aria-hidden="true" />
              <CodeLine row={row} column={isCurrent ? shown.column : undefined} />
              <Marks isNext={isCurrent && row.struckBy === undefined} isRan={isRan} strings={strings} />
              <GuardSwitches row={row} {...props} />
            </li>
          );
        })}
      </ol>
      <div class="code-foot">
        <p class="legend">
          <span role="status" data-helped={isHelped}>
            {isHelped ? strings.no_breakpoint : strings.hint}
          </span>
          <span class="sign next">{strings.next}</span>
          <span class="sign ran">{strings.ran}</span>
        </p>
        <details>
          <summary>{strings.contract}</summary>
          {listings[0]?.contract.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      </div>
    </figure>
  );
}

function Marks(props: { isNext: boolean; isRan: boolean; strings: Strings["code"] }): JSX.Element | null {
  const { isNext, isRan, strings } = props;
  if (!isNext && !isRan) return null;
  return <span class="sr"> ({isNext ? strings.next : strings.ran})</span>;
}

/** Beside the line of a guard: take it out, or put it back. A link, since the code without it is another state. */
export function GuardSwitches({
  row,
  out,
  strings,
  linkToSwitched,
}: { row: CodeRow } & Pick<CodeListingProps, "out" | "strings" | "linkToSwitched">): JSX.Element | null {
  if (row.guards.length === 0) return null;
  return (
    <span class="guards">
      {row.guards.map(({ id, purpose }) => {
        const isOut = out.includes(id);
        return (
          <a
            key={id}
            class="guard"
            role="switch"
            aria-checked={!isOut}
            href={linkToSwitched(id)}
            title={`${id}: ${purpose}`}
            aria-label={fill(isOut ? strings.guard_is_out : strings.guard_is_in, { id })}
          >
            {isOut ? strings.put_back : strings.take_out}
          </a>
        );
      })}
    </span>
  );
}

/** Scrolls the listing, and never the page, so that the line has some lines around it. */
export function keepInSight(list: HTMLOListElement | null, line: number): void {
  const item = list?.querySelector<HTMLElement>(`[data-line="${line}"]`);
  if (!list || !item) return;
  const margin = Math.min(60, (list.clientHeight - item.offsetHeight) / 2);
  const top = item.offsetTop - margin;
  const bottom = item.offsetTop + item.offsetHeight + margin;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
