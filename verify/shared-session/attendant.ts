import { createInterface } from "node:readline";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";

/**
 * A process that plays members: `node <this program> <folder> <member,member>`. It says `attending`, with the members
 * that were interrupted, or why not. On each line it counts a note up in an attended section and says what came of it;
 * on `leave` it gives its members up.
 */
const [directory = "", members = ""] = process.argv.slice(2);

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

function why(error: unknown): string {
  return error instanceof ProtocolError ? `${error.code}: ${error.message}` : `not a ProtocolError: ${error}`;
}

const session = await joinSession(directory, { program: "practice" });
const attendance = await attend(session, members.split(","), { staleMs: 2_000 }).catch((error: unknown) => {
  say(why(error));
  process.exit(1);
});
say(`attending, interrupted: ${attendance.interrupted.join(", ")}`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "leave") {
    await attendance.leave();
    say("left");
  } else {
    const counted = attendance.session.transact(({ notes }) => {
      const count = Number(notes.get("count") ?? 0) + 1;
      notes.set("count", count);
      return `counted to ${count}`;
    });
    say(await counted.catch(why));
  }
}
