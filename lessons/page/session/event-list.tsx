import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import { describeEvent } from "../gates/describe-event.ts";
import type { Strings } from "../lesson.ts";

type ListProps = {
  events: readonly SessionEvent[];
  step: number;
  strings: Strings;
  onSeek: (step: number) => void;
};

/**
 * All events of a session, one a row, however many there are: a row is made once, and at each step two of them anew.
 */
export function EventList({ events, step, strings, onSeek }: ListProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const seek = useRef(onSeek);
  seek.current = onSeek;
  useEffect(() => keepInSight(box.current), [step, events]);
  const { columns } = strings.session;
  const rowOf = (event: SessionEvent, index: number, isCurrent: boolean): JSX.Element => {
    const { who, long } = describeEvent(event, strings);
    return (
      <tr key={index} aria-current={isCurrent ? "step" : undefined} data-event={event.event}>
        <th scope="row">
          <button type="button" class="link" onClick={() => seek.current(index)}>
            {index + 1}
          </button>
        </th>
        <td>{who}</td>
        <td>{long}</td>
      </tr>
    );
  };
  const rows = useMemo(() => events.map((event, index) => rowOf(event, index, false)), [events, strings]);
  const current = events[step];
  return (
    <ScrollRegion class="events" box={box} label={columns.label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.step}</th>
            <th scope="col">{columns.who}</th>
            <th scope="col">{columns.what}</th>
          </tr>
        </thead>
        <tbody>{current ? rows.with(step, rowOf(current, step, true)) : rows}</tbody>
      </table>
    </ScrollRegion>
  );
}

function keepInSight(box: HTMLElement | null): void {
  const row = box?.querySelector<HTMLElement>("[aria-current]");
  if (!box || !row) return;
  const head = box.querySelector("thead")?.clientHeight ?? 0;
  const top = row.offsetTop - head - 40;
  const bottom = row.offsetTop + row.clientHeight + 40;
  if (top < box.scrollTop) box.scrollTop = Math.max(top, 0);
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
