import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import { layOutFolder } from "../../lessons/s15-mailboxes/lay-out-folder.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { remedyFor, systemCode } from "../../lessons/s15-mailboxes/system-error.ts";
import { createTeam, type Team } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { DecisionLog } from "../../lessons/s16-team-protocols/run/decision-log.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { readFileIn, withFolder } from "../../lessons/s16-team-protocols/run/open-folder.ts";
import type { ProcessLimits } from "../../lessons/s16-team-protocols/run/process.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/practice-workspace");

/** All that one run of the practice works on. */
export type PracticeSetup = {
  session: ProtocolSession;
  /** The session folder. `main.py` and `expected.txt` lie in its folder `workspace`. */
  directory: string;
  plan: "approve" | "reject";
  decision: "allow" | "deny";
  model: Model;
  modelName: "scripted" | "anthropic";
  emit: (event: SessionEvent) => Promise<void>;
  environment: NodeJS.ProcessEnv;
  interpreter: Interpreter;
  decisions: DecisionLog;
  /** How long `main.py` may run, and how much of its output is kept. */
  limits?: ProcessLimits;
  /** Ends a run of `main.py` and then the practice when it is aborted. */
  signal?: AbortSignal;
  /** Told of each run of `main.py` as it begins. */
  onRun?: (run: Promise<unknown>) => void;
};

/** The three members of the practice. */
export function practiceTeam(): Team {
  return createTeam([
    ["lead", "review plans and ask for shutdowns"],
    ["reader", "read the expectation, run the program, report honestly"],
    ["reviewer", "second reader; has no part in this practice"],
  ]);
}

/**
 * Puts `main.py` and `expected.txt` into the session folder, which claims it: throws what `layOutFolder` throws.
 * `expected` replaces the expectation.
 */
export function layOutWorkspace(directory: string, expected?: string): void {
  layOutFolder(workspaceOf(directory), {
    "main.py": fixture("main.py"),
    "expected.txt": expected === undefined ? fixture("expected.txt") : `${expected}\n`,
  });
}

function fixture(name: string): Uint8Array {
  const path = join(FIXTURES, name);
  try {
    return readFileSync(path);
  } catch (error) {
    const cause = systemCode(error);
    throw new ProtocolError(
      "save-failed",
      `${path} cannot be read (${cause}), which is a part of the practice. ${remedyFor(cause)}`,
      { path, cause },
      { cause: error },
    );
  }
}

export function workspaceOf(directory: string): string {
  return join(directory, "workspace");
}

/** A longer `expected.txt` is not read. */
const EXPECTED_BYTES = 4_000;

/** What `expected.txt` holds. Undefined when there is no such regular file in the workspace, or it is too large. */
export function readExpected(directory: string): string | undefined {
  try {
    const bytes = withFolder(workspaceOf(directory), (workspace) =>
      readFileIn(workspace, "expected.txt", EXPECTED_BYTES),
    );
    return bytes && new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
