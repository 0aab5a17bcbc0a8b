import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { PracticeResult, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { practicePaths } from "../recordings/transcripts/practice-transcripts.ts";
import { playUntilKilled, runsIn, storyIn } from "./resumed.ts";

const never = (): boolean => false;

/** What is not known of a run that was killed between the claim and its kept end. */
const unknown = {
  blocked_by: null,
  call: { how: "outcome_unknown" },
  program_runs: 1,
  stdout: null,
  compared: null,
  verdict: "mismatch",
};

/** What was told, whoever told it: without what counts the events, and the model calls of one process. */
function told(story: readonly SessionEvent[]): object[] {
  return story.map((event) => ({ ...event, number: undefined, model_calls: undefined }));
}

describe.each(practicePaths)("plan $plan, decision $decision", (path) => {
  let undisturbed: PracticeResult | undefined;
  let story: SessionEvent[];
  let events: number;
  beforeAll(async () => {
    const directory = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-resume-"));
    const played = await playUntilKilled(directory, path, never);
    undisturbed = played.result;
    events = played.told.length;
    story = storyIn(directory);
    rmSync(directory, { recursive: true });
  });

  test("killed at any of its events, it goes on to the result of the undisturbed run, and tells nothing twice", {
    timeout: 120_000,
  }, async () => {
    for (let at = 1; at <= events; at += 1) {
      const directory = temporaryFolder();
      const killed = await playUntilKilled(directory, path, (_, count) => count === at);
      const { result } = await playUntilKilled(directory, path, never);
      if (killed.told.at(-1)?.event === "program_started") {
        expect(result).toEqual({ ...undisturbed, ...unknown });
        expect(runsIn(directory)).toBe("");
      } else {
        expect(result, `killed at event ${at}`).toEqual(undisturbed);
        expect(told(storyIn(directory))).toEqual(told(story));
      }
      expect(runsIn(directory).length).toBeLessThanOrEqual(1);
    }
  });

  test("killed at each of its events in turn, it comes to its end all the same", async () => {
    const directory = temporaryFolder();
    const isOwn = ({ event }: SessionEvent): boolean => event !== "members_attended";
    let result: PracticeResult | undefined;
    for (let kills = 0; !result; kills += 1) {
      expect(kills).toBeLessThan(2 * events);
      ({ result } = await playUntilKilled(directory, path, isOwn));
    }
    const isOpen = path.plan === "approve" && path.decision === "allow";
    expect(result).toEqual(isOpen ? { ...undisturbed, ...unknown } : undisturbed);
    expect(runsIn(directory)).toBe("");
  });

  test("at its end it is told again and nothing is changed", async () => {
    const directory = temporaryFolder();
    await playUntilKilled(directory, path, never);
    const before = storyIn(directory);
    const again = await playUntilKilled(directory, path, never);
    expect(again.result).toEqual(undisturbed);
    expect(again.told.map(({ event }) => event)).toEqual(["members_attended"]);
    expect(storyIn(directory)).toEqual(before);
  });
});
