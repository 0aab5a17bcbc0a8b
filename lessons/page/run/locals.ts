import type { Snapshot } from "../../../fixtures/scenarios/trace.ts";
import type { Member, Team } from "../../s15-mailboxes/team.ts";
import type { ProtocolSession, ProtocolState } from "../../s16-team-protocols/protocol-state.ts";

type Locals = Snapshot["locals"];
type Json = Locals[string];

/**
 * The variables at a stop, copied as JSON. A variable whose declaration has not run yet throws when it is read: it is
 * left out. So are the session, its state and the parts of it, which a snapshot holds anyway, and what JSON cannot say
 * (functions, instances of classes). Of a member only what tells who it is stays.
 */
export function localsOf(
  variables: Readonly<Record<string, unknown>>,
  session: ProtocolSession,
  state: ProtocolState,
): Locals {
  const members = new Set<unknown>(state.team.values());
  const parts = new Set<unknown>([session, ...Object.values(state)]);
  const locals: Locals = {};
  for (const name of Object.keys(variables)) {
    const value = readVariable(variables, name);
    const isShownAnyway = parts.has(value) || isStateOf(value, state.team);
    const copy = isShownAnyway ? undefined : copyJson(members.has(value) ? identity(value as Member) : value);
    if (copy !== undefined) locals[name] = copy;
  }
  return locals;
}

function readVariable(variables: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return variables[name];
  } catch {
    return undefined;
  }
}

/** By its team, because a session whose saves fail hands its sections a copy with other mailboxes. */
function isStateOf(value: unknown, team: Team): boolean {
  return typeof value === "object" && value !== null && "team" in value && value.team === team;
}

function identity({ name, status, incarnation }: Member): Json {
  return { name, status, incarnation };
}

function copyJson(value: unknown): Json | undefined {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value as Json;
  if (Array.isArray(value)) return value.map((element) => copyJson(element) ?? null);
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const copy: Record<string, Json> = {};
  for (const [key, part] of Object.entries(value)) {
    const copied = copyJson(part);
    if (copied !== undefined) copy[key] = copied;
  }
  return copy;
}
