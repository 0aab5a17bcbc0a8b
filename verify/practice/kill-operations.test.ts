import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { type PracticePath, practicePaths } from "../recordings/transcripts/practice-transcripts.ts";
import { playUntilKilled, runsIn, storyIn } from "./resumed.ts";

/** Every so manieth change of the disk is tried; 1 tries each of them (`KILLS=1 npm run verify:long`). */
const STRIDE = Number(process.env.KILLS ?? 131);

/** Plays the practice in a process that kills itself before a change of the disk, and cleans up as time would. */
async function play(directory: string, path: PracticePath, killAt: number): Promise<string> {
  const child = spawn(
    process.execPath,
    [bundle("killedPractice"), directory, JSON.stringify(path), String(killAt)],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const signal = await new Promise((resolve) => child.once("close", (_, by) => resolve(by)));
  // The lock of a process that is gone is stale after a while: nothing else is waited for.
  rmSync(join(directory, ".lock"), { recursive: true, force: true });
  return signal === "SIGKILL" ? "killed" : said.trim();
}

function emptyFolder(): string {
  const directory = join(temporaryFolder(), "session");
  mkdirSync(directory, { mode: 0o700 });
  return directory;
}

describe.each(practicePaths)("plan $plan, decision $decision", (path) => {
  test("killed before a change of the disk, and again while it goes on, it ends as undisturbed or says outcome-unknown", {
    timeout: 3_600_000,
  }, async () => {
    const { result: undisturbed } = await playUntilKilled(emptyFolder(), path, () => false);
    const changes = Number(await play(emptyFolder(), path, 0));
    expect(changes).toBeGreaterThan(100);
    let kills = 0;
    let unknown = 0;
    for (let at = 1; at <= changes; at += STRIDE) {
      const directory = emptyFolder();
      const where = `killed before change ${at} of ${changes}`;
      expect(await play(directory, path, at), where).toBe("killed");
      // Not many changes are left at the end: then the second process comes to its end.
      if ((await play(directory, path, 1 + ((at * 7) % 60))) === "killed") kills += 1;
      kills += 1;
      const { result } = await playUntilKilled(directory, path, () => false);
      if (result?.call.how === "outcome_unknown") {
        unknown += 1;
        const story = storyIn(directory).map(({ event }) => event);
        expect(story, where).toContain("program_started");
        expect(story, where).toContain("outcome_unknown");
        expect(story, where).not.toContain("program_ended");
        expect(result.requests, where).toEqual(undisturbed?.requests);
      } else {
        expect(result, where).toEqual(undisturbed);
        expect(runsIn(directory), where).toBe(undisturbed?.program_runs === 1 ? "x" : "");
      }
      expect(runsIn(directory).length, where).toBeLessThanOrEqual(1);
      rmSync(directory, { recursive: true });
    }
    const said = `${changes} changes of the disk, ${kills} kills, ${unknown} outcomes unknown`;
    process.stdout.write(`plan ${path.plan}, decision ${path.decision}: ${said}\n`);
  });
});
