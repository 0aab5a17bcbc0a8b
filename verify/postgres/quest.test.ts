import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { myProtocol } from "../../user_code/quests/my-protocol.ts";
import { quests } from "../../user_code/quests/quests.ts";
import { classRoom, solve } from "../quests/class-room.ts";
import { playQuest } from "../quests/quest-process.ts";
import { MISSING, programs } from "./server.ts";
import { serverForFile } from "./sessions.ts";

describe.skipIf(!programs)(
  `a learner's own protocol in a store${programs ? "" : ` (left out: ${MISSING})`}`,
  () => {
    const server = serverForFile();
    const room = classRoom();
    afterAll(room.remove);

    test("plays the practice there, and a missing guard shows there as well", async () => {
      const { folder } = myProtocol(room.parent, true);
      const ids = quests.map(({ guard }) => guard);
      const played: Record<string, unknown> = {};
      for (const { session, missing, choices } of [
        { session: "whole", missing: "", choices: ["--plan", "reject", "--decision", "allow"] },
        { session: "open", missing: "permission", choices: ["--plan", "approve", "--decision", "deny"] },
        { session: "held", missing: "plan-rejected", choices: ["--plan", "reject", "--decision", "allow"] },
      ]) {
        solve(
          folder,
          ids.filter((id) => id !== missing),
        );
        const environment = { TWO_GATES_STORE: server().url() };
        const place = ["--session", session, "--protocol", folder];
        const { code, stdout, stderr } = await playQuest(
          environment,
          "practice",
          ...place,
          ...choices,
          "--json",
        );
        const { dir, program_runs } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "{}");
        if (dir) rmSync(dir, { recursive: true, force: true });
        played[session] = { code, program_runs, told: stderr.trimEnd().split("\n").at(-1) };
      }
      expect(played).toEqual({
        whole: {
          code: 0,
          program_runs: 0,
          told: expect.stringMatching(/^As in the lesson: gate 1 is closed/),
        },
        open: {
          code: 0,
          program_runs: 1,
          told: expect.stringMatching(/^Not as in the lesson: there gate 2/),
        },
        // A constraint of the tables stands behind this guard: nobody uses up what was not approved.
        held: {
          code: 0,
          program_runs: 0,
          told: expect.stringMatching(/^Not as in the lesson: there gate 1/),
        },
      });
      const runs = `select s.name, r.status
        from two_gates.runs r join two_gates.sessions s on s.id = r.session_id`;
      expect(await server().sql(runs)).toBe("open|ended");
    }, 120_000);
  },
);
