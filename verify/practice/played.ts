import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import { programLimits } from "../../lessons/s16-team-protocols/run/program.ts";
import type { PracticeResult, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { type FolderSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { scripted } from "../../user_code/practice/choose-model.ts";
import { isDrawn } from "../../user_code/practice/display.ts";
import { runPractice } from "../../user_code/practice/path.ts";
import { type PracticeSetup, practiceTeam } from "../../user_code/practice/setup.ts";
import { createTimeline } from "../../user_code/practice/timeline.ts";
import { paintFor } from "../../user_code/terminal.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";

export type Played = {
  result: PracticeResult;
  /** What was drawn, the result last. */
  events: SessionEvent[];
  /** All that the session told. */
  told: SessionEvent[];
  /** What a terminal shows, with the session folder as `<dir>`. */
  text: string;
  /** The last sentence, without `Result: `. */
  conclusion: string;
  /** What the reader reports. */
  report: string;
  directory: string;
  session: FolderSession;
};

export type Meddling = Partial<Pick<PracticeSetup, "limits" | "interpreter" | "signal" | "model">> & {
  plan?: "approve" | "reject";
  decision?: "allow" | "deny";
  source?: string | Uint8Array;
  /** Called when each event is told, with the workspace. */
  on?: (event: SessionEvent, workspace: string, session: FolderSession) => void;
};

/** Plays the path in this process, with real files and a real program, while somebody meddles with the workspace. */
export async function playPractice({
  source,
  on,
  plan = "approve",
  decision = "allow",
  ...parts
}: Meddling = {}): Promise<Played> {
  const directory = temporaryFolder();
  const workspace = join(directory, "workspace");
  const told: SessionEvent[] = [];
  const session: FolderSession = await startSession(directory, practiceTeam(), {
    program: "practice",
    show: (event) => {
      if (event.event === "session_started" && source !== undefined)
        writeFileSync(join(workspace, "main.py"), source);
      on?.(event, workspace, session);
      told.push(event);
    },
  });
  const { model, giveUp, assertFinished } = scripted(practiceScript({ plan }), {});
  const result = await runPractice({
    session,
    directory,
    choices: { plan, reader: { decision, expected: null } },
    interpreter: testInterpreter,
    limits: programLimits,
    model,
    onUnavailable: giveUp,
    modelName: "scripted",
    environment: process.env,
    ...parts,
  });
  if (!parts.model) assertFinished();
  const events = [...told.filter(isDrawn), result];
  const draw = createTimeline(paintFor({}, {}));
  const text = events
    .map((event) => `${draw(event)}\n`)
    .join("")
    .replaceAll(directory, "<dir>");
  return {
    result,
    events,
    told,
    text,
    conclusion: /^Result: (.*)$/m.exec(text)?.[1] ?? "",
    report: events.find((event) => event.event === "reported")?.text ?? "",
    directory,
    session,
  };
}

/** What each look at a gate said, in the order in which they were told. */
export function gatesIn(told: readonly SessionEvent[]): [gate: string, answer: string, reason: string][] {
  return told.flatMap((event): [string, string, string][] => {
    if (event.event === "claim_refused") return [["plan", "closed", event.reason]];
    if (event.event === "gate_checked") return [[event.gate, event.open ? "open" : "closed", event.reason]];
    return [];
  });
}
