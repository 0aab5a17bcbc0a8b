import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import type { PracticeResult, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import {
  type FolderSession,
  type FolderSessionOptions,
  joinSession,
  startSession,
} from "../../lessons/x1-shared-session/folder-session.ts";
import { answeredIn, scripted } from "../../user_code/practice/choose-model.ts";
import { runPractice } from "../../user_code/practice/path.ts";
import { practiceTeam } from "../../user_code/practice/setup.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import type { PracticePath } from "../recordings/transcripts/practice-transcripts.ts";

/** Nothing is saved after it, as after a kill. */
export class Killed extends Error {}

type Played = { result: PracticeResult | undefined; told: SessionEvent[] };

/**
 * Plays the practice in a folder, from its start or from where it was left, until it ends or is killed: right after the
 * section in which an event was told that `killsAt` names.
 */
export async function playUntilKilled(
  directory: string,
  { plan, decision }: PracticePath,
  killsAt: (event: SessionEvent, count: number) => boolean,
  replace: (model: Model) => Model = (model) => model,
): Promise<Played> {
  const told: SessionEvent[] = [];
  const session = await open(directory, {
    program: "practice",
    show: (event) => {
      told.push(event);
      if (killsAt(event, told.length)) throw new Killed();
    },
  });
  try {
    // A process that was killed before it could say who it is, is waited for.
    const attendance = await attend(session, [...practiceTeam().keys()], { staleMs: 2_000 });
    try {
      const { model, assertFinished } = scripted(
        practiceScript({ plan }),
        await session.transact(answeredIn),
      );
      const result = await runPractice({
        session: attendance.session,
        directory,
        choices: { plan, reader: { decision, expected: null } },
        model: replace(model),
        modelName: "scripted",
        environment: process.env,
        interpreter: testInterpreter,
      });
      assertFinished();
      return { result: { ...result, dir: "" }, told };
    } finally {
      await attendance.leave();
    }
  } catch (error) {
    if (error instanceof Killed) return { result: undefined, told };
    throw error;
  }
}

function open(directory: string, options: FolderSessionOptions): Promise<FolderSession> {
  return existsSync(join(directory, "session.json"))
    ? joinSession(directory, options)
    : startSession(directory, practiceTeam(), options);
}

/** All events of the session, from its log, without those that say who plays whom. */
export function storyIn(directory: string): SessionEvent[] {
  const lines = readFileSync(join(directory, "events.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== "members_attended");
}

/** One mark for each run of the program. */
export function runsIn(directory: string): string {
  const counter = join(directory, "workspace/runs.txt");
  return existsSync(counter) ? readFileSync(counter, "utf8") : "";
}
