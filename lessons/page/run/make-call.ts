import * as z from "zod";
import { callObserved, setUpScenario, withBrokenSaves } from "../../../fixtures/scenarios/scenario.ts";
import type { ToolUseBlock } from "../../s01-agent-loop/model.ts";
import {
  defineTool,
  dispatchOnly,
  executeGuarded,
  type Tool,
  type ToolAccess,
} from "../../s04-permission/execute-guarded.ts";
import { type BeforeHook, executeHooked } from "../../s07-hooks/execute-hooked.ts";
import { joinTeam } from "../../s15-mailboxes/join-team.ts";
import { sendMessage } from "../../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../s15-mailboxes/protocol-error.ts";
import { runMember } from "../../s15-mailboxes/run-member.ts";
import { requireMember } from "../../s15-mailboxes/team.ts";
import { consumeResponses } from "../../s16-team-protocols/consume-responses.ts";
import { claimPlan, keepRunEnd, planGate } from "../../s16-team-protocols/plan-gate.ts";
import type { ApprovedWork, ProtocolSession } from "../../s16-team-protocols/protocol-state.ts";
import { withdrawRequest } from "../../s16-team-protocols/requests.ts";
import type { Call, OwnStep } from "./call.ts";
import type { CallResult } from "./recording.ts";

/** The tool that the gates of the practice stand before. */
const RUN_MAIN = "run_main";

/** Makes one call. A refusal is a result, and so is every other error: code that lacks a guard may throw anything. */
export async function makeCall(call: Call, session: ProtocolSession): Promise<CallResult> {
  try {
    return await called(call, session);
  } catch (error) {
    if (error instanceof ProtocolError) return { error: { code: error.code, message: error.message } };
    return { fault: { message: String(error) } };
  }
}

async function called(call: Call, session: ProtocolSession): Promise<CallResult> {
  switch (call.function) {
    case "withdraw_request":
      return withdrawRequest(session, call.arguments);
    case "consume_responses":
      return { letters: await consumeResponses(session, call.arguments.recipient) };
    case "plan_gate":
      return { block: (await gateOf(call.arguments, session)(callOf(RUN_MAIN))) ?? null };
    case "claim_plan": {
      const { actor, request_id: requestId, work } = call.arguments;
      return { block: (await claimPlan(session, { actor, requestId, work: work ?? undefined })) ?? null };
    }
    case "execute_guarded": {
      const { tool, input, tools, host, only } = call.arguments;
      const asked = callOf(tool, input);
      const registered = tools.map(toolOf);
      const single = registered.find(({ name }) => name === only);
      if (single) return { tool_result: await dispatchOnly(single)(asked) };
      return { tool_result: await executeGuarded(asked, registered, () => host) };
    }
    case "send_message":
      return sendMessage(session, call.arguments);
    case "join_team": {
      const { status, member } = await joinTeam(session, { name: call.arguments.member, role: "" });
      return { status, incarnation: member.incarnation };
    }
    case "run_member":
      return { status: await turnOf(call.arguments.member, session) };
    case "keep_run_end": {
      const { request_id, exit_code } = call.arguments;
      const outcome = { ...NOTHING_PRINTED, exit_code };
      await session.transact((state) => keepRunEnd(state, request_id, outcome));
      const kept = await session.transact(({ runs }) => runs.get(request_id)?.outcome);
      return { isKept: kept === outcome };
    }
    case "execute_hooked": {
      const { host } = call.arguments;
      const hooks = { before: [gateOf(call.arguments, session)] };
      const tools = [toolOf({ name: RUN_MAIN, access: "execute" })];
      return { tool_result: await executeHooked(callOf(RUN_MAIN), tools, () => host, hooks) };
    }
    default:
      return callObserved(call, session);
  }
}

const NOTHING_PRINTED = {
  status: "exited",
  signal: null,
  stdout: { text: "", cut: false },
  stderr: { text: "", cut: false },
} as const;

/** Begins a turn, which waits before the model is asked and never goes on: the session is dropped with it. */
function turnOf(name: string, session: ProtocolSession): Promise<"running" | "busy" | "unavailable"> {
  const never = (): Promise<never> => new Promise(() => undefined);
  return new Promise((resolve, reject) => {
    const prepare = (): Promise<never> => {
      resolve("running");
      return never();
    };
    const turn = { name, tools: [], model: { respond: never }, prepare, execute: never };
    runMember(session, turn).then(({ status }) => {
      if (status === "busy" || status === "unavailable") resolve(status);
    }, reject);
  });
}

function gateOf(
  { actor, request_id, work }: { actor: string; request_id: string | null; work: ApprovedWork | null },
  session: ProtocolSession,
): BeforeHook {
  return planGate(session, {
    actor,
    requestId: () => request_id ?? undefined,
    covers: [RUN_MAIN],
    work: () => work ?? undefined,
  });
}

function callOf(name: string, input: ToolUseBlock["input"] = {}): ToolUseBlock {
  return { type: "tool_use", id: "call-1", name, input };
}

function toolOf({ name, access }: { name: string; access: ToolAccess }): Tool {
  const run = async (): Promise<string> => `${name} ran.`;
  return defineTool({ name, description: "", access, input: z.strictObject({}), run });
}

/** Puts in place what no call brings about, and gives the session to go on with. */
export async function putInPlace(
  step: Exclude<OwnStep, Call>,
  session: ProtocolSession,
): Promise<ProtocolSession> {
  switch (step.circumstance) {
    case "saves_fail":
      return withBrokenSaves(session);
    case "member_is_closed":
      await session.transact(({ team }) => {
        requireMember(team, step.member).status = "closed";
      });
      return session;
    case "member_joins":
      await joinTeam(session, { name: step.member, role: "" });
      return session;
    case "letter_is_sent":
      await sendMessage(session, step);
      return session;
    case "letter_by_hand":
      await session.transact(({ mail }) =>
        mail.replace(step.mailbox, `${mail.read(step.mailbox)}${JSON.stringify(step.letter)}\n`),
      );
      return session;
    default:
      return setUpScenario({ setup: [step] }, session);
  }
}
