import { PAYLOAD_CHARACTERS, requireText, trimText } from "../s15-mailboxes/limits.ts";
import { namedValues, ProtocolError, quoted } from "../s15-mailboxes/protocol-error.ts";
import { LEAD, type Member, requireMember } from "../s15-mailboxes/team.ts";
import { consumeResponses } from "./consume-responses.ts";
import type { RequestKind } from "./protocol-message.ts";
import { isCurrent, type ProtocolSession, type ProtocolState, teammateOf } from "./protocol-state.ts";
import { openRequest, replyRequest } from "./requests.ts";

/** What an agent is in the middle of. It is read off the requests and the team each time and kept nowhere else. */
export type AgentState = "idle" | "awaiting_shutdown_response" | "awaiting_plan_approval" | "working";

export type ShutdownMessage = { type: "shutdown_request"; request_id: string; content: string };
export type PlanMessage = { type: "plan_request"; request_id: string; content: string };
export type PendingApproval = { request_id: string; agent: string; plan: string };

/**
 * The state of a member, `closed` included. Only for use inside a critical section.
 *
 * Order: a shutdown that has not been matched yet, then a plan, then a turn that runs. A request of an earlier bearer
 * of the name counts for nothing. Throws `unknown-member`.
 */
export function memberState(state: ProtocolState, agent: string): AgentState | "closed" {
  const member = requireMember(state.team, agent);
  if (pendingRequest(state, "shutdown", member) !== undefined) return "awaiting_shutdown_response";
  if (member.status === "closed") return "closed";
  if (pendingRequest(state, "plan", member) !== undefined) return "awaiting_plan_approval";
  return member.status === "running" ? "working" : "idle";
}

/**
 * The two handshakes as six methods with sentences for people, on the functions of the protocol: there is no second
 * state machine. A request is opened by `openRequest`, an answer saved by `replyRequest` as its target and matched by
 * `consumeResponses` for whoever asked, so the methods refuse whatever those refuse, with the same codes. When an
 * answer is saved and its matching throws (`mailbox-corrupt`, `lock-timeout`, …), the answer stays saved and is matched
 * with the asker's next letters.
 *
 * Source: the `TeamProtocols` skill.
 */
export class TeamProtocols {
  readonly #session: ProtocolSession;

  constructor(session: ProtocolSession) {
    this.#session = session;
  }

  /** Throws `unknown-member`, and `member-closed` for an agent whose shutdown is complete: it is in no state. */
  async state(agent: string): Promise<AgentState> {
    const state = await this.#session.transact((kept) => memberState(kept, agent));
    if (state !== "closed") return state;
    throw new ProtocolError(
      "member-closed",
      `${agent} is closed and in no state any more. Its name can be given to a new member.`,
      { member: agent },
    );
  }

  /** The lead asks `agent` to shut down. The message is saved already; nothing is left to send. Throws what `openRequest` throws. */
  async requestShutdown(agent: string): Promise<ShutdownMessage> {
    const content = "Please shut down gracefully: finish, then close.";
    const { request_id } = await openRequest(this.#session, {
      sender: LEAD,
      target: agent,
      kind: "shutdown",
      payload: content,
    });
    return { type: "shutdown_request", request_id, content };
  }

  /**
   * `agent` answers the shutdown that it was asked for, and the lead takes the answer in. Approval closes the agent;
   * one that is in a turn cannot agree yet, and the sentence says so. `message` has 0 to 120 characters. Throws
   * `unknown-member`, `not-pending` when no shutdown waits for the agent, and what `replyRequest` throws.
   */
  async handleShutdownResponse(
    agent: string,
    answer: { approved: boolean; message?: string },
  ): Promise<string> {
    const { approved, message = "" } = namedValues(answer);
    const request_id = await this.#session.transact((state) =>
      pendingRequest(state, "shutdown", requireMember(state.team, agent)),
    );
    if (request_id === undefined) {
      throw new ProtocolError("not-pending", `No shutdown request waits for an answer of ${quoted(agent)}.`, {
        agent,
      });
    }
    const reply = { request_id, actor: agent, approve: approved, feedback: message };
    const { status } = await replyRequest(this.#session, reply);
    if (status === "deferred")
      return `${capitalized(agent)} is in a turn: its yes has to wait for the end of it.`;
    await consumeResponses(this.#session, LEAD);
    return `${capitalized(agent)} ${approved ? "approved" : "rejected"} shutdown${ending(message)}`;
  }

  /**
   * `agent` asks the lead to approve a plan: summary and detail together have 1 to 178 characters. Throws what
   * `openRequest` throws; `payload-length` also for a part that is no text.
   */
  async requestPlanApproval(agent: string, summary: string, detail: string): Promise<PlanMessage> {
    const parts = [requireText(summary, planPart("summary")), requireText(detail, planPart("detail"))];
    const content = parts.filter(Boolean).join(": ");
    const { request_id } = await openRequest(this.#session, {
      sender: agent,
      target: LEAD,
      kind: "plan",
      payload: content,
    });
    return { type: "plan_request", request_id, content };
  }

  /**
   * The lead decides about a plan, and the agent takes the answer in. The same answer again changes nothing; another
   * one is `decision-conflict`, an id that is no plan waiting for the lead `not-yours`. Throws what `replyRequest`
   * throws.
   */
  async handlePlanResponse(
    requestId: string,
    answer: { approved: boolean; feedback?: string },
  ): Promise<string> {
    const { approved, feedback = "" } = namedValues(answer);
    await replyRequest(this.#session, { request_id: requestId, actor: LEAD, approve: approved, feedback });
    const agent = await this.#session.transact(({ requests }) => requests.get(requestId)?.sender ?? "");
    await consumeResponses(this.#session, agent);
    return `Plan ${approved ? "approved" : "rejected"} for '${agent}'${ending(feedback)}`;
  }

  /** The plans that the lead has not answered, oldest first. */
  async getPendingApprovals(): Promise<PendingApproval[]> {
    return this.#session.transact((state) =>
      [...state.requests]
        .filter(([, { kind, status, reply }]) => kind === "plan" && status === "pending" && reply === null)
        .filter(([, record]) => isCurrent(state, record))
        .map(([request_id, { sender, payload }]) => ({ request_id, agent: sender, plan: payload })),
    );
  }
}

/** The id of the request about this very member that has no matched answer yet. */
function pendingRequest(
  { requests }: ProtocolState,
  kind: RequestKind,
  { name, incarnation }: Member,
): string | undefined {
  for (const [id, record] of requests) {
    const isAbout = record.kind === kind && teammateOf(record) === name && record.incarnation === incarnation;
    if (isAbout && record.status === "pending") return id;
  }
  return undefined;
}

function planPart(part: "summary" | "detail"): Parameters<typeof requireText>[1] {
  return { what: `plan's ${part}`, minimum: 0, maximum: PAYLOAD_CHARACTERS, code: "payload-length" };
}

function capitalized(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function ending(text: string): string {
  const words = trimText(text);
  return words === "" ? "." : `: ${words}`;
}
