import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import { createMemorySession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { PracticeResult, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { joinSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { Fault } from "../../user_code/fault.ts";
import { scripted } from "../../user_code/practice/choose-model.ts";
import { createDisplay, isDrawn } from "../../user_code/practice/display.ts";
import { practiceTeam } from "../../user_code/practice/setup.ts";
import { openStage, perform, type Stage, workingInterpreter } from "../../user_code/practice/stage.ts";
import { StoppedByLearner } from "../../user_code/practice/stepper.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { captured, standardInput } from "../harness/streams.ts";
import {
  type PracticePath,
  practicePaths,
  type TranscriptFormat,
  transcriptFile,
} from "../recordings/transcripts/practice-transcripts.ts";

const OPEN = { plan: "approve", decision: "allow" } as const;
const PROMPT = "   [Enter] next  [s] state  [q] quit ";

type Shown = { json?: boolean; step?: boolean; heading?: () => string | undefined };

/** Opens a session in a folder, new or old, and plays the path in it to its end. */
function stageIn(directory: string, { json = false, ...shown }: Shown = {}): Promise<Stage> {
  return openStage({ json, ...shown }, (options) => startSession(directory, practiceTeam(), options));
}

function play(stage: Stage, { plan, decision }: PracticePath): Promise<PracticeResult> {
  return perform(stage, {
    members: [...practiceTeam().keys()],
    model: (answered) => scripted(practiceScript({ plan }), answered),
    modelName: "scripted",
    interpreter: testInterpreter,
    choices: { plan, reader: { decision, expected: null } },
  });
}

function recorded(path: PracticePath, format: TranscriptFormat): string {
  return readFileSync(transcriptFile(path, format), "utf8");
}

describe.each(practicePaths)("the stage, with plan $plan and decision $decision,", (path) => {
  test.each([
    ["txt", false],
    ["jsonl", true],
  ] as const)("prints the recorded transcript, byte for byte (%s)", async (format, json) => {
    const directory = temporaryFolder();
    const { text } = captured("stdout");
    const stage = await stageIn(directory, { json });
    await stage.display.event(await play(stage, path));
    expect(text().replaceAll(directory, "<dir>")).toBe(recorded(path, format));
  });
});

test("the stage says on standard error what was found in the folder, its further lines under the first", async () => {
  const directory = temporaryFolder();
  const { text } = captured("stderr");
  const stage = await openStage({ json: false }, (options) => {
    options.onNotice?.("first\nsecond");
    return startSession(directory, practiceTeam(), options);
  });
  onTestFinished(() => stage.session.close());
  expect(text()).toBe("first\n  second\n");
});

test("whoever ends a practice in whatever way gives the members up: they can be attended again at once", async () => {
  const directory = temporaryFolder();
  captured("stdout");
  const input = standardInput();
  const stage = await stageIn(directory, { step: true });
  input.write("q");
  await expect(play(stage, OPEN)).rejects.toThrow(StoppedByLearner);
  expect(input.listenerCount("data")).toBe(0);
  const again = await joinSession(directory, { program: "practice" });
  const { leave } = await attend(again, ["reader"], { onWait: () => expect.unreachable() });
  await leave();
});

test("a heading that is given stands once above what this process plays, and not above a result alone", async () => {
  const directory = temporaryFolder();
  const first = captured("stdout");
  const input = standardInput();
  const stage = await stageIn(directory, { step: true });
  input.write("\n\nq");
  await expect(play(stage, OPEN)).rejects.toThrow(StoppedByLearner);
  expect(first.text()).not.toContain("Heading");

  const second = captured("stdout");
  const resumed = await openStage({ json: false, heading: () => "Heading" }, (options) =>
    joinSession(directory, options),
  );
  const result = await play(resumed, OPEN);
  expect(second.text().match(/^Heading\n 1 {2}host {5}this process plays/)).not.toBeNull();
  expect(second.text().split("Heading")).toHaveLength(2);

  const third = captured("stdout");
  const over = createDisplay({ json: false, heading: () => "Heading", look: () => resumed.session.current });
  await over.event(result);
  expect(third.text()).toMatch(/^\nResult: /);
});

test("an interpreter that is none is a fault, in the sentence that says how to get one", async () => {
  const real = process.env.PYTHON;
  onTestFinished(() => {
    process.env.PYTHON = real;
  });
  process.env.PYTHON = join(temporaryFolder(), "nothing");
  await expect(workingInterpreter()).rejects.toThrow(Fault);
  await expect(workingInterpreter()).rejects.toThrow(/^PYTHON names ".*nothing"/);
});

test("an interpreter that works is the one that was really run", async () => {
  captured("stderr");
  expect(await workingInterpreter()).toEqual(testInterpreter);
});

const finished = (tool: string, is_error: boolean): SessionEvent => ({
  event: "tool_finished",
  member: "reader",
  tool,
  input: {},
  is_error,
  content: "",
});
const attended = (...interrupted: string[]): SessionEvent => ({
  event: "members_attended",
  members: ["reader"],
  interrupted,
});

describe("the display", () => {
  test.each([
    [finished("submit_plan", false), false],
    [finished("submit_plan", true), true],
    [finished("review_plan", false), false],
    [finished("review_plan", true), true],
    [finished("read_expected", false), true],
    [finished("submit_plans", false), true],
    [finished("re_submit_plan", false), true],
    [attended(), false],
    [attended("reader"), true],
    [{ event: "notice", text: "" } as const, true],
  ])("draws %j: %j", (event, expected) => expect(isDrawn(event)).toBe(expected));

  const { current } = createMemorySession(practiceTeam());
  const start: SessionEvent = { event: "session_started", ...OPEN, model: "scripted", members: [] };
  const notice: SessionEvent = { event: "notice", text: "A notice." };

  test("draws nothing of an event that is not to be drawn, and waits for no key then", async () => {
    const { text } = captured("stdout");
    standardInput();
    const display = createDisplay({ json: false, step: true, draws: () => false, look: () => current });
    await display.event(notice);
    expect(text()).toBe("");
    display.close();
  });

  test("waits for a key behind an event, but neither behind the start nor once it is stopped", async () => {
    const { text } = captured("stdout");
    const input = standardInput();
    let isStopped = false;
    const display = createDisplay({
      json: false,
      step: true,
      look: () => current,
      isStopped: () => isStopped,
    });
    await display.event(start);
    expect(text()).not.toContain(PROMPT);
    input.write("s\n");
    await display.event(notice);
    expect(text().split(PROMPT)).toHaveLength(3);
    expect(text()).toContain("   requests\n   none\n   members\n");
    isStopped = true;
    await display.event(notice);
    expect(text().split(PROMPT)).toHaveLength(3);
    display.close();
    expect(input.listenerCount("data")).toBe(0);
  });

  test("writes JSON without a heading, one event a line", async () => {
    const { text } = captured("stdout");
    const display = createDisplay({ json: true, heading: () => "Heading", look: () => current });
    display.begin();
    await display.event(notice);
    expect(text()).toBe('{"event":"notice","text":"A notice."}\n');
    display.close();
  });

  test("writes a heading before the first event, or when it is begun, once", async () => {
    const { text } = captured("stdout");
    const display = createDisplay({ json: false, heading: () => "Heading", look: () => current });
    display.begin();
    display.begin();
    await display.event(notice);
    expect(text()).toBe("Heading\n 1  host     A notice.\n");
  });
});
