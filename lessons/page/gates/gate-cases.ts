import type { ApprovedWork } from "../../s16-team-protocols/protocol-state.ts";
import type { Call, OwnStep } from "../run/call.ts";
import type { GateCase } from "./gate-case.ts";

const WORK: ApprovedWork = {
  sha256: "369799734ce707ab50af75a2ca532339b7e071ced8b7f04d2806a135c81fd6b7",
  command: ["python3", "-I", "main.py"],
  folder: "workspace",
};

/** The same program with one byte more in it. */
const CHANGED: ApprovedWork = { ...WORK, sha256: `0b${WORK.sha256.slice(2)}` };

const PLAN = "req-1";

const OPENED: OwnStep = {
  function: "open_request",
  arguments: {
    sender: "reader",
    target: "lead",
    kind: "plan",
    payload: "Read expected.txt, run main.py once, compare the two.",
    work: WORK,
  },
};
const MATCHED: OwnStep = { function: "consume_responses", arguments: { recipient: "reader" } };
const APPROVED = [OPENED, replied(true), MATCHED];
const CLOSED: OwnStep = { circumstance: "member_is_closed", member: "reader" };

function replied(approve: boolean): OwnStep {
  const feedback = approve ? "Approved for this run only." : "Not this way.";
  return { function: "reply_request", arguments: { request_id: PLAN, actor: "lead", approve, feedback } };
}

function gateOf(
  setup: readonly OwnStep[],
  asked: Partial<Extract<Call, { function: "plan_gate" }>["arguments"]> = {},
): GateCase {
  const call = { actor: "reader", request_id: PLAN, work: WORK, ...asked };
  return { place: "plan", setup, call: { function: "plan_gate", arguments: call } };
}

function claimOf(setup: readonly OwnStep[], work = WORK): GateCase {
  const call = { actor: "reader", request_id: PLAN, work };
  return { place: "claim", setup, call: { function: "claim_plan", arguments: call } };
}

function permissionOf(
  host: "allow" | "ask" | "deny",
  asked: { tool?: string; input?: Record<string, string> } = {},
): GateCase {
  const tools = [
    { name: "read_expected", access: "read" as const },
    { name: "run_main", access: "execute" as const },
  ];
  const call = { tool: "run_main", input: {}, tools, host, ...asked };
  return { place: "permission", setup: [], call: { function: "execute_guarded", arguments: call } };
}

/** Every way for a call to find a gate closed, and one to find it open, in the order in which the gates look. */
export const GATE_CASES = {
  "plan-missing": gateOf([], { request_id: null }),
  "plan-missing-kind": gateOf([
    {
      function: "open_request",
      arguments: { sender: "lead", target: "reader", kind: "shutdown", payload: "Please close." },
    },
  ]),
  "plan-not-yours": gateOf(APPROVED, { actor: "reviewer" }),
  "plan-not-yours-earlier": gateOf([...APPROVED, CLOSED, { circumstance: "member_joins", member: "reader" }]),
  "plan-not-yours-closed": gateOf([...APPROVED, CLOSED]),
  "plan-pending": gateOf([OPENED]),
  "plan-pending-replied": gateOf([OPENED, replied(true)]),
  "plan-withdrawn": gateOf([
    OPENED,
    { function: "withdraw_request", arguments: { request_id: PLAN, actor: "reader" } },
  ]),
  "plan-rejected": gateOf([OPENED, replied(false), MATCHED]),
  "plan-used": gateOf([...APPROVED, claimOf([]).call]),
  "plan-changed": gateOf(APPROVED, { work: CHANGED }),
  "plan-changed-gone": gateOf(APPROVED, { work: null }),
  "plan-approved": gateOf(APPROVED),
  "permission-unknown": permissionOf("allow", { tool: "rum_main" }),
  "permission-invalid": permissionOf("allow", { input: { path: "other.py" } }),
  "permission-denied": permissionOf("deny"),
  "permission-ask": permissionOf("ask"),
  "permission-read": permissionOf("deny", { tool: "read_expected" }),
  "permission-allowed": permissionOf("allow"),
  "claim-used": claimOf([...APPROVED, gateOf([]).call, gateOf([]).call, claimOf([]).call]),
  "claim-changed": claimOf([...APPROVED, gateOf([]).call], CHANGED),
  claim: claimOf([...APPROVED, gateOf([]).call]),
} as const satisfies Record<string, GateCase>;

export type CaseName = keyof typeof GATE_CASES;
export type GateCases = Readonly<Record<CaseName, GateCase>>;
