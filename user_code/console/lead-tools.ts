import * as z from "zod";
import { defineTool, Refusal, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { requireText, trimText } from "../../lessons/s15-mailboxes/limits.ts";
import { ProtocolError, quoted } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import { broadcast, forgetRecipient } from "./broadcast.ts";
import { letterTools } from "./letter-tools.ts";
import { openAndTell, replyAndTell } from "./protocol.ts";
import { type Room, statusOf } from "./room.ts";
import { workTools } from "./work-tools.ts";

const ROLE = { what: "role", minimum: 1, maximum: 60, code: "body-length" } as const;
const PROMPT = { what: "prompt", minimum: 1, maximum: 500, code: "body-length" } as const;

/** The twelve tools of the lead, in the order of the lesson. */
export function leadTools(room: Room): Tool[] {
  const [sendMessage, readInbox] = letterTools(room, LEAD);
  return [
    ...workTools(room, LEAD),
    spawnTeammate(room),
    listTeammates(room),
    ...(sendMessage ? [sendMessage] : []),
    ...(readInbox ? [readInbox] : []),
    broadcastTool(room),
    shutdownRequest(room),
    shutdownResponse(room),
    planApproval(room),
  ];
}

function spawnTeammate(room: Room): Tool {
  return defineTool({
    name: "spawn_teammate",
    description:
      "Takes a new teammate into the team and gives it its task. Its work tools wait for a plan that you have " +
      "approved. With plan_first it submits one for its task right away.",
    access: "protocol",
    input: z.strictObject({
      name: z.string(),
      role: z.string(),
      prompt: z.string(),
      plan_first: z.boolean().optional(),
    }),
    run: async ({ name, plan_first: planFirst = false, ...texts }) => {
      const role = requireText(texts.role, ROLE);
      const prompt = requireText(texts.prompt, PROMPT);
      const { status, member } = await joinTeam(room.session, { name, role });
      if (status === "taken") {
        throw new Refusal(
          "name-taken",
          `${member.name} is on the team already (${statusOf(room, member.name)}). Choose another name, or ask for its shutdown first.`,
        );
      }
      forgetRecipient(room, name);
      room.assignments.set(name, {
        prompt,
        planFirst,
        planId: undefined,
        isBegun: false,
        isUnfinished: false,
        consent: undefined,
      });
      const { incarnation } = member;
      await room.tell({ event: "member_joined", member: name, role, incarnation, plan_first: planFirst });
      return JSON.stringify({ name, role, status, plan_first: planFirst });
    },
  });
}

function listTeammates(room: Room): Tool {
  return defineTool({
    name: "list_teammates",
    description: "Returns every teammate with role and status, closed ones too.",
    access: "read",
    input: z.strictObject({}),
    run: async () => {
      const teammates = [...room.assignments.keys()].map((name) => ({
        name,
        role: room.session.team.get(name)?.role ?? "",
        status: statusOf(room, name),
      }));
      return JSON.stringify(teammates);
    },
  });
}

function broadcastTool(room: Room): Tool {
  return defineTool({
    name: "broadcast",
    description:
      "Sends the same words to every teammate, or to those that recipients names. Says for each what became of it; " +
      "the same words again reach only those who did not get them.",
    access: "protocol",
    input: z.strictObject({ content: z.string(), recipients: z.array(z.string()).max(50).optional() }),
    run: async ({ content, recipients }) => {
      const deliveries = await broadcast(room, {
        sender: LEAD,
        content: trimText(content),
        ...(recipients && { recipients }),
      });
      const report = JSON.stringify(deliveries);
      const isComplete = deliveries.every((delivery) => delivery.status === "queued");
      return isComplete ? report : { content: report, is_error: true };
    },
  });
}

function shutdownRequest(room: Room): Tool {
  return defineTool({
    name: "shutdown_request",
    description: "Asks a teammate to shut down. It may agree or refuse.",
    access: "protocol",
    input: z.strictObject({ teammate: z.string(), reason: z.string().optional() }),
    run: async ({ teammate, reason = "Finish, then close." }) => {
      const request = { sender: LEAD, target: teammate, kind: "shutdown", payload: reason } as const;
      return JSON.stringify({ teammate, ...(await openAndTell(room, request)) });
    },
  });
}

function shutdownResponse({ session }: Room): Tool {
  return defineTool({
    name: "shutdown_response",
    description: "Returns how a shutdown request stands.",
    access: "read",
    input: z.strictObject({ request_id: z.string() }),
    run: async ({ request_id }) => {
      const record = session.requests.get(request_id);
      if (record?.kind !== "shutdown") {
        throw new ProtocolError("not-pending", `There is no shutdown request ${quoted(request_id)}.`);
      }
      const { target, status, reply } = record;
      return JSON.stringify({ request_id, teammate: target, status, feedback: reply?.feedback ?? "" });
    },
  });
}

function planApproval(room: Room): Tool {
  return defineTool({
    name: "plan_approval",
    description: "Approves or rejects the plan of a teammate, once.",
    access: "protocol",
    input: z.strictObject({ request_id: z.string(), approve: z.boolean(), feedback: z.string().optional() }),
    run: async ({ request_id, approve, feedback = "" }) => {
      const reply = { request_id, actor: LEAD, approve, feedback };
      const result = await replyAndTell(room, reply);
      const teammate = room.session.requests.get(request_id)?.sender ?? "";
      return JSON.stringify({ ...result, teammate, approve, feedback });
    },
  });
}
