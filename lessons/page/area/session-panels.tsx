import type { JSX } from "preact";
import type { Trace } from "../../../fixtures/scenarios/trace.ts";
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
import { Team } from "./team.tsx";
import type { RunState } from "./use-run.ts";

type PanelsProps = { trace: Trace; shown: View; strings: Strings };

/** What is in view beside the code at every step: the request with its two facts, the letter, and the result. */
export function RequestPanels(props: PanelsProps & { run: RunState }): JSX.Element {
  const { trace, shown, run, strings } = props;
  const Letter = trace.function === "match_response" ? LetterCheck : SavedLetter;
  return (
    <div class="state">
      <RequestCard card={shown.card} strings={strings.card} />
      <Letter trace={trace} shown={shown} strings={strings.letter} />
      <Output run={run} recorded={trace.result} isOver={shown.line === null} strings={strings.output} />
    </div>
  );
}

/** All else that the session holds at a step. */
export function SessionPanels({ trace, shown, strings }: PanelsProps): JSX.Element {
  return (
    <div class="more">
      <Locals rows={shown.locals} strings={strings.locals} />
      <RequestTable rows={shown.requests} most={mostRequests(trace)} strings={strings} />
      <StateMachine area={trace.function} status={shown.card.row?.record.status} strings={strings.machine} />
      <Team shown={shown} strings={strings.team} />
      <Mailboxes mailboxes={shown.mailboxes} strings={strings.mailboxes} />
    </div>
  );
}

function mostRequests({ snapshots }: Trace): number {
  return Math.max(1, ...snapshots.map(({ requests }) => Object.keys(requests).length));
}
