import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { isDrawn } from "../../user_code/practice/display.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { transcriptFile } from "../recordings/transcripts/practice-transcripts.ts";
import { playUntilKilled, runsIn, storyIn } from "./resumed.ts";

const never = (): boolean => false;
const BOTH_OPEN = { plan: "approve", decision: "allow" } as const;

/** What is not known of a run that was killed between the claim and its kept end. */
const unknown = {
  blocked_by: null,
  call: { how: "outcome_unknown" },
  program_runs: 1,
  stdout: null,
  compared: null,
  verdict: "mismatch",
};

/** What is drawn of a story, without what counts its events and the model calls of one process. */
function drawn(story: readonly SessionEvent[]): object[] {
  return story.filter(isDrawn).map((event) => ({ ...event, model_calls: undefined, number: undefined }));
}

/** The recorded practice, its result apart. */
function recorded(): { story: SessionEvent[]; result: SessionEvent | undefined } {
  const lines = readFileSync(transcriptFile(BOTH_OPEN, "jsonl"), "utf8").trimEnd().split("\n");
  const story = lines.map((line): SessionEvent => JSON.parse(line));
  return { result: story.pop(), story };
}

/** The recorded practice has 31 events that are drawn; who plays and two results that go without saying come to them. */
const EVENTS = Array.from({ length: 34 }, (_, index) => index + 1);

describe("the practice, killed in the middle and gone on with,", () => {
  test.each(EVENTS)(
    "goes on to what is recorded, and tells nothing twice: killed at event %i",
    async (at) => {
      const directory = temporaryFolder();
      const killed = await playUntilKilled(directory, BOTH_OPEN, (_, count) => count === at);
      expect(killed.result).toBeUndefined();
      const { result } = await playUntilKilled(directory, BOTH_OPEN, never);
      const { story, result: expected } = recorded();
      if (killed.told.at(-1)?.event === "program_started") {
        expect(result).toEqual({ ...expected, ...unknown, dir: "" });
        expect(runsIn(directory)).toBe("");
      } else {
        expect(result).toEqual({ ...expected, dir: "" });
        expect(drawn(storyIn(directory))).toEqual(drawn(story));
        expect(runsIn(directory)).toBe("x");
      }
    },
  );
});

describe("a run whose end nobody knows", () => {
  const atTheStart = ({ event }: SessionEvent): boolean => event === "program_started";

  test("is an error to the reader, a sentence in the story, and a letter that the lead reads", async () => {
    const directory = temporaryFolder();
    await playUntilKilled(directory, BOTH_OPEN, atTheStart);
    const { result, told: events } = await playUntilKilled(directory, BOTH_OPEN, never);
    expect(result?.call).toEqual({ how: "outcome_unknown" });
    const message =
      "main.py was started, and its process ended before it could say how. It is not started again, and its " +
      "approval stays used.";
    expect(events).toContainEqual({
      event: "outcome_unknown",
      member: "reader",
      tool: "run_main",
      request_id: "req-1",
      message,
    });
    expect(events).toContainEqual(
      expect.objectContaining({
        event: "tool_finished",
        is_error: true,
        content: `outcome-unknown: ${message}`,
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        event: "letter_delivered",
        member: "lead",
        sender: "reader",
        type: "message",
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        event: "reported",
        text: "main.py was started, and nobody knows what became of it: nothing to compare.",
      }),
    );
  });

  test("is told once, also when the process that settles it is killed", async () => {
    const directory = temporaryFolder();
    await playUntilKilled(directory, BOTH_OPEN, atTheStart);
    await playUntilKilled(directory, BOTH_OPEN, ({ event }) => event === "outcome_unknown");
    await playUntilKilled(directory, BOTH_OPEN, never);
    const names = storyIn(directory).map(({ event }) => event);
    expect(names.filter((name) => name === "outcome_unknown")).toHaveLength(1);
    expect(names.filter((name) => name === "letter_sent")).toHaveLength(1);
  });

  test("is not started again when somebody puts the session of before it back", async () => {
    const directory = temporaryFolder();
    await playUntilKilled(
      directory,
      BOTH_OPEN,
      (event) => event.event === "gate_checked" && event.gate === "permission",
    );
    const copy = join(temporaryFolder(), "copy");
    cpSync(directory, copy, { recursive: true });
    await playUntilKilled(directory, BOTH_OPEN, never);
    expect(runsIn(directory)).toBe("x");

    const kept = new Set(["runs", "workspace"]);
    for (const name of readdirSync(directory).filter((each) => !kept.has(each)))
      rmSync(join(directory, name), { recursive: true });
    for (const name of readdirSync(copy).filter((each) => !kept.has(each)))
      cpSync(join(copy, name), join(directory, name), { recursive: true });
    const { result } = await playUntilKilled(directory, BOTH_OPEN, never);
    expect(result).toMatchObject(unknown);
    expect(runsIn(directory)).toBe("x");
  });
});

describe("an approval that nothing was started with", () => {
  test("is good again when the mark of the start cannot be made, and nothing ran", async () => {
    const directory = temporaryFolder();
    const blocksMark = (event: SessionEvent): boolean => {
      if (event.event === "session_started") writeFileSync(join(directory, "runs"), "");
      return false;
    };
    const { result, told: events } = await playUntilKilled(directory, BOTH_OPEN, blocksMark);
    expect(result).toMatchObject({
      call: { how: "not_started", reason: "mailbox-unsafe" },
      program_runs: 0,
      verdict: "not_run",
    });
    expect(events.map(({ event }) => event)).toContain("program_not_started");
    expect(runsIn(directory)).toBe("");
    const session = await joinSession(directory, { program: "practice" });
    const [used, run] = await session.transact(({ requests, runs }) => [
      requests.get("req-1")?.used,
      runs.get("req-1")?.status,
    ]);
    expect([used, run]).toEqual([false, "not-started"]);
  });
});

describe("a turn that a fault has ended", () => {
  test("is begun again by the next process, with its history kept", async () => {
    const directory = temporaryFolder();
    const failing = (model: Model): Model => {
      let calls = 0;
      return {
        respond: (request) => {
          calls += 1;
          if (calls === 4) throw new Error("The line is down.");
          return model.respond(request);
        },
      };
    };
    await expect(playUntilKilled(directory, BOTH_OPEN, never, failing)).rejects.toThrow("The line is down.");
    const { result } = await playUntilKilled(directory, BOTH_OPEN, never);
    expect(result).toMatchObject({ verdict: "match", model_calls: 7, letters: 4, program_runs: 1 });
    expect(existsSync(join(directory, "runs/req-1"))).toBe(true);
  });
});
