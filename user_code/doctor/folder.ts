import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { systemCode } from "../../lessons/s15-mailboxes/system-error.ts";
import { makeTemporaryFolder } from "../../lessons/s15-mailboxes/trusted-folder.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { sentenceFor } from "../fault.ts";
import { practiceTeam } from "../practice/setup.ts";
import { bad, type Check, good } from "./check.ts";

const REMEDY = "Set TMPDIR to a folder of yours on a local disk, or name one with --dir.";

/** The place for temporary files, where a session lies unless another folder is named: made, saved to, and removed. */
export async function checkFolder(): Promise<Check[]> {
  const place = printable(tmpdir());
  let folder: string;
  try {
    folder = makeTemporaryFolder("two-gates-doctor-");
  } catch (error) {
    return [bad("folder", "missing", sentenceFor(error), REMEDY)];
  }
  try {
    return [
      good("folder", `in ${place}, and nobody else can write to it`),
      await checkSaving(join(folder, "session")),
      checkModes(folder),
      checkLinks(folder),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A session with a request in it: the lock is taken, files are written, synced and renamed. */
async function checkSaving(directory: string): Promise<Check> {
  try {
    const session = await startSession(directory, practiceTeam(), { program: "practice", waitMs: 2_000 });
    const request = {
      sender: "reader",
      target: "lead",
      kind: "plan",
      payload: "Look at this machine.",
    } as const;
    await openRequest(session, request);
    await session.close();
    return good("saving", "lock, write, sync and rename work: a request was opened and its letter saved");
  } catch (error) {
    return bad("saving", "missing", sentenceFor(error), REMEDY);
  }
}

function checkModes(folder: string): Check {
  const file = join(folder, "mode");
  writeFileSync(file, "");
  chmodSync(file, 0o600);
  const mode = lstatSync(file).mode & 0o777;
  if (mode === 0o600) return good("modes", "a file can be kept to yourself");
  const says = `a file that was to be yours alone has mode ${mode.toString(8)}`;
  return bad("modes", "missing", says, REMEDY);
}

/** What lies behind a link is never opened. */
function checkLinks(folder: string): Check {
  const link = join(folder, "link");
  try {
    symlinkSync("mode", link);
  } catch (error) {
    return good("links", `cannot be made there (${systemCode(error)}), so none can lead astray`);
  }
  try {
    closeSync(openSync(link, constants.O_RDONLY | constants.O_NOFOLLOW));
    return bad("links", "missing", "a link is followed although that was forbidden", REMEDY);
  } catch {
    return good("links", "are refused where a file is expected");
  }
}
