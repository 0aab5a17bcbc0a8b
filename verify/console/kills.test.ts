import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { exercises } from "../../user_code/console/tour.ts";
import { filesIn, temporaryFolder } from "../harness/sessions.ts";
import { type TestRoom, testRoom } from "./console-room.ts";
import { playExercises } from "./kills/play-exercises.ts";
import { playKilled } from "./kills/play-killed.ts";

/** All that a session has come to, but for how often its processes have ended. */
function outcomeOf(test: TestRoom): unknown {
  const { team, requests, runs, notes } = test.state;
  const outcome = {
    members: [...team.values()].map(({ epoch, ...member }) => member),
    requests: [...requests],
    runs: [...runs],
    notes: [...notes],
    letters: [...team.keys()].map((name) => readMailbox(test.state, name)),
    workspace: filesIn(test.workspace),
  };
  return JSON.parse(JSON.stringify(outcome).replaceAll(test.workspace, "the workspace"));
}

/** Plays the exercises up to the one of this number. */
async function playUntil(test: TestRoom, exercise: number): Promise<TestRoom> {
  await playExercises(test, exercises().slice(0, exercise));
  test.state = await test.room.session.transact((state) => state);
  return test;
}

const allow = { decision: "allow" } as const;

describe("the five exercises", () => {
  test("killed at each of their events come to the same end, with each letter and each effect once", async () => {
    const base = temporaryFolder();
    const directory = join(base, "session");
    const undisturbed = await testRoom({ ...allow, directory });
    const kills: { exercise: number; copy: string }[] = [];
    const expected: unknown[] = [];
    // What a process leaves that is killed is what lies there at that moment. Its signs of life are those of a dead one.
    undisturbed.when(() => {
      const copy = join(base, String(kills.length));
      cpSync(directory, copy, { recursive: true });
      rmSync(join(copy, "attending"), { recursive: true });
      kills.push({ exercise: expected.length + 1, copy });
    });
    for (const exercise of exercises().keys()) {
      expected.push(outcomeOf(await playUntil(undisturbed, exercise + 1)));
    }
    await undisturbed.leave();
    expect(kills.length).toBeGreaterThan(80);

    for (const [event, { exercise, copy }] of kills.entries()) {
      rmSync(directory, { recursive: true });
      renameSync(copy, directory);
      const again = await testRoom({ ...allow, directory });
      const outcome = outcomeOf(await playUntil(again, exercise));
      expect([event, outcome]).toEqual([event, expected[exercise - 1]]);
      await again.leave();
    }
  }, 240_000);

  test("played by processes of which each is killed at its third event come to the same end", async () => {
    const undisturbed = await playUntil(await testRoom(allow), exercises().length);
    const directory = join(temporaryFolder(), "session");
    let kills = 0;
    while ((await playKilled(directory, 3)) === "SIGKILL") kills += 1;
    expect(kills).toBeGreaterThan(20);
    const again = await playUntil(await testRoom({ ...allow, directory }), exercises().length);
    expect(outcomeOf(again)).toEqual(outcomeOf(undisturbed));
  }, 240_000);
});
