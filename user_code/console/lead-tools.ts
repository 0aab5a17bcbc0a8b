import * as z from "zod";
import { defineTool, Refusal, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { keepOutput } from "../../lessons/s15-mailboxes/kept-result.ts";
import { requireText, trimText } from "../../lessons/s15-mailboxes/limits.ts";
import { ProtocolError, quoted } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { LEAD, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import {
  type OpenResult,
  openRequest,
  type ReplyResult,
  replyRequest,
} from "../../lessons/s16-team-protocols/requests.ts";
import { broadcast, forgetRecipient } from "./broadcast.ts";
import { assign, teammatesOf } from "./host-notes.ts";
import { keepingOutput } from "./in-one-section.ts";
import { letterTools } from "./letter-tools.ts";
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

function spawnTeammate({ session, attend }: Room): Tool {
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
    run: async ({ name, plan_first: planFirst = false, ...texts }, call) => {
      const role = requireText(texts.role, ROLE);
      const prompt = requireText(texts.prompt, PROMPT);
      const result = JSON.stringify({ name, role, status: "joined", plan_first: planFirst });
      const { status } = await joinTeam(session, { name, role }, (state) => {
        forgetRecipient(state, name);
        assign(state, name, { ...NEWCOMER, prompt, planFirst });
        state.tell({ event: "task_given", member: name, task: prompt, plan_first: planFirst });
        keepOutput(state, { member: LEAD, call }, result);
      });
      if (status === "joined") {
        await attend(name);
        return result;
      }
      const shown = await session.transact((state) => statusOf(state, name));
      throw new Refusal(
        "name-taken",
        `${name} is on the team already (${shown}). Choose another name, or ask for its shutdown first.`,
      );
    },
  });
}

/** What is noted of a teammate that has done nothing yet. */
const NEWCOMER = { planId: null, isBegun: false, isUnfinished: false, consent: null } as const;

function listTeammates({ session }: Room): Tool {
  return defineTool({
    name: "list_teammates",
    description: "Returns every teammate with role and status, closed ones too.",
    access: "read",
    input: z.strictObject({}),
    run: () =>
      session.transact((state) => {
        const teammates = teammatesOf(state).map((name) => ({
          name,
          role: requireMember(state.team, name).role,
          status: statusOf(state, name),
        }));
        return JSON.stringify(teammates);
      }),
  });
}

function broadcastTool({ session }: Room): Tool {
  return defineTool({
    name: "broadcast",
    description:
      "Sends the same words to every teammate, or to those that recipients names. Says for each what became of it; " +
      "the same words again reach only those who did not get them.",
    access: "protocol",
    input: z.strictObject({ content: z.string(), recipients: z.array(z.string()).max(50).optional() }),
    run: ({ content, recipients }, call) =>
      broadcast(
        session,
        { sender: LEAD, content: trimText(content), ...(recipients && { recipients }) },
        call,
      ),
  });
}

function shutdownRequest({ session }: Room): Tool {
  return defineTool({
    name: "shutdown_request",
    description: "Asks a teammate to shut down. It may agree or refuse.",
    access: "protocol",
    input: z.strictObject({ teammate: z.string(), reason: z.string().optional() }),
    run: async ({ teammate, reason = "Finish, then close." }, call) => {
      const request = { sender: LEAD, target: teammate, kind: "shutdown", payload: reason } as const;
      const resultOf = (opened: OpenResult): string => JSON.stringify({ teammate, ...opened });
      const asking = keepingOutput(session, { member: LEAD, call }, resultOf);
      return resultOf(await openRequest(asking, request));
    },
  });
}

function shutdownResponse({ session }: Room): Tool {
  return defineTool({
    name: "shutdown_response",
    description: "Returns how a shutdown request stands.",
    access: "read",
    input: z.strictObject({ request_id: z.string() }),
    run: ({ request_id }) =>
      session.transact(({ requests }) => {
        const record = requests.get(request_id);
        if (record?.kind !== "shutdown") {
          throw new ProtocolError("not-pending", `There is no shutdown request ${quoted(request_id)}.`);
        }
        const { target, status, reply } = record;
        return JSON.stringify({ request_id, teammate: target, status, feedback: reply?.feedback ?? "" });
      }),
  });
}

function planApproval({ session }: Room): Tool {
  return defineTool({
    name: "plan_approval",
    description: "Approves or rejects the plan of a teammate, once.",
    access: "protocol",
    input: z.strictObject({ request_id: z.string(), approve: z.boolean(), feedback: z.string().optional() }),
    run: async ({ request_id, approve, feedback = "" }, call) => {
      const teammate = await session.transact(({ requests }) => requests.get(request_id)?.sender ?? "");
      const resultOf = (replied: ReplyResult): string =>
        JSON.stringify({ ...replied, teammate, approve, feedback });
      const replying = keepingOutput(session, { member: LEAD, call }, resultOf);
      return resultOf(await replyRequest(replying, { request_id, actor: LEAD, approve, feedback }));
    },
  });
}
