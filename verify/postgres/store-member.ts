import { joinPostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import { openStore } from "../../lessons/x1-shared-session/postgres-store.ts";
import { liveOn } from "./life.ts";

/** Lives through what is left of a session, and tells of each step once it is acknowledged. */
const [url = "", name = ""] = process.argv.slice(2);
const store = await openStore(url, { connections: 1 });
const session = await joinPostgresSession(store, name, {
  program: "practice",
  directoryOf: () => "/nowhere",
});
process.send?.("begins");
await new Promise((resolve) => process.once("message", resolve));
await liveOn(session, (step) => {
  process.send?.(step);
});
await session.close();
await store.close();
process.disconnect();
