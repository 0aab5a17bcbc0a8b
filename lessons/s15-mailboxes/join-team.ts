import { readMailbox, type Session } from "./mailbox.ts";
import { namedValues, ProtocolError } from "./protocol-error.ts";
import { createMember, type Member, requireMemberName } from "./team.ts";

/**
 * Takes a member into the team, under the shared lock.
 *
 * The name of a closed member can be taken again: the new bearer counts as the next incarnation and starts with an
 * empty mailbox and an empty history, so nothing that was meant for the earlier one reaches it. `taken` means that
 * an open member bears the name; nothing changed then.
 *
 * Throws `unknown-member` for a name that cannot be one. For a name that nobody has borne, `mailbox-unsafe` when a
 * mailbox lies there all the same: whoever wrote it was not this session, so it is neither handed over nor removed.
 * For the name of a closed member, `mailbox-corrupt`, `mailbox-too-large` or `mailbox-unsafe` when its mailbox does not
 * validate (it is left as it is), and `save-failed` or `lock-lost` when it cannot be emptied. `lock-timeout` for both.
 */
export async function joinTeam(
  session: Session,
  newcomer: { name: string; role: string },
): Promise<{ status: "joined" | "taken"; member: Member }> {
  const name = requireMemberName(namedValues(newcomer).name);
  return session.lock.run(() => {
    const earlier = session.team.get(name);
    if (earlier && earlier.status !== "closed") return { status: "taken", member: earlier };
    if (earlier) {
      readMailbox(session, name);
      session.mail.replace(name, "");
    } else {
      requireNoMailbox(session, name);
    }
    const member = createMember(name, newcomer.role, (earlier?.incarnation ?? 0) + 1);
    session.team.set(name, member);
    return { status: "joined", member };
  });
}

function requireNoMailbox({ mail }: Session, name: string): void {
  try {
    if (mail.read(name) === "") return;
  } catch (error) {
    // A link, a pipe, a folder: the store says so itself.
    if (!(error instanceof ProtocolError) || error.code === "mailbox-unsafe") throw error;
  }
  const file = `${name}.jsonl`;
  throw new ProtocolError(
    "mailbox-unsafe",
    `${file} lies in the session folder already, though no member of this session bore that name. Move it away, or ` +
      "choose another name.",
    { file },
  );
}
