import type { JSX } from "preact";
import type { Address } from "../address.ts";
import { type AreaFunction, AREAS as FUNCTION_AREAS } from "../area/function-areas.ts";
import { FUNCTIONS, type Strings } from "../lesson.ts";
import type { Facts, Life } from "../life.ts";
import type { LinkTo } from "./use-address.ts";

const AREAS = ["gates", "break", "session"] as const;

/** The way to the areas, drawn as what becomes of one request: at each station what is so at the step shown. */
export function LifeOfARequest({
  strings,
  address,
  life,
  linkTo,
}: {
  strings: Strings["life"];
  address: Address;
  /** Undefined where no request is shown. */
  life: Life | undefined;
  linkTo: LinkTo;
}): JSX.Element {
  const { area } = address;
  const station = area in FUNCTION_AREAS ? FUNCTION_AREAS[area as AreaFunction].station : area;
  return (
    <nav class="life" aria-label={strings.label}>
      <ol>
        {FUNCTIONS.map((name, index) => (
          <li key={name}>
            <a href={linkTo(name)} aria-current={station === name ? "page" : undefined}>
              <span class="station">
                <b>{index + 1}</b> {strings[name]}
              </span>
              {life && <Lanes facts={life[name]} strings={strings} />}
            </a>
          </li>
        ))}
        {AREAS.map((other, index) => (
          <li key={other} class="to-area">
            <a href={linkTo(other)} aria-current={area === other ? "page" : undefined}>
              <span class="station">
                <b>{FUNCTIONS.length + index + 1}</b> {strings[other]}
              </span>
              <span class="question">{strings.questions[other]}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Lanes({ facts, strings }: { facts: Facts | undefined; strings: Strings["life"] }): JSX.Element {
  const replies = strings.replies;
  const reply = facts ? replies[facts.reply] : strings.later;
  const status = facts ? (facts.status ?? strings.not_registered) : strings.later;
  return (
    <span class="lanes">
      <span class="lane">
        {strings.reply_lane}{" "}
        <span class="status" data-lane="reply" data-value={facts?.reply ?? "later"}>
          {reply}
        </span>
      </span>
      <span class="lane">
        {strings.status_lane}{" "}
        <span class="status" data-lane="status" data-value={facts ? (facts.status ?? "none") : "later"}>
          {status}
        </span>
      </span>
    </span>
  );
}
