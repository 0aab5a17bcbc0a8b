import type { JSX } from "preact";
import { formatGatesAddress } from "../gates/gates-address.ts";
import type { Lesson } from "../lesson.ts";
import { breakpointAt, formatFunctionAddress } from "./function-address.ts";
import { AREAS, type AreaFunction } from "./function-areas.ts";
import { type Input, inputsOf } from "./inputs.ts";
import { listingsOf } from "./shown-run.ts";

/** What can be seen in an area: three claims with the step that shows each, a line to follow, and the same elsewhere. */
export function LessonNotes({ lesson, area }: { lesson: Lesson; area: AreaFunction }): JSX.Element {
  const { strings } = lesson;
  const { notes } = strings;
  const { claims, lead, at, input, commands } = notes.areas[area];
  const inputs = inputsOf(area, lesson);
  return (
    <section class="notes" aria-labelledby="notes-title">
      <div>
        <h2 id="notes-title">{notes.title}</h2>
        <p class="point">{strings.areas[area].point}</p>
        <ol class="claims">
          {claims.map((claim) => (
            <li key={claim.text}>
              {claim.text}{" "}
              <a href={addressOf(lesson, area, inputs, claim)}>
                {notes.see}
                <span class="sr">: {claim.text}</span>
              </a>
            </li>
          ))}
        </ol>
      </div>
      <div>
        <h3>{notes.lead_title}</h3>
        <p>
          {lead} <a href={addressOf(lesson, area, inputs, { input, at, stops: true })}>{notes.set}</a>
        </p>
        <h3>{notes.elsewhere}</h3>
        {commands.map(([command, meaning]) => (
          <p key={command} class="command">
            <code>{command}</code> {meaning}
          </p>
        ))}
        <h3>{notes.way_title}</h3>
        <p>{notes.way}</p>
        <ol class="way">
          {wayToTheRun(lesson).map((address, index) => (
            <li key={address}>
              <a href={address}>{notes.way_steps[index]}</a>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

type Place = {
  input: string;
  /** A piece of the line that runs next, "" for the end of the call. */
  at: string;
  /** Whether the line holds a breakpoint, and nothing has run yet. */
  stops?: boolean;
};

/** From the match of a reply to the start of main.py: what carries an approval there, and the code of each look at it. */
function wayToTheRun(lesson: Lesson): string[] {
  const events = lesson.paths["approve-allow"];
  const matched = inputsOf("match_response", lesson);
  const looks = [
    events.findIndex((event) => event.event === "gate_checked" && event.gate === "plan"),
    events.findIndex((event) => event.event === "gate_checked" && event.gate === "permission"),
    events.findIndex(({ event }) => event === "program_started"),
  ];
  return [
    addressOf(lesson, "match_response", matched, { input: "approved", at: "record.status = " }),
    ...looks.map((step) => `${formatGatesAddress({ area: "gates", input: "approve-allow", step })}&at=1`),
  ];
}

/** Lines are looked up by what stands in them: a number in a text would be of an older file one day. */
function addressOf(lesson: Lesson, area: AreaFunction, inputs: readonly Input[], place: Place): string {
  const snapshots = inputs.find(({ name }) => name === place.input)?.trace?.snapshots ?? [];
  const found = snapshots.findIndex(({ text }) => place.at !== "" && text.includes(place.at));
  const line = snapshots[found]?.line ?? lineOf(lesson, area, place.at);
  const file = listingsOf(lesson, AREAS[area].code)[0]?.file ?? "";
  const breakpoints = place.stops && line !== undefined ? [breakpointAt(file, line)] : [];
  const end = snapshots.length || 9_999;
  const step = place.stops ? 0 : found < 0 ? end : found + 1;
  return formatFunctionAddress({
    ...{ area, input: place.input, own: {}, out: [], call: null },
    ...{ step, inside: 0, breakpoints },
  });
}

function lineOf(lesson: Lesson, area: AreaFunction, at: string): number | undefined {
  for (const { firstLine, lines } of listingsOf(lesson, AREAS[area].code)) {
    const index = lines.findIndex((tokens) =>
      tokens
        .map(([text]) => text)
        .join("")
        .includes(at),
    );
    if (at !== "" && index >= 0) return firstLine + index;
  }
  return undefined;
}
