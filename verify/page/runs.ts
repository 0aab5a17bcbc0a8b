import type { Call, OwnRun, OwnStep } from "../../lessons/page/run/call.ts";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { loadScenarios } from "../recordings/recorder/fixture-files.ts";

const work: ApprovedWork = {
  sha256: "0".repeat(64),
  command: ["/usr/bin/python3", "-I", "main.py"],
  folder: "/session",
};
const otherWork: ApprovedWork = { ...work, sha256: "e".repeat(64) };

const opens: Call = {
  function: "open_request",
  arguments: { sender: "reader", target: "lead", kind: "plan", payload: "Run main.py.", work },
};
const asks: Call = {
  function: "open_request",
  arguments: { sender: "lead", target: "reader", kind: "shutdown", payload: "Please stop." },
};
const answers = (approve: boolean): Call => ({
  function: "reply_request",
  arguments: { request_id: "req-1", actor: "lead", approve, feedback: approve ? "" : "Not today." },
});
const takes = (recipient: string): Call => ({ function: "consume_responses", arguments: { recipient } });
const gate = (changes: Partial<Extract<Call, { function: "plan_gate" }>["arguments"]> = {}): Call => ({
  function: "plan_gate",
  arguments: { actor: "reader", request_id: "req-1", work, ...changes },
});
const claims: Call = { function: "claim_plan", arguments: { actor: "reader", request_id: "req-1", work } };
const asksHost = (host: "allow" | "ask" | "deny", tool = "run_main", input = {}): Call => ({
  function: "execute_guarded",
  arguments: {
    tool,
    input,
    tools: [
      { name: "run_main", access: "execute" },
      { name: "look", access: "read" },
    ],
    host,
  },
});
const bothGates = (host: "allow" | "deny"): Call => ({
  function: "execute_hooked",
  arguments: { actor: "reader", request_id: "req-1", work, host },
});
const withdraws = (actor: string): Call => ({
  function: "withdraw_request",
  arguments: { request_id: "req-1", actor },
});
const byHand = (mailbox: string, id: string, body: string, sender = "reviewer"): OwnStep => ({
  circumstance: "letter_by_hand",
  mailbox,
  letter: { id, sender, recipient: mailbox, body },
});
const only = (tool: string): Call => {
  const asked = asksHost("allow", tool);
  return { ...asked, arguments: { ...asked.arguments, only: "run_main" } } as Call;
};
const sends = (sender: string, recipient: string, body: string): Call => ({
  function: "send_message",
  arguments: { sender, recipient, body },
});
const joins = (member: string): Call => ({ function: "join_team", arguments: { member } });
const begins: Call = { function: "run_member", arguments: { member: "reader" } };
const endsRun = (exit_code: number): Call => ({
  function: "keep_run_end",
  arguments: { request_id: "req-1", exit_code },
});

const approved = [opens, answers(true), takes("reader")];
const rejected = [opens, answers(false), takes("reader")];
const isClosed = { circumstance: "member_is_closed", member: "reader" } as const;

