import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ProtocolError } from "../../../lessons/s15-mailboxes/protocol-error.ts";
import { startSession } from "../../../lessons/x1-shared-session/folder-session.ts";
import { layOutWorkspace, practiceTeam } from "../../../user_code/practice/setup.ts";
import { temporaryFolder } from "../../harness/sessions.ts";
import type { Way } from "./way.ts";

/** Starts a session in a folder that somebody has prepared. */
const start = (name: string, prepare: (folder: string) => string | undefined): Way => ({
  name,
  attempt: async () => {
    const folder = prepare(temporaryFolder());
    if (folder === undefined) return { through: false, answer: "not tried here" };
    try {
      await startSession(folder, practiceTeam(), { program: "practice" });
      layOutWorkspace(folder);
      return { through: true, answer: "started" };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { through: false, answer: error.code };
    }
  },
});

const made = (folder: string, mode: number): string => {
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
};

export const sessionWays: Way[] = [
  start("start a session in a folder that everybody can write to", (folder) =>
    made(join(folder, "open"), 0o777),
  ),
  start("start a session below a folder that everybody can write to", (folder) =>
    made(join(made(join(folder, "open"), 0o777), "mine"), 0o700),
  ),
  start("start a session in a link to a folder", (folder) => {
    symlinkSync(made(join(folder, "real"), 0o700), join(folder, "link"));
    return join(folder, "link");
  }),
  start("start a session in a folder in which somebody has put a workspace", (folder) => {
    mkdirSync(join(folder, "workspace"));
    writeFileSync(join(folder, "workspace/main.py"), "print('planted')");
    return folder;
  }),
  start("start a session in a folder of another user", (folder) => {
    const theirs = made(join(folder, "theirs"), 0o700);
    try {
      chownSync(theirs, 65_534, 65_534);
      return theirs;
    } catch {
      // Only root can give a folder away, and only where other users exist.
      return undefined;
    }
  }),
];
