import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { openSessionFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import {
  DECISION_LOG,
  type GateDecision,
  openDecisionLog,
} from "../../lessons/s16-team-protocols/run/decision-log.ts";
import { programLimits } from "../../lessons/s16-team-protocols/run/program.ts";
import type { PracticeResult, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { runPractice } from "../../user_code/practice/path.ts";
import { layOutWorkspace, type PracticeSetup, practiceTeam } from "../../user_code/practice/setup.ts";
import { createTimeline } from "../../user_code/practice/timeline.ts";
import { paintFor } from "../../user_code/terminal.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";

export type Played = {
  result: PracticeResult;
  events: SessionEvent[];
  /** What a terminal shows, with the session folder as `<dir>`. */
  text: string;
  /** The last sentence, without `Result: `. */
  conclusion: string;
  /** What the reader reports. */
  report: string;
  decisions: GateDecision[];
};

export type Meddling = Partial<Pick<PracticeSetup, "plan" | "decision" | "limits" | "interpreter">> & {
  source?: string | Uint8Array;
  /** Called before each event is told, with the workspace. */
  on?: (event: SessionEvent, workspace: string) => void;
};

/** Plays the path in this process, with real files and a real program, while somebody meddles with the workspace. */
export async function playPractice({ source, on, ...choices }: Meddling = {}): Promise<Played> {
  const directory = temporaryFolder();
  const session = { ...(await openSessionFolder(directory, practiceTeam())), requests: new Map() };
  layOutWorkspace(directory);
  const workspace = join(directory, "workspace");
  if (source !== undefined) writeFileSync(join(workspace, "main.py"), source);
  const events: SessionEvent[] = [];
  const setup = { plan: "approve", decision: "allow", limits: programLimits, ...choices } as const;
  const model = new ScriptedModel(practiceScript(setup));
  const decisions = openDecisionLog(directory);
  const result = await runPractice({
    session,
    directory,
    interpreter: testInterpreter,
    ...setup,
    model,
    modelName: "scripted",
    emit: async (event) => {
      on?.(event, workspace);
      events.push(event);
    },
    environment: process.env,
    decisions,
  });
  decisions.close();
  model.assertFinished();
  const draw = createTimeline(paintFor({}, {}));
  const text = events
    .map((event) => `${draw(event)}\n`)
    .join("")
    .replaceAll(directory, "<dir>");
  const report = events.find((event) => event.event === "reported")?.text ?? "";
  return {
    result,
    events,
    text,
    conclusion: /^Result: (.*)$/m.exec(text)?.[1] ?? "",
    report,
    decisions: readFileSync(join(directory, DECISION_LOG), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}