/** Runs of the functions that the 22 inputs do not reach, by what they are about. */
export const furtherRuns: Readonly<Record<string, OwnRun>> = {
  "plan gate, open": { setup: approved, call: gate() },
  "plan gate, pending": { setup: [opens, answers(true)], call: gate() },
  "plan gate, rejected": { setup: rejected, call: gate() },
  "plan gate, no plan": { setup: [], call: gate({ request_id: null }) },
  "plan gate, another's": { setup: approved, call: gate({ actor: "reviewer" }) },
  "plan gate, closed": { setup: [...approved, isClosed], call: gate() },
  "plan gate, used": { setup: [...approved, claims], call: gate() },
  "plan gate, changed": { setup: approved, call: gate({ work: otherWork }) },
  "plan gate, withdrawn": { setup: [opens, withdraws("reader")], call: gate() },
  "claim, once": { setup: approved, call: claims },
  "claim, twice": { setup: [...approved, claims], call: claims },
  "host, allow": { setup: [], call: asksHost("allow") },
  "host, deny": { setup: [], call: asksHost("deny") },
  "host, unknown tool": { setup: [], call: asksHost("allow", "write_file") },
  "host, wrong input": { setup: [], call: asksHost("allow", "run_main", { path: "/" }) },
  "host, a tool that reads": { setup: [], call: asksHost("deny", "look") },
  "both gates, open": { setup: approved, call: bothGates("allow") },
  "both gates, first closed": { setup: rejected, call: bothGates("allow") },
  "both gates, second closed": { setup: approved, call: bothGates("deny") },
  "consume, several letters": {
    setup: [
      opens,
      answers(true),
      { circumstance: "letter_is_sent", sender: "reviewer", recipient: "reader", body: "Hello." },
      asks,
      byHand("reader", "reader-4", '[team-protocol] {"approve":true}'),
      byHand("reader", "reader-5", "[team-protocol] {"),
      byHand(
        "reader",
        "reader-6",
        '[team-protocol] {"payload":"Stop.","request_id":"req-9","type":"shutdown_request"}',
      ),
    ],
    call: takes("reader"),
  },
  "consume, a plan with its call": {
    setup: [
      {
        ...opens,
        arguments: { ...opens.arguments, work: { ...work, call: { tool: "bash", input: {} } } },
      } as Call,
    ],
    call: takes("lead"),
  },
  "consume, twice": { setup: [opens, answers(false), takes("reader")], call: takes("reader") },
  "consume, nobody": { setup: [], call: takes("nobody") },
  "withdraw, one's own": { setup: [opens], call: withdraws("reader") },
  "withdraw, another's": { setup: [opens], call: withdraws("lead") },
  "withdraw, answered": { setup: [opens, answers(true)], call: withdraws("reader") },
  "withdraw, twice": { setup: [opens, withdraws("reader")], call: withdraws("reader") },
  "only one tool, another": { setup: [], call: only("look") },
  "only one tool, that one": { setup: [], call: only("run_main") },
  "send, a letter": { setup: [], call: sends("reviewer", "reader", "Hello.") },
  "send, to oneself": { setup: [], call: sends("reader", "reader", "Hello.") },
  "send, a protocol letter": { setup: [], call: sends("reviewer", "reader", "[team-protocol] {}") },
  "send, too long": { setup: [], call: sends("reviewer", "reader", "x".repeat(601)) },
  "send, half a character": { setup: [], call: sends("reviewer", "reader", "\ud800") },
  "send, to the closed": { setup: [isClosed], call: sends("reviewer", "reader", "Hello.") },
  "send, behind a letter of nobody": {
    setup: [byHand("reader", "reader-1", "Hello.", "nobody")],
    call: sends("reviewer", "reader", "Hello."),
  },
  "send, behind a letter of another number": {
    setup: [byHand("reader", "reader-7", "Hello.")],
    call: sends("reviewer", "reader", "Hello."),
  },
  "join, new": { setup: [], call: joins("helper") },
  "join, taken": { setup: [], call: joins("reader") },
  "join, closed before": { setup: [isClosed], call: joins("reader") },
  "join, letters there": { setup: [byHand("helper", "helper-1", "Hello.")], call: joins("helper") },
  "turn, idle": { setup: [], call: begins },
  "turn, busy": { setup: [begins], call: begins },
  "turn, closed": { setup: [isClosed], call: begins },
  "run, ends": { setup: [...approved, claims], call: endsRun(0) },
  "run, ends twice": { setup: [...approved, claims, endsRun(1)], call: endsRun(0) },
  "set-up refused": { setup: [opens, opens], call: answers(true) },
  "joins again": {
    setup: [opens, isClosed, { circumstance: "member_joins", member: "reader" }],
    call: answers(true),
  },
};

/** The 22 inputs as runs of one's own, by function and name. */
export function scenarioRuns(): Record<string, OwnRun> {
  return Object.fromEntries(
    loadScenarios().map(({ function: name, scenario, setup, arguments: input }) => [
      `${name} ${scenario}`,
      { setup, call: { function: name, arguments: input } as Call },
    ]),
  );
}
