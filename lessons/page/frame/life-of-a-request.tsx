import type { JSX } from "preact";
import type { Address } from "../address.ts";
import { FUNCTIONS, type Lesson, type Strings } from "../lesson.ts";
import { type Facts, lifeAt } from "../life.ts";
import type { LinkTo } from "./use-address.ts";

const AREAS = ["gates", "break", "session"] as const;

/** The way to the areas, drawn as what becomes of one request: at each station what is so at the step shown. */
export function LifeOfARequest({
  lesson,
  address,
  linkTo,
}: {
  lesson: Lesson;
  address: Address;
  linkTo: LinkTo;
}): JSX.Element {
  const { life } = lesson.strings;
  const facts = lifeAt(lesson, address);
  return (
    <nav class="life" aria-label={life.label}>
      <ol>
        {FUNCTIONS.map((name, index) => (
          <li key={name}>
            <a href={linkTo(name)} aria-current={address.area === name ? "page" : undefined}>
              <span class="station">
                <b>{index + 1}</b> {life[name]}
              </span>
              <Lanes facts={facts[name]} strings={life} />
            </a>
          </li>
        ))}
        {AREAS.map((area, index) => (
          <li key={area} class="to-area">
            <a href={linkTo(area)} aria-current={address.area === area ? "page" : undefined}>
              <span class="station">
                <b>{FUNCTIONS.length + index + 1}</b> {life[area]}
              </span>
              <span class="question">{life.questions[area]}</span>
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
