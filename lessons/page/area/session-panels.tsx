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
import { StateMachine } from "./state-machine.tsx";
import { Team } from "./team.tsx";
import type { RunState } from "./use-run.ts";

/** All that the session holds at a step, the request and its two facts first. */
export function SessionPanels(props: {
  trace: Trace;
  shown: View;
  run: RunState;
  strings: Strings;
}): JSX.Element {
  const { trace, shown, run, strings } = props;
  const area = trace.function;
  return (
    <div class="state">
      <RequestCard card={shown.card} strings={strings.card} />
      <StateMachine area={area} status={shown.card.row?.record.status} strings={strings.machine} />
      <RequestTable rows={shown.requests} most={mostRequests(trace)} strings={strings} />
      {area === "match_response" && <LetterCheck trace={trace} shown={shown} strings={strings.letter} />}
      <Locals rows={shown.locals} strings={strings.locals} />
      <Team shown={shown} strings={strings.team} />
      <Mailboxes mailboxes={shown.mailboxes} strings={strings.mailboxes} />
      <Output run={run} recorded={trace.result} isOver={shown.line === null} strings={strings.output} />
    </div>
  );
}

function mostRequests({ snapshots }: Trace): number {
  return Math.max(1, ...snapshots.map(({ requests }) => Object.keys(requests).length));
}
