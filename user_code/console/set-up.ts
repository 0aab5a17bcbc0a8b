import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { consoleModel } from "../../fixtures/model-scripts/console.ts";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { resolveFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import { createTeam, LEAD } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { say } from "../../lessons/strings/say.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { SESSION_FILE } from "../../lessons/x1-shared-session/session-file.ts";
import type { SharedSession } from "../../lessons/x1-shared-session/shared-session.ts";
import { Fault } from "../fault.ts";
import { joinAt, type OpenOptions, type Place, startAt, startOrJoinAt } from "../store.ts";
import { isLaidOut, noteLaidOut, requireNotes, teammatesOf } from "./host-notes.ts";
import { LEAD_ROLE, type Room, statusOf } from "./room.ts";
import { closeWorkspace, layOutWorkspace, openWorkspace, type Workspace } from "./workspace.ts";

/** An afternoon at the console needs more than the practice. */
export const consoleLimits: Readonly<Limits> = {
  bodyCharacters: 2_000,
  mailboxMessages: 200,
  mailboxBytes: 500_000,
  sessionRequests: 100,
};

export type RoomOptions = {
  /** Empty, not there yet, or that of a session of the console. Without it: a new temporary folder. */
  place: Place;
  /** Takes no team up: there must be no session yet. */
  isNew?: boolean;
  decide: Room["decide"];
  /** Shows an event, which has been kept. */
  show: (event: SessionEvent) => void | Promise<void>;
  environment: NodeJS.ProcessEnv;
  interpreter: Interpreter | string;
  signal?: AbortSignal;
  model?: Model;
  /** For a new session. One that is taken up keeps its own. */
  limits?: Limits;
};

export type OpenRoom = {
  room: Room;
  directory: string;
  /** What was found of a team that is taken up, in a sentence. Undefined for a new one. */
  found: string | undefined;
  /** Whose turn an earlier process has left in the middle. */
  interrupted: readonly string[];
  /** What of the session cannot be read back from the folder, in a sentence. Undefined when all of it can. */
  damage: () => Promise<string | undefined>;
  /** Gives the team up, so that it can be taken up again. */
  leave: () => Promise<void>;
};

/**
 * Opens a session: that of the folder when it holds one, else a new one with the lead alone and the team's files in its
 * folder `workspace`. This process plays all members from then on.
 *
 * Throws what `makeTemporaryFolder`, `startSession`, `joinSession`, `attend` and `layOutFolder` throw, and a `Fault`
 * when the workspace of the team is gone. Nothing in a folder that cannot be opened is changed.
 */
export async function openRoom(options: RoomOptions): Promise<OpenRoom> {
  const { decide, environment, interpreter, signal, model = consoleModel() } = options;
  const { session: shared, isFound } = await openSession(options);
  const { directory } = shared;
  const path = join(directory, "workspace");
  const known = await shared.transact((state) => {
    requireNotes(state);
    const open = [...state.team.values()].filter(({ status }) => status !== "closed");
    return { open: open.map(({ name }) => name), isLaidOut: isLaidOut(state), text: foundText(state) };
  });
  const opened = known.isLaidOut ? openAgain(path) : undefined;
  const { session, interrupted, add, giveUp, leave } = await attend(shared, known.open, {
    onWait: (member, seconds) =>
      options.show({
        event: "notice",
        text: `Waiting up to ${seconds} s: another process seems to play ${member}.`,
      }),
  });
  const workspace = opened ?? (await layOut(session, path));
  const room: Room = {
    session,
    directory,
    workspace,
    model,
    decide,
    environment,
    interpreter,
    attend: add,
    isAttended: (member) => shared.signs.isGiven(member),
    giveUp,
    ...(signal && { signal }),
  };
  return {
    room,
    directory,
    found: isFound ? known.text : undefined,
    interrupted,
    damage: () => damageOf(session),
    leave: async () => {
      closeWorkspace(workspace);
      await leave();
      await shared.close();
    },
  };
}

async function openSession({
  place,
  isNew = false,
  show,
  limits = consoleLimits,
}: RoomOptions): Promise<{ session: SharedSession; isFound: boolean }> {
  const options: OpenOptions = {
    program: "console",
    onNotice: (text) => show({ event: "notice", text }),
    show,
  };
  const team = createTeam([[LEAD, LEAD_ROLE]]);
  const begin = { ...options, limits, prefix: "two-gates-console-" };
  if (!isNew && "url" in place) return startOrJoinAt(place, team, begin);
  if (!isNew && "dir" in place && place.dir && existsSync(join(resolveFolder(place.dir), SESSION_FILE))) {
    return { session: await joinAt(place, options), isFound: true };
  }
  return { session: await startAt(place, team, begin), isFound: false };
}

function openAgain(path: string): Workspace {
  try {
    return openWorkspace(path);
  } catch (error) {
    throw new Fault(
      `The files of the team are not at ${printable(path)} any more. Put them back, or name another folder.`,
      { cause: error },
    );
  }
}

/** Whatever a process that ended at once has laid out is laid out anew: nobody has worked there. */
async function layOut(session: ProtocolSession, path: string): Promise<Workspace> {
  rmSync(path, { recursive: true, force: true });
  layOutWorkspace(path);
  await session.transact(noteLaidOut);
  return openWorkspace(path);
}

function foundText(state: ProtocolState): string {
  const members = teammatesOf(state).map((name) => `${name} (${statusOf(state, name)})`);
  const requests = [...state.requests.values()];
  const pending = requests.filter(({ status }) => status === "pending").length;
  const running = [...state.team.values()].filter(({ status }) => status === "running");
  const interrupted = running.map(({ name }) => name).join(", ");
  const sentences = [
    say("taken-up", { members: ["lead", ...members].join(", ") }),
    ...(requests.length > 0 ? [say("taken-up-requests", { requests: requests.length, pending })] : []),
    ...(interrupted ? [say("taken-up-interrupted", { members: interrupted })] : []),
  ];
  return sentences.reduce((first, second) => say("two-sentences", { first, second }));
}

async function damageOf(session: ProtocolSession): Promise<string | undefined> {
  try {
    await session.transact((state) => {
      for (const name of state.team.keys()) readMailbox(state, name);
    });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
}
