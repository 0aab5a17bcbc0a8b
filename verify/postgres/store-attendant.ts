import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { joinPostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import { openStore } from "../../lessons/x1-shared-session/postgres-store.ts";

/** Plays a member that is in a turn, says so, and waits to be killed. */
const [url = "", name = "", member = ""] = process.argv.slice(2);
const store = await openStore(url);
const session = await joinPostgresSession(store, name, {
  program: "practice",
  directoryOf: () => "/nowhere",
});
const { session: attended } = await attend(session, [member]);
await attended.transact(({ team }) => {
  requireMember(team, member).status = "running";
});
process.send?.("attending");
