import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import { requestTracks } from "../path-view.ts";
import { fill } from "../strings.ts";
import { describeEvent } from "./describe-event.ts";
import { type Lane, type Mark, markOf } from "./diagram-marks.ts";

const ROW = 30;
const HEAD = 38;
/** A diagram narrower than this is drawn closely: smaller letters, short names. */
const CLOSE = 480;
const LANES = ["lead", "reader", "plan", "permission", "program"] as const;
/** Where each lane stands between the first and the last. */
const PLACES: Record<Lane, number> = { lead: 0, reader: 0.3, plan: 0.62, permission: 0.8, program: 1 };

type DiagramProps = {
  events: readonly SessionEvent[];
  step: number;
  strings: Strings;
  onSeek: (step: number) => void;
};

/** One event a row. What is still to come keeps its row, so that nothing moves when a step changes. */
export function SequenceDiagram({ events, step, strings, onSeek }: DiagramProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  useEffect(() => keepRowInSight(box.current, step), [step]);
  const { gates } = strings;
  const tracks = requestTracks(events);
  const height = events.length * ROW + 12;
  const isClose = width < CLOSE;
  const [left, right] = isClose ? [70, width - 30] : [118, width - 44];
  const x = (lane: Lane): number => left + PLACES[lane] * (right - left);
  const y = (row: number): number => row * ROW + ROW / 2;
  const trackX = (index: number): number => (isClose ? 14 + index * 22 : 28 + index * 40);
  const names = isClose ? gates.lanes_close : gates.lanes;
  return (
    <ScrollRegion class="diagram" box={box} label={gates.diagram_name}>
      <svg class="lane-heads" width={width} height={HEAD} aria-hidden="true">
        {tracks.map(({ id }, index) => (
          <text key={id} class="track-id" x={trackX(index)} y={25}>
            {isClose ? id.replace("req-", "r") : id}
          </text>
        ))}
        {LANES.map((lane) => (
          <text key={lane} x={x(lane)} y={25}>
            {names[lane]}
          </text>
        ))}
      </svg>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={fill(gates.diagram, { steps: events.length })}
      >
        <defs>
          {["head", "head-accent"].map((id) => (
            <marker
              key={id}
              id={id}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" />
            </marker>
          ))}
        </defs>
        <rect class="now" y={step * ROW} width={width} height={ROW} />
        {LANES.map((lane) => (
          <path key={lane} class={`lane-line ${lane}`} d={`M${x(lane)} 0V${height}`} />
        ))}
        {tracks.map((track, index) => (
          <Track key={track.id} {...{ track, step, y }} x={trackX(index)} />
        ))}
        {events.map((event, row) => (
          <g key={row} class="row" data-when={row < step ? "past" : row === step ? "now" : "coming"}>
            <DrawnMark
              mark={markOf(event)}
              label={describeEvent(event, strings).short}
              x={x}
              y={y(row)}
              width={width}
            />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a short cut for the mouse; the table has buttons */}
            <rect class="hit" y={row * ROW} width={width} height={ROW} onClick={() => onSeek(row)} />
          </g>
        ))}
      </svg>
    </ScrollRegion>
  );
}

function DrawnMark(props: {
  mark: Mark;
  label: string;
  x: (lane: Lane) => number;
  y: number;
  width: number;
}): JSX.Element {
  const { mark, label, x, y, width } = props;
  if (mark.form === "note") {
    const at = x(mark.lane);
    return (
      <g class={`mark ${mark.look}`}>
        <circle cx={at} cy={y} r={mark.look === "approved" || mark.look === "rejected" ? 6 : 4} />
        <Label text={label} x={at + 11} y={y + 4.5} width={width} stays />
      </g>
    );
  }
  const from = x(mark.from);
  const to = x(mark.to);
  const tip = to > from ? to - 3 : to + 3;
  const isStopped = mark.look === "stopped";
  const head = mark.look === "call" || mark.look === "answer" ? "url(#head-accent)" : "url(#head)";
  return (
    <g class={`mark ${mark.look}`}>
      <path d={`M${from} ${y + 8}H${tip}`} marker-end={isStopped ? undefined : head} />
      {isStopped && <path class="bar" d={`M${to} ${y - 13}V${y + 13}`} />}
      <Label text={label} x={Math.min(from, to) + 9} y={y + 2} width={width} />
    </g>
  );
}

/** SVG neither wraps nor cuts text: a label that would leave the diagram moves left if it may, or loses its end. */
function Label(props: { text: string; x: number; y: number; width: number; stays?: boolean }): JSX.Element {
  const { text, x, y, width, stays } = props;
  const character = width < CLOSE ? 5.9 : 6.9;
  const begin = stays ? x : Math.min(x, width - 6 - text.length * character);
  const most = Math.floor((width - 6 - begin) / character);
  return (
    <text x={begin} y={y}>
      {text.length > most ? `${text.slice(0, most - 1)}…` : text}
    </text>
  );
}

/** A request from its opening on: a broken line while it is pending, a whole one from then on. */
function Track({
  track,
  step,
  x,
  y,
}: {
  track: ReturnType<typeof requestTracks>[number];
  step: number;
  x: number;
  y: (row: number) => number;
}): JSX.Element {
  const { opened, replied, settled, status } = track;
  const upTo = (row: number): number => y(Math.min(row, step));
  return (
    <g class="track" data-status={status}>
      {step >= opened && <path class="pending" d={`M${x} ${y(opened)}V${upTo(settled)}`} />}
      {step >= opened && <circle class="opened" cx={x} cy={y(opened)} r="4" />}
      {step >= replied && <circle class="replied" cx={x} cy={y(replied)} r="4" />}
      {step >= settled && <path class="settled" d={`M${x} ${y(settled)}V${y(step)}`} />}
      {step >= settled && <circle class="decided" cx={x} cy={y(settled)} r="6" />}
    </g>
  );
}

function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => setWidth(Math.max(element.clientWidth, 300));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

function keepRowInSight(box: HTMLElement | null, step: number): void {
  if (!box) return;
  const top = (step - 3) * ROW;
  const bottom = HEAD + (step + 4) * ROW;
  if (top < box.scrollTop) box.scrollTop = Math.max(top, 0);
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
