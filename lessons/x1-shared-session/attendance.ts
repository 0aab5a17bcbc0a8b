import { requireMember } from "../s15-mailboxes/team.ts";
import type { ProtocolSession, ProtocolState } from "../s16-team-protocols/protocol-state.ts";
import type { SharedSession, Sign, SignOptions } from "./shared-session.ts";

export type Attendance = {
  /** The session for playing these members: each section of it makes sure that they are still ours. */
  session: ProtocolSession;
  /** Those that were in a turn when the process that played them ended. Settle their calls first. */
  interrupted: readonly string[];
  /** Attends one more member, which has just joined. One that is attended already stays so. */
  add: (member: string) => Promise<void>;
  /** Gives one member up, such as one that could not be freed after its turn. */
  giveUp: (member: string) => Promise<void>;
  /** Gives all members up. Others see them as absent at once. */
  leave: () => Promise<void>;
};

/**
 * Makes this process the one that plays these members.
 *
 * A process that lives and plays one of them already refuses it: `member-attended`, with its process id, and nothing is
 * changed. One whose process has ended is taken over: at once on the same machine, else when its sign of life is stale,
 * which is waited for and told. A sign of life is no exclusion, so attending also counts the member's epoch up in the
 * session: a process that was stopped and overtaken is refused in every section of the attended `session`
 * (`member-attended`) and changes nothing more. Throws `unknown-member`, `save-failed`, `mailbox-unsafe` for a folder of
 * the signs that cannot be trusted, and what a section throws.
 */
export async function attend(
  session: SharedSession,
  members: readonly string[],
  options: SignOptions = {},
): Promise<Attendance> {
  const signs = new Map<string, Sign>();
  const epochs = new Map<string, number>();
  await session.transact(({ team }) => {
    for (const name of members) requireMember(team, name);
  });
  const take = async (names: readonly string[]): Promise<string[]> => {
    const taken: string[] = [];
    try {
      for (const name of names) {
        signs.set(name, await session.signs.give(name, options));
        taken.push(name);
      }
      return await session.transact((state) => beginEpochs(state, names, epochs));
    } catch (error) {
      for (const name of taken) await giveUp(name);
      throw error;
    }
  };
  const giveUp = async (name: string): Promise<void> => {
    await signs.get(name)?.end();
    signs.delete(name);
  };
  const interrupted = await take(members);
  return {
    interrupted,
    session: {
      ...session,
      limits: session.limits,
      transact: async (section) => {
        try {
          return await session.transact((state) => {
            requireEpochs(state, epochs);
            return section(state);
          });
        } catch (error) {
          throw error instanceof Overtaken ? await session.signs.refusal(error.member) : error;
        }
      },
    },
    add: async (name) => {
      if (!signs.has(name)) await take([name]);
    },
    giveUp,
    leave: async () => {
      for (const name of [...signs.keys()]) await giveUp(name);
    },
  };
}

function beginEpochs(state: ProtocolState, names: readonly string[], epochs: Map<string, number>): string[] {
  const members = names.map((name) => requireMember(state.team, name));
  for (const member of members) {
    member.epoch += 1;
    epochs.set(member.name, member.epoch);
  }
  const interrupted = members.filter(({ status }) => status === "running").map(({ name }) => name);
  state.tell({ event: "members_attended", members: [...names], interrupted });
  return interrupted;
}

/** Another process plays the member by now. */
class Overtaken extends Error {
  readonly member: string;

  constructor(member: string) {
    super(`${member} is played by another process.`);
    this.member = member;
  }
}

function requireEpochs({ team }: ProtocolState, epochs: ReadonlyMap<string, number>): void {
  for (const [name, epoch] of epochs) {
    if (team.get(name)?.epoch !== epoch) throw new Overtaken(name);
  }
}
