import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { View } from "../view.ts";
import { LetterCheck } from "./letter-check.tsx";
import { Locals } from "./locals.tsx";
import { Mailboxes } from "./mailboxes.tsx";
import { Output } from "./output.tsx";
import { RequestCard } from "./request-card.tsx";
import { RequestTable } from "./request-table.tsx";
import { SavedLetter } from "./saved-letter.tsx";
import { StateMachine } from "./state-machine.tsx";
import type { SteppedStops } from "./stops.ts";
import { Team } from "./team.tsx";
import type { RunState } from "./use-run.ts";

type PanelsProps = { stops: SteppedStops; shown: View; strings: Strings };

/** What is in view beside the code at every step: the request with its two facts, the letter, the variables, the result. */
export function RequestPanels(props: PanelsProps & { ran: RunState; isOver: boolean }): JSX.Element {
  const { stops, shown, ran, isOver, strings } = props;
  const { call } = stops;
  const isReading = call.function === "match_response" || call.function === "consume_responses";
  const Letter = isReading ? LetterCheck : SavedLetter;
  return (
    <div class="state">
      <RequestCard card={shown.card} strings={strings.card} />
      <Letter call={call} shown={shown} strings={strings.letter} />
      <Locals rows={shown.locals} isOver={isOver} strings={strings.locals} />
      <Output run={ran} recorded={call.result} isOver={isOver} strings={strings.output} />
    </div>
  );
}

/** All else that the session holds at a step. */
export function SessionPanels({ stops, shown, strings }: PanelsProps): JSX.Element {
  const { call } = stops;
  return (
    <div class="more">
      <RequestTable rows={shown.requests} most={mostRequests(call)} strings={strings} />
      <Team shown={shown} strings={strings.team} />
      <StateMachine called={call.function} status={shown.card.row?.record.status} strings={strings.machine} />
      <Mailboxes mailboxes={shown.mailboxes} strings={strings.mailboxes} />
    </div>
  );
}

function mostRequests({ snapshots }: SteppedStops["call"]): number {
  return Math.max(1, ...snapshots.map(({ requests }) => Object.keys(requests).length));
}
