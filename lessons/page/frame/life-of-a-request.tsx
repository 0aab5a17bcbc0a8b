import type { JSX } from "preact";
import type { Address } from "../address.ts";
import { FUNCTIONS, type Strings } from "../lesson.ts";
import type { LinkTo } from "./use-address.ts";

/** Where on its way a request changes: the reply at the second station, the status at the third. */
const CHANGES = { open_request: undefined, reply_request: "reply", match_response: "status" } as const;

/** The way to the areas, drawn as what becomes of one request: two lanes, and which of them changes where. */
export function LifeOfARequest({
  strings,
  area,
  linkTo,
}: {
  strings: Strings;
  area: Address["area"];
  linkTo: LinkTo;
}): JSX.Element {
  const { life } = strings;
  return (
    <nav class="life" aria-label={life.label}>
      <div class="lanes" aria-hidden="true">
        <span>{life.reply_lane}</span>
        <span>{life.status_lane}</span>
      </div>
      <ol>
        {FUNCTIONS.map((name, index) => {
          const station = life[name];
          const state = (lane: "reply" | "status"): string => (CHANGES[name] === lane ? "changes" : "stays");
          return (
            <li key={name}>
              <a href={linkTo(name)} aria-current={area === name ? "page" : undefined}>
                <span class="station">
                  <b>{index + 1}</b> {station.name}
                </span>
                <span class="sr">{life.reply_lane} </span>
                <span class="lane" data-lane="reply" data-state={state("reply")} data-value={station.reply}>
                  <span>{station.reply}</span>
                </span>
                <span class="sr">{life.status_lane} </span>
                <span
                  class="lane"
                  data-lane="status"
                  data-state={state("status")}
                  data-value={station.status}
                >
                  <span>{station.status}</span>
                </span>
              </a>
            </li>
          );
        })}
        <li class="to-gates">
          <a href={linkTo("gates")} aria-current={area === "gates" ? "page" : undefined}>
            <span class="station">
              <b>4</b> {life.gates.name}
            </span>
            <span class="question">{life.gates.question}</span>
          </a>
        </li>
      </ol>
    </nav>
  );
}
