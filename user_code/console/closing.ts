import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import {
  confirmShutdown,
  tellUnanswered as tellAsker,
} from "../../lessons/x1-shared-session/shutdown-boundary.ts";
import { type Assignment, assignmentOf, changeAssignment } from "./host-notes.ts";

/**
 * Sends the yes to its shutdown that a member gave in a turn, now that the turn is over, and so closes it. `unread`
 * when letters came in for which it has had no turn: it is to get one first, and the yes is still there then. Throws
 * what `confirmShutdown` throws.
 */
export async function closeIfAgreed(
  session: ProtocolSession,
  member: string,
): Promise<"closed" | "unread" | "not-agreed"> {
  const consent = await session.transact((state) => openConsent(state, member));
  if (!consent) return "not-agreed";
  const { status } = await confirmShutdown(session, { ...consent, actor: member });
  return status === "unread_letters" ? "unread" : "closed";
}

/** A yes to a request that is settled or withdrawn by now is forgotten. */
function openConsent(state: ProtocolState, member: string): Assignment["consent"] {
  const { consent } = assignmentOf(state, member);
  const record = state.requests.get(consent?.request_id ?? "");
  if (record?.status === "pending" && record.reply === null) return consent;
  if (consent) changeAssignment(state, member, { consent: null });
  return null;
}

/** Tells who asked when a member has read a shutdown and its turn ends without a yes or a no. */
export function tellUnanswered(state: ProtocolState, member: string): void {
  if (assignmentOf(state, member).consent === null) tellAsker(state, member);
}
