import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import { layOutFolder } from "../../lessons/s15-mailboxes/lay-out-folder.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { replaceFile } from "../../lessons/s15-mailboxes/synced-write.ts";
import { remedyFor, systemCode } from "../../lessons/s15-mailboxes/system-error.ts";
import { createTeam, type Team } from "../../lessons/s15-mailboxes/team.ts";
import { requireTrustedFolder } from "../../lessons/s15-mailboxes/trusted-folder.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { readFileIn, withFolder } from "../../lessons/s16-team-protocols/run/open-folder.ts";
import type { ProcessLimits } from "../../lessons/s16-team-protocols/run/process.ts";
import type { Choices } from "./choices.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/practice-workspace");

/** All that one process works on that plays the practice, or a part of it. */
export type PracticeSetup = {
  session: ProtocolSession;
  /** The session folder. `main.py` and `expected.txt` lie in its folder `workspace`. */
  directory: string;
  choices: Choices;
  model: Model;
  modelName: "scripted" | "anthropic";
  /** Told of a member that was closed before its part was played. */
  onUnavailable?: (member: string) => void;
  environment: NodeJS.ProcessEnv;
  interpreter: Interpreter;
  /** How long `main.py` may run, and how much of its output is kept. */
  limits?: ProcessLimits;
  /** Ends a run of `main.py` and then the practice when it is aborted. Nothing but the end of that run is kept then. */
  signal?: AbortSignal;
  /** Told of each run of `main.py` as it begins. */
  onRun?: (run: Promise<unknown>) => void;
};

/** The setup of a practice that has begun: its `session` refuses every section once the practice is stopped. */
export type Playing = PracticeSetup & {
  /** The same session, which also keeps what a stopped process still knows: how what it started has ended. */
  afterStop: ProtocolSession;
};

/** The practice in the reader's work turn, which stands on one plan. */
export type Work = Playing & { planId: string | undefined };

/** The tool that both gates stand in front of. */
export const RUN_MAIN = "run_main";

/** The three members of the practice. */
export function practiceTeam(): Team {
  return createTeam([
    ["lead", "review plans and ask for shutdowns"],
    ["reader", "read the expectation, run the program, report honestly"],
    ["reviewer", "second reader; has no part in this practice"],
  ]);
}

/**
 * Puts `main.py` and `expected.txt` into the session folder: throws what `layOutFolder` throws. `expected` replaces the
 * expectation.
 */
export function layOutWorkspace(directory: string, expected: string | null = null): void {
  layOutFolder(workspaceOf(directory), workspaceFiles(expected));
}

/**
 * The same in a session whose reader has not begun: a process that was killed over it may have laid out a part. Throws
 * `mailbox-unsafe` when `workspace` is no folder of this user alone, `save-failed` when a file cannot be written.
 */
export function completeWorkspace(directory: string, expected: string | null): void {
  const workspace = workspaceOf(directory);
  if (!existsSync(workspace)) {
    layOutWorkspace(directory, expected);
    return;
  }
  requireTrustedFolder(workspace);
  for (const [name, content] of Object.entries(workspaceFiles(expected))) {
    orFailed(join(workspace, name), "cannot be written", () =>
      replaceFile(join(workspace, name), content, { mode: 0o600 }),
    );
  }
}

function workspaceFiles(expected: string | null): Record<string, string> {
  return {
    "main.py": fixture("main.py"),
    "expected.txt": expected === null ? fixture("expected.txt") : `${expected}\n`,
  };
}

function fixture(name: string): string {
  const path = join(FIXTURES, name);
  return orFailed(path, "cannot be read", () => readFileSync(path, "utf8"));
}

function orFailed<T>(path: string, what: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    const cause = systemCode(error);
    throw new ProtocolError(
      "save-failed",
      `${path} ${what} (${cause}), which is a part of the practice. ${remedyFor(cause)}`,
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
