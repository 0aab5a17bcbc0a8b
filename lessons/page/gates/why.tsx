import type { JSX } from "preact";
import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import type { Strings } from "../lesson.ts";
import { explain } from "../path-gates.ts";
import { fill } from "../strings.ts";

/** Why main.py ran or did not: read off the events, with links to the steps that decided it. */
export function Why({
  events,
  strings,
  decision,
  step,
  onSeek,
}: {
  events: readonly SessionEvent[];
  strings: Strings["gates"];
  decision: "allow" | "deny";
  /** The step shown: before the one that decides, nothing is told of how it ends. */
  step: number;
  onSeek: (step: number) => void;
}): JSX.Element {
  const { how, gate, atClaim, reason, message, decidedAt, hostAsked, matchedAt, status } = explain(events);
  if (step < decidedAt) {
    return (
      <section class="panel why" aria-labelledby="why-title">
        <h3 id="why-title">{strings.why_open}</h3>
        <p class="because">{strings.undecided}</p>
      </section>
    );
  }
  const because = strings.because[atClaim ? "claim" : how === "blocked" && gate ? gate : how];
  return (
    <section class="panel why" aria-labelledby="why-title">
      <h3 id="why-title">{how === "ran" ? strings.why_ran : strings.why}</h3>
      <p class="because">{fill(because, { reason })}</p>
      {message !== "" && <blockquote>{message}</blockquote>}
      {gate === "plan" && !hostAsked && <p>{fill(strings.host_not_asked, { decision })}</p>}
      {gate === "permission" && <p>{strings.plan_was_approved}</p>}
      <p class="links">
        <button type="button" class="link" onClick={() => onSeek(decidedAt)}>
          {fill(strings.go_decided, { step: decidedAt })}
        </button>
        {matchedAt !== null && (
          <button type="button" class="link" onClick={() => onSeek(matchedAt)}>
            {fill(strings.go_matched, { status, step: matchedAt })}
          </button>
        )}
      </p>
    </section>
  );
}
