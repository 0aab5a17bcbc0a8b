import { describe, expect, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest, withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { gatesIn, type Played, playPractice } from "./played.ts";

/** What somebody else does with the session, in the middle of the practice. */
type Act = (session: ProtocolSession) => Promise<unknown>;

const withdraw: Act = (session) => withdrawRequest(session, { request_id: "req-1", actor: "reader" });

const answerNo: Act = (session) =>
  replyRequest(session, { request_id: "req-1", actor: "lead", approve: false, feedback: "Not today." });

const planOfAnother: Act = (session) =>
  openRequest(session, { sender: "reviewer", target: "lead", kind: "plan", payload: "Review it all." });

const useUp: Act = (session) =>
  session.transact(({ requests }) => {
    const record = requests.get("req-1");
    if (record) record.used = true;
  });

const closeReader: Act = (session) =>
  session.transact(({ team }) => {
    requireMember(team, "reader").status = "closed";
  });

const shutReaderDown: Act = async (session) => {
  const shutdown = { sender: "lead", target: "reader", kind: "shutdown", payload: "Close now." } as const;
  const { request_id } = await openRequest(session, shutdown);
  await replyRequest(session, { request_id, actor: "reader", approve: true, feedback: "Closing." });
};

const fillMailboxOfReader: Act = async (session) => {
  for (let letter = 1; letter <= 8; letter += 1)
    await sendMessage(session, { sender: "reviewer", recipient: "reader", body: `Letter ${letter}` });
};

type Moment = Partial<Record<string, unknown>>;

/** Plays the practice; somebody acts right behind the first event that looks like this. */
async function interfered(moment: Moment, act: Act): Promise<Played> {
  let acted: Promise<unknown> | undefined;
  const isMoment = (event: SessionEvent): boolean =>
    Object.entries(moment).every(([key, value]) =>
      Object.entries(event).some(([k, v]) => k === key && v === value),
    );
  const played = await playPractice({
    on: (event, _, session) => {
      if (acted === undefined && isMoment(event)) acted = act(session);
    },
  });
  expect(acted).toBeDefined();
  await acted;
  return played;
}

const begun = { event: "session_started" };
const submitted = { event: "request_opened" };
const planTurnOver = { event: "turn_ended", member: "reader", turn: 1 };
const reviewOver = { event: "turn_ended", member: "lead" };
const approved = { event: "response_matched" };
const workOver = { event: "turn_ended", member: "reader", turn: 2 };

describe("the scripted practice goes on whatever protocol and gates say, and tells it, when", () => {
  test.each<[string, Moment, Act, reason: string, why: string]>([
    [
      "the plan was withdrawn before the lead has answered",
      planTurnOver,
      withdraw,
      "plan-missing",
      "nobody has submitted a plan",
    ],
    [
      "somebody said no in the lead's place",
      planTurnOver,
      answerNo,
      "plan-rejected",
      "the lead rejected the plan",
    ],
    [
      "the approval was used by then",
      approved,
      useUp,
      "plan-used",
      "the approval was good for one run, which has started before",
    ],
  ])("%s", async (_, moment, act, reason, why) => {
    const played = await interfered(moment, act);
    expect(gatesIn(played.told)).toEqual([["plan", "closed", reason]]);
    expect(played).toMatchObject({
      conclusion: `main.py did not run: gate 1 is closed, ${why}. The host was never asked.`,
      report: `main.py did not run (${reason}): nothing to compare.`,
    });
    expect(played.result).toMatchObject({
      blocked_by: "plan",
      model_calls: 7,
      members: { reader: "closed" },
    });
  });

  test("the reader was closed in the middle of its work: its approval is nobody's", async () => {
    const played = await interfered(approved, closeReader);
    expect(gatesIn(played.told)).toEqual([["plan", "closed", "plan-not-yours"]]);
    expect(played.report).toBe("main.py did not run (plan-not-yours): nothing to compare.");
    expect(played.result).toMatchObject({ model_calls: 7, requests: { "req-1": "approved" } });
  });

  test.each<[string, Moment, Act, calls: number]>([
    ["shut down before it has planned", begun, shutReaderDown, 2],
    ["closed before it has planned", begun, closeReader, 2],
    ["closed while it plans", { event: "turn_started" }, closeReader, 4],
    ["shut down while the lead has its plan", planTurnOver, shutReaderDown, 4],
    ["shut down with its approval unread", reviewOver, shutReaderDown, 4],
  ])("the reader was %s: nobody asks for the run", async (_, moment, act, calls) => {
    const played = await interfered(moment, act);
    expect(gatesIn(played.told)).toEqual([]);
    expect(played.conclusion).toBe("main.py did not run: nobody asked for it.");
    expect(played.text).toContain("reader   gets no further turn: unavailable");
    expect(played.result).toMatchObject({
      program_runs: 0,
      model_calls: calls,
      members: { reader: "closed" },
    });
  });

  test("the lead has a plan of somebody else in its mail, too: it answers the reader's", async () => {
    const { result } = await interfered(planTurnOver, planOfAnother);
    expect(result).toMatchObject({ verdict: "match", requests: { "req-1": "approved", "req-2": "pending" } });
  });

  test("letters come in late: the reader has read them before it closes", async () => {
    const { result, text } = await interfered(workOver, (session) =>
      sendMessage(session, { sender: "reviewer", recipient: "reader", body: "Look at this." }),
    );
    expect(result).toMatchObject({ verdict: "match", model_calls: 8, members: { reader: "closed" } });
    expect(text).toContain('answer 8, to reader: "I have read the letters."');
  });

  test("an answer finds no room: the plan stays pending, gate 1 stays closed, and the full mailbox ends the run", async () => {
    const told: SessionEvent[] = [];
    let filled: Promise<unknown> | undefined;
    const run = playPractice({
      on: (event, _, session) => {
        told.push(event);
        if (event.event === submitted.event) filled ??= fillMailboxOfReader(session);
      },
    });
    await expect(run).rejects.toMatchObject({ code: "mailbox-full" });
    await filled;
    expect(gatesIn(told)).toEqual([["plan", "closed", "plan-pending"]]);
  });
});
