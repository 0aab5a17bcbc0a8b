import { RECORDED_FUNCTIONS } from "../../fixtures/scenarios/trace.ts";
import type { CallName } from "./run/call.ts";

/** The functions in which a recording can stop, by their file: those of the lessons that need no Node. */
export const STOPPING_FUNCTIONS = {
  "lessons/s04-permission/execute-guarded.ts": ["executeGuarded", "dispatchOnly", "runTool"],
  "lessons/s07-hooks/execute-hooked.ts": ["executeHooked", "firstBlock"],
  "lessons/s15-mailboxes/limits.ts": ["requireText"],
  "lessons/s15-mailboxes/mailbox.ts": ["sendMessage", "appendMessage", "parseMailbox", "requireTwo"],
  "lessons/s15-mailboxes/join-team.ts": ["joinTeam", "requireNoMailbox"],
  "lessons/s15-mailboxes/run-member.ts": ["runMember"],
  "lessons/s16-team-protocols/requests.ts": [
    "openRequest",
    "replyRequest",
    "matchResponse",
    "matchLetter",
    "withdrawRequest",
    "close",
    "canTakeAnswer",
    "requireDirection",
    "requireReplyShape",
    "isSameReply",
    "findPending",
  ],
  "lessons/s16-team-protocols/consume-responses.ts": [
    "consumeResponses",
    "consumeLetters",
    "judge",
    "judgeRequest",
    "textsOf",
    "tellLetter",
  ],
  "lessons/s16-team-protocols/plan-gate.ts": [
    "planGate",
    "claimPlan",
    "keepRunEnd",
    "findPlanBlock",
    "isSameWork",
  ],
} as const;

export type StoppingFunction = (typeof STOPPING_FUNCTIONS)[keyof typeof STOPPING_FUNCTIONS][number];

const GATE = ["planGate", "findPlanBlock", "isSameWork"] as const;

/** Where a recording of each call stops, unless it is to step into everything that can be shown. */
export const SHOWN_FUNCTIONS = {
  ...RECORDED_FUNCTIONS,
  withdraw_request: ["withdrawRequest"],
  consume_responses: [
    "consumeResponses",
    "consumeLetters",
    "judge",
    "judgeRequest",
    "matchLetter",
    "textsOf",
    "tellLetter",
  ],
  plan_gate: GATE,
  claim_plan: ["claimPlan", "findPlanBlock", "isSameWork"],
  execute_guarded: ["dispatchOnly", "executeGuarded", "runTool"],
  send_message: ["sendMessage", "requireTwo", "appendMessage"],
  join_team: ["joinTeam", "requireNoMailbox"],
  run_member: ["runMember"],
  keep_run_end: ["keepRunEnd"],
  execute_hooked: ["executeHooked", "firstBlock", ...GATE, "executeGuarded", "runTool"],
} as const satisfies Record<CallName, readonly StoppingFunction[]>;

/** Whether a line declares the function, generic or not. */
export function declares(line: string, name: string): boolean {
  return line.includes(`function ${name}(`) || line.includes(`function ${name}<`);
}
