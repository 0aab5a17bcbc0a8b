import { type CallOutcome, callObserved, scenarioSession } from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import { PROTOCOL_PREFIX } from "../../s15-mailboxes/mailbox.ts";
import type { RequestKind } from "../../s16-team-protocols/protocol-message.ts";
import type { FunctionName } from "../lesson.ts";

/** Values that somebody has typed in. Nothing about them is checked here: that is what the functions are for. */
export type OwnValues = {
  open: { sender: string; target: string; kind: RequestKind; payload: string };
  /** Without it, the request is opened and that is all. */
  reply?: { actor: string; approve: boolean; feedback: string };
  /** `approve` is a piece of JSON, so that a letter can claim more than yes or no. */
  letter?: {
    recipient: string;
    sender: string;
    type: string;
    request_id: string;
    approve: string;
    feedback: string;
  };
};

export type OwnResult = {
  /** One for each call that was made. A refusal is the last. */
  calls: { function: FunctionName; outcome: CallOutcome }[];
  state: SessionState;
};

/** Opens a request in a fresh session, replies to it and matches a letter, as far as values are given. */
export async function runOwnValues({ open, reply, letter }: OwnValues): Promise<OwnResult> {
  const session = scenarioSession();
  const calls: OwnResult["calls"] = [];
  const isRefused = (): boolean => calls.some(({ outcome }) => "error" in outcome);

  const opening = { function: "open_request", arguments: open } as const;
  calls.push({ function: opening.function, outcome: await callObserved(opening, session) });
  if (reply && !isRefused()) {
    const request_id = await session.transact(({ requests }) => requests.keys().next().value ?? "");
    const replying = { function: "reply_request", arguments: { request_id, ...reply } } as const;
    calls.push({ function: replying.function, outcome: await callObserved(replying, session) });
  }
  if (letter && !isRefused()) {
    const { recipient, sender } = letter;
    const message = { id: `${recipient}-1`, sender, recipient, body: bodyOf(letter) };
    const matching = { function: "match_response", arguments: { recipient, message } } as const;
    calls.push({ function: matching.function, outcome: await callObserved(matching, session) });
  }
  return { calls, state: sessionStateOf(session.current, session.held) };
}

function bodyOf({ approve, feedback, request_id, type }: NonNullable<OwnValues["letter"]>): string {
  const texts = { feedback, request_id, type };
  return `${PROTOCOL_PREFIX}{"approve":${approve},${JSON.stringify(texts).slice(1)}`;
}
