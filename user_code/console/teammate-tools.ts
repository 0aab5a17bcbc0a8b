import * as z from "zod";
import { defineTool, Refusal, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { trimText } from "../../lessons/s15-mailboxes/limits.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import { planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import { workOf } from "./gates.ts";
import { letterTools } from "./letter-tools.ts";
import { openAndTell, replyAndTell } from "./protocol.ts";
import { assignmentOf, type Room } from "./room.ts";
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

function shutdownResponse(room: Room, member: string): Tool {
  return defineTool({
    name: "shutdown_response",
    description:
      "Answers a shutdown request of the lead. A yes is sent when your turn ends, and closes you; a no needs a reason.",
    access: "protocol",
    input: z.strictObject({ request_id: z.string(), approve: z.boolean(), reason: z.string().optional() }),
    run: async ({ request_id, approve, reason = "" }) => {
      const assignment = assignmentOf(room, member);
      const reply = { request_id, actor: member, approve, feedback: reason };
      const result = await replyAndTell(room, reply);
      if (result.status === "deferred") assignment.consent = { request_id, feedback: reason };
      else if (assignment.consent?.request_id === request_id) assignment.consent = undefined;
      return JSON.stringify(result);
    },
  });
}

function planApproval(room: Room, member: string): Tool {
  return defineTool({
    name: "plan_approval",
    description:
      "Sends a plan to the lead for approval: what you will do in words, and the one call that you will make. An " +
      "approval is good for exactly that call, once.",
    access: "protocol",
    input: z.strictObject({ plan: z.string(), work: plannedCall }),
    run: async ({ plan, work: { tool, input } }, { id }) => {
      const call = readWork({ name: tool, input });
      const approved = call && workOf(room, { type: "tool_use", id, name: tool, input });
      if (!call || !approved) {
        throw new Refusal("invalid-input", `${tool} does not take that input. Plan a call that it takes.`);
      }
      const words = trimText(plan) === "" ? "" : `${trimText(plan)} (${tool})`;
      const request = { sender: member, target: LEAD, kind: "plan", work: approved } as const;
      const payload = planPayload(words, approved);
      const opened = await openAndTell(room, { ...request, payload }, call);
      assignmentOf(room, member).planId = opened.request_id;
      return JSON.stringify(opened);
    },
  });
}
