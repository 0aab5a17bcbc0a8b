import { readMailbox } from "./mailbox.ts";
import { namedValues, ProtocolError, quoted } from "./protocol-error.ts";
import type { Session, SessionState } from "./session.ts";
import { createMember, type Member, requireMemberName } from "./team.ts";

/**
 * Takes a member into the team, under the shared lock.
 *
 * The name of a closed member can be taken again: the new bearer counts as the next incarnation and starts with an
 * empty mailbox and an empty history, so nothing that was meant for the earlier one reaches it. `taken` means that
 * an open member bears the name; nothing changed then.
 *
 * Throws `unknown-member` for a name that cannot be one, `malformed-text` for a role that is no well-formed text. For a name that nobody has borne, `mailbox-unsafe` when a
 * mailbox lies there all the same: whoever wrote it was not this session, so it is neither handed over nor removed.
 * For the name of a closed member, `mailbox-corrupt`, `mailbox-too-large` or `mailbox-unsafe` when its mailbox does not
 * validate (it is left as it is), and `save-failed` or `lock-lost` when it cannot be emptied. `lock-timeout` for both.
 */
export async function joinTeam<State extends SessionState>(
  session: Session<State>,
  newcomer: { name: string; role: string },
  /** Runs in the same section once the member has joined. */
  welcome: (state: State, member: Member) => void = () => undefined,
): Promise<{ status: "joined" | "taken"; member: Readonly<Member> }> {
  const name = requireMemberName(namedValues(newcomer).name);
  const role = requireRole(newcomer.role);
  return session.transact((state) => {
    const earlier = state.team.get(name);
    if (earlier && earlier.status !== "closed") return { status: "taken", member: earlier };
    if (earlier) {
      readMailbox(state, name);
      state.mail.replace(name, "");
    } else {
      requireNoMailbox(state, name);
    }
    const member = createMember(name, role, (earlier?.incarnation ?? 0) + 1);
    // Whoever plays the name goes on to play it.
    member.epoch = earlier?.epoch ?? 0;
    state.team.set(name, member);
    state.tell({ event: "member_joined", member: name, role, incarnation: member.incarnation });
    welcome(state, member);
    return { status: "joined", member };
  });
}

/** A role of another kind could be joined with, and not be kept. */
function requireRole(role: unknown): string {
  if (typeof role === "string" && role.isWellFormed()) return role;
  throw new ProtocolError("malformed-text", `The role must be well-formed text, not ${quoted(role)}.`);
}

function requireNoMailbox({ mail }: SessionState, name: string): void {
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
