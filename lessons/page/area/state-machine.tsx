import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";

/**
 * `pending -> approved | rejected | withdrawn`: the state that the request is in is lit, the way of the function that is
 * called is drawn strong. `consumeResponses` matches as `matchResponse` does.
 */
export function StateMachine({
  called: calledName,
  status,
  strings,
}: {
  called: string;
  status: string | undefined;
  strings: Strings["machine"];
}): JSX.Element {
  const called = calledName === "consume_responses" ? "match_response" : calledName;
  const way = (name: string): { class: string; "marker-end": string } => ({
    class: name === called ? "way own" : "way",
    "marker-end": `url(#${name === called ? "tip-own" : "tip"})`,
  });
  const node = (name: string, x: number, y: number): JSX.Element => (
    <g class="node" data-value={name} data-lit={name === status}>
      <rect x={x} y={y} width="88" height="34" rx="17" />
      <text x={x + 44} y={y + 22}>
        {name}
      </text>
    </g>
  );
  const label = (name: string, text: string | undefined, x: number, y: number, size = ""): JSX.Element => (
    <text class={`label ${size}`} data-own={called === name} x={x} y={y}>
      {text}
    </text>
  );
  return (
    <section class="panel machine" aria-labelledby="machine-title">
      <h3 id="machine-title">{strings.title}</h3>
      <svg
        viewBox="0 0 244 240"
        role="img"
        aria-label={fill(strings.label, { state: status ?? strings.none })}
      >
        <defs>
          {["tip", "tip-own"].map((id) => (
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
              <path d="M0 0 8 4 0 8z" class={id} />
            </marker>
          ))}
        </defs>
        <circle class="begin" cx="52" cy="228" r="6" data-lit={status === undefined} />
        <path {...way("open_request")} d="M52 220V152" />
        <path {...way("reply_request")} d="M34 114C2 62 102 62 70 112" />
        <path {...way("match_response")} d="M93 124C126 116 116 48 147 45" />
        <path {...way("match_response")} d="M93 131C115 131 125 121 147 121" />
        <path {...way("withdraw_request")} d="M93 141C118 148 108 200 147 203" />
        {label("open_request", "openRequest", 64, 232)}
        {label("reply_request", "replyRequest", 4, 22)}
        {label("reply_request", strings.stays[0], 4, 40, "small")}
        {label("reply_request", strings.stays[1], 4, 56, "small")}
        {label("match_response", "matchResponse", 140, 87)}
        {label("withdraw_request", "withdrawRequest", 128, 172)}
        {node("pending", 4, 115)}
        {node("approved", 150, 28)}
        {node("rejected", 150, 104)}
        {node("withdrawn", 150, 186)}
      </svg>
    </section>
  );
}
