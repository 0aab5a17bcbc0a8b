import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { startPostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import { openStore } from "../../lessons/x1-shared-session/postgres-store.ts";
import { live, PLAN_STEPS } from "./life.ts";

/** Many sessions of one process at once, each through its whole life. */
const [url = "", names = "", count = "0"] = process.argv.slice(2);
const store = await openStore(url);
const sessions = await Promise.all(
  Array.from({ length: Number(count) }, (_, index) =>
    startPostgresSession(store, `${names}-${index}`, scenarioTeam(), {
      program: "practice",
      directoryOf: () => "/nowhere",
    }),
  ),
);
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
await Promise.all(sessions.map((session) => live(session, PLAN_STEPS)));
await Promise.all(sessions.map(({ close }) => close()));
await store.close();
process.send?.("done");
process.disconnect();
