import * as z from "zod";
import { defineTool, Refusal, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { trimText } from "../../lessons/s15-mailboxes/limits.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import { planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import {
  type OpenResult,
  openRequest,
  type ReplyResult,
  replyRequest,
} from "../../lessons/s16-team-protocols/requests.ts";
import { workOf } from "./gates.ts";
import { assignmentOf, changeAssignment } from "./host-notes.ts";
import { alsoDoing, keepingOutput } from "./in-one-section.ts";
import { letterTools } from "./letter-tools.ts";
import type { Room } from "./room.ts";
import { plannedCall, readWork } from "./work-call.ts";
import { workTools } from "./work-tools.ts";

/** The eight tools of a teammate, in the order of the lesson. None of them takes a sender: the host binds `member`. */
export function teammateTools(room: Room, member: string): Tool[] {
  return [
    ...workTools(room, member),
    ...letterTools(room, member),
    shutdownResponse(room, member),
    planApproval(room, member),
  ];
}

function shutdownResponse({ session }: Room, member: string): Tool {
  return defineTool({
    name: "shutdown_response",
    description:
      "Answers a shutdown request of the lead. A yes is sent when your turn ends, and closes you; a no needs a reason.",
    access: "protocol",
    input: z.strictObject({ request_id: z.string(), approve: z.boolean(), reason: z.string().optional() }),
    run: async ({ request_id, approve, reason = "" }, call) => {
      const consent = { request_id, feedback: reason };
      const noting = alsoDoing(session, (state, { status }: ReplyResult) =>
        noteConsent(state, member, { ...consent, isGiven: status === "deferred" }),
      );
      const replying = keepingOutput<ReplyResult>(noting, { member, call }, JSON.stringify);
      const reply = { request_id, actor: member, approve, feedback: reason };
      return JSON.stringify(await replyRequest(replying, reply));
    },
  });
}

/** A yes that has to wait is kept; any other answer to the same request takes it back. */
function noteConsent(
  state: ProtocolState,
  member: string,
  { isGiven, ...consent }: { request_id: string; feedback: string; isGiven: boolean },
): void {
  if (isGiven) changeAssignment(state, member, { consent });
  else if (assignmentOf(state, member).consent?.request_id === consent.request_id) {
    changeAssignment(state, member, { consent: null });
  }
}

function planApproval(room: Room, member: string): Tool {
  return defineTool({
    name: "plan_approval",
    description:
      "Sends a plan to the lead for approval: what you will do in words, and the one call that you will make. An " +
      "approval is good for exactly that call, once.",
    access: "protocol",
    input: z.strictObject({ plan: z.string(), work: plannedCall }),
    run: async ({ plan, work: { tool, input } }, call) => {
      const planned = { type: "tool_use", id: call.id, name: tool, input } as const;
      const work = readWork(planned) && workOf(room, planned);
      if (!work) {
        throw new Refusal("invalid-input", `${tool} does not take that input. Plan a call that it takes.`);
      }
      const words = trimText(plan) === "" ? "" : `${trimText(plan)} (${tool})`;
      const noting = alsoDoing(room.session, (state, { request_id }: OpenResult) =>
        changeAssignment(state, member, { planId: request_id }),
      );
      const asking = keepingOutput<OpenResult>(noting, { member, call }, JSON.stringify);
      const request = { sender: member, target: LEAD, kind: "plan", work } as const;
      return JSON.stringify(await openRequest(asking, { ...request, payload: planPayload(words, work) }));
    },
  });
}
