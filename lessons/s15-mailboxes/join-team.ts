import { readMailbox, type Session } from "./mailbox.ts";
import { createMember, type Member, requireMemberName } from "./team.ts";

/**
 * Takes a member into the team, under the shared lock.
 *
 * The name of a closed member can be taken again: the new bearer counts as the next incarnation and starts with an
 * empty mailbox and an empty history, so nothing that was meant for the earlier one reaches it. `taken` means that
 * an open member bears the name; nothing changed then. Throws `unknown-member` for a name that cannot be one,
 * `mailbox-corrupt` when the earlier one's mailbox does not validate (it is left as it is), and what the lock and the
 * mail store throw.
 */
export async function joinTeam(
  session: Session,
  newcomer: { name: string; role: string },
): Promise<{ status: "joined" | "taken"; member: Member }> {
  const name = requireMemberName(newcomer.name);
  return session.lock.run(() => {
    const earlier = session.team.get(name);
    if (earlier && earlier.status !== "closed") return { status: "taken", member: earlier };
    if (earlier) {
      readMailbox(session, name);
      session.mail.replace(name, "");
    }
    const member = createMember(name, newcomer.role, (earlier?.incarnation ?? 0) + 1);
    session.team.set(name, member);
    return { status: "joined", member };
  });
}
