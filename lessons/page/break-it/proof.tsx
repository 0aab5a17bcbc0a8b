import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { BreakIt } from "./break-it-data.ts";
import type { HuntResult } from "./hunt-job.ts";
import { numberOf } from "./looking.tsx";

/** What the same search found with all guards in, what it saw happen, and what that does not show. */
export function Proof({
  result,
  rule,
  data,
  strings,
}: {
  result: HuntResult;
  /** The id of the one rule that was looked at. Undefined when every one was. */
  rule: string | undefined;
  data: BreakIt;
  strings: Strings["break_it"];
}): JSX.Element {
  const { proof } = strings;
  const { depth, states, transitions, end, happened } = result;
  const seen = data.sometimes.filter((thing) => happened.includes(thing));
  const values = {
    depth,
    states: numberOf(states),
    transitions: numberOf(transitions),
    rule: rule === undefined ? proof.any_rule : (data.rules[rule] ?? rule),
    seen: seen.length,
    all: data.sometimes.length,
  };
  return (
    <section class="panel proof" aria-label={proof.title}>
      <p class="verdict" role="status" data-verdict={end === "length"}>
        {fill(end === "found" ? proof.broken : end === "length" ? proof.held : proof.unfinished, values)}
      </p>
      <p>{fill(proof.numbers, values)}</p>
      <p>{fill(proof.bound, values)}</p>
      <p>{fill(proof.happened, values)}</p>
      <ul class="happened">
        {data.sometimes.map((thing) => (
          <li key={thing} data-seen={seen.includes(thing)}>
            {thing} <span class="sr">{seen.includes(thing) ? proof.seen : proof.not_seen}</span>
          </li>
        ))}
      </ul>
      <p>
        {proof.whole} <code>npm run search</code>
      </p>
    </section>
  );
}
