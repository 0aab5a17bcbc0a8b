import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import { layOutFolder } from "../../lessons/s15-mailboxes/lay-out-folder.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { remedyFor, systemCode } from "../../lessons/s15-mailboxes/system-error.ts";
import { createTeam, type Team } from "../../lessons/s15-mailboxes/team.ts";
import type { PracticeEvent } from "../../lessons/s16-team-protocols/practice-event.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/requests.ts";

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
  emit: (event: PracticeEvent) => Promise<void>;
  environment: NodeJS.ProcessEnv;
  signal?: AbortSignal;
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
