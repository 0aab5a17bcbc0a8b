import { createInterface } from "node:readline";
import { ProtocolError } from "../../../lessons/s15-mailboxes/protocol-error.ts";
import { startSession } from "../../../lessons/x1-shared-session/folder-session.ts";
import { openRoom } from "../../../user_code/console/set-up.ts";
import { layOutWorkspace, practiceTeam } from "../../../user_code/practice/setup.ts";

/**
 * A process that starts a session in each folder that it is told, one a line, and says `started` or why not:
 * `node <this program> practice` or `console`, as these two programs start.
 */
const [program = ""] = process.argv.slice(2);

async function start(directory: string): Promise<void> {
  if (program === "console") {
    await openRoom({
      directory,
      decide: () => "deny",
      show: () => undefined,
      environment: {},
      interpreter: "There is none.",
    });
  } else {
    await startSession(directory, practiceTeam(), { program: "practice" });
    layOutWorkspace(directory);
  }
}

for await (const directory of createInterface({ input: process.stdin })) {
  const said = await start(directory).then(
    () => "started",
    (error: unknown) => (error instanceof ProtocolError ? error.code : `not a ProtocolError: ${error}`),
  );
  process.stdout.write(`${said}\n`);
}
