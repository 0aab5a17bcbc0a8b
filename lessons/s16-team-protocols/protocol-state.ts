import * as z from "zod";
import { type Limits, practiceLimits } from "../s15-mailboxes/limits.ts";
import { MemoryMailStore } from "../s15-mailboxes/mail-store.ts";
import { MemorySession } from "../s15-mailboxes/memory-session.ts";
import type { Session, SessionState } from "../s15-mailboxes/session.ts";
import { copyTeam, type Team } from "../s15-mailboxes/team.ts";
import { protocolResponse, requestKind, requestStatus } from "./protocol-message.ts";
import { processOutcome, type SessionEvent } from "./session-event.ts";

/**
 * The exact work that a plan is about. The host writes it into the record; it is never taken out of a text.
 */
export const approvedWork = z
  .strictObject({
    /** The whole SHA-256 of what runs, as 64 hexadecimal digits. */
    sha256: z.string(),
    /** The real path of the program that is started, and its parameters. */
    command: z.array(z.string()).readonly(),
    /** The real path of the working folder. */
    folder: z.string(),
    /** The call that the hash stands for, where a plan is about one call: what the one who approves is shown. */
    call: z.strictObject({ tool: z.string(), input: z.record(z.string(), z.string()) }).optional(),
  })
  .readonly();
export type ApprovedWork = z.output<typeof approvedWork>;

/** One request. It keeps two facts apart: the saved `reply`, and the matched `status`. */
export const requestRecord = z.strictObject({
  kind: requestKind,
  sender: z.string(),
  target: z.string(),
  payload: z.string(),
  /** Changes only when the sender matches the reply or withdraws, never when the reply is saved. */
  status: requestStatus,
  /** The reply that was saved in the sender's mailbox. */
  reply: protocolResponse.nullable(),
  /** The id of the letter that carries the request. */
  receipt: z.string(),
  /** What a plan is about, down to the bytes. Null for a plan of words alone, and for a shutdown. */
  work: approvedWork.nullable(),
  /** An approval is good for one run. */
  used: z.boolean(),
  /** Which bearer of the teammate's name this is about. */
  incarnation: z.number(),
});
export type RequestRecord = z.output<typeof requestRecord>;

export type RequestTable = Map<string, RequestRecord>;

/**
 * What became of an approval that was used. `started` without an end is nobody's to start again: once nobody who could
 * know it is there, it is `outcome-unknown`. `not-started`: the host that claimed it knows that nothing ran.
 */
export const runRecord = z.strictObject({
  member: z.string(),
  work: approvedWork,
  status: z.enum(["started", "ended", "not-started", "outcome-unknown"]),
  outcome: processOutcome.nullable(),
});
export type RunRecord = z.output<typeof runRecord>;

/** The state of s15 with the requests, the runs by the request that allowed them, and what the host notes. */
export type ProtocolState = Omit<SessionState, "tell"> & {
  requests: RequestTable;
  runs: Map<string, RunRecord>;
  /** What the host keeps with the session, by key, as JSON. The protocol never reads it. A note is never removed: null is none. */
  notes: Map<string, unknown>;
  tell: (event: SessionEvent) => void;
};

export type ProtocolSession = Session<ProtocolState>;

/** The state of a session that begins. */
export function createProtocolState(team: Team, limits: Limits = practiceLimits): ProtocolState {
  return {
    team,
    limits,
    mail: new MemoryMailStore(),
    requests: new Map(),
    runs: new Map(),
    notes: new Map(),
    tell: () => undefined,
  };
}

/** A copy for a section to work on: changing it changes nothing of the original. */
export function copyProtocolState(
  { limits, team, requests, runs, notes }: ProtocolState,
  parts: Pick<ProtocolState, "mail" | "tell">,
): ProtocolState {
  return {
    ...parts,
    limits,
    team: copyTeam(team),
    requests: copyRecords(requests),
    runs: copyRecords(runs),
    notes: new Map(notes),
  };
}

function copyRecords<Record extends object>(records: Map<string, Record>): Map<string, Record> {
  return new Map([...records].map(([id, record]) => [id, { ...record }]));
}

export type MemoryProtocolSession = MemorySession<ProtocolState>;

/** A session in memory with the requests. */
export function createMemorySession(
  team: Team,
  { limits, show }: { limits?: Limits; show?: (event: SessionEvent) => void | Promise<void> } = {},
): MemoryProtocolSession {
  return new MemorySession(createProtocolState(team, limits), {
    copy: copyProtocolState,
    ...(show && { show }),
  });
}

/** Letters and requests of a closed member never reach a later one that bears the same name. */
export function isCurrent({ team }: Pick<ProtocolState, "team">, record: RequestRecord): boolean {
  return team.get(teammateOf(record))?.incarnation === record.incarnation;
}

/** The teammate that a request is about: who sent a plan, who is asked to shut down. */
export function teammateOf({ kind, sender, target }: RequestRecord): string {
  return kind === "plan" ? sender : target;
}
