import { join } from "node:path";
import { consoleModel } from "../../fixtures/model-scripts/console.ts";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import { openSessionFolder, resolveFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import { createTeam, LEAD } from "../../lessons/s15-mailboxes/team.ts";
import { makeTemporaryFolder } from "../../lessons/s15-mailboxes/trusted-folder.ts";
import { openDecisionLog } from "../../lessons/s16-team-protocols/run/decision-log.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { ConsoleEvent } from "./console-event.ts";
import type { Room } from "./room.ts";
import { teamFile } from "./team-file.ts";
import { layOutWorkspace, openWorkspace } from "./workspace.ts";

/** An afternoon at the console needs more than the practice. */
export const consoleLimits: Readonly<Limits> = {
  bodyCharacters: 2_000,
  mailboxMessages: 200,
  mailboxBytes: 500_000,
  sessionRequests: 100,
};

export type RoomOptions = {
  /** Empty or not there yet. Without it: a new temporary folder. */
  directory?: string | undefined;
  decide: Room["decide"];
  /** Shows an event. `team.json` is saved right after it. */
  show: (event: ConsoleEvent) => void;
  environment: NodeJS.ProcessEnv;
  interpreter: Interpreter | string;
  signal?: AbortSignal;
  model?: Model;
  limits?: Limits;
};

export type OpenRoom = { room: Room; directory: string; isSaved: () => boolean };

/**
 * Opens a session with the lead alone: mailboxes and `team.json` in the folder, the team's files in its folder
 * `workspace`. Throws what `makeTemporaryFolder`, `openSessionFolder` and `layOutFolder` throw.
 */
export async function openRoom(options: RoomOptions): Promise<OpenRoom> {
  const {
    show,
    decide,
    environment,
    interpreter,
    signal,
    model = consoleModel(),
    limits = consoleLimits,
  } = options;
  const directory = options.directory
    ? resolveFolder(options.directory)
    : makeTemporaryFolder("two-gates-console-");
  const team = createTeam([[LEAD, "talks to you, reviews plans, asks for shutdowns"]]);
  const session = await openSessionFolder(directory, team, {
    limits,
    onNotice: (text) => show({ event: "notice", text }),
  });
  const path = join(directory, "workspace");
  layOutWorkspace(path);
  const workspace = openWorkspace(path);
  const room: Room = {
    session: { ...session, requests: new Map() },
    workspace,
    decisions: openDecisionLog(directory),
    model,
    decide,
    environment,
    interpreter,
    ...(signal && { signal }),
    assignments: new Map(),
    works: new Map(),
    broadcasts: new Map(),
    tell: async (event) => {
      show(event);
      const complaint = file.save();
      if (complaint) show({ event: "notice", text: complaint });
    },
  };
  const file = teamFile(room, directory);
  const complaint = file.save();
  if (complaint) show({ event: "notice", text: complaint });
  return { room, directory, isSaved: file.isSaved };
}
