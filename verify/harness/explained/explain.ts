import { beforeEach, type TestContext } from "vitest";
import type { Visible } from "../sessions.ts";
import { explanationOf, type Failed } from "./explanation.ts";
import { NOTED_CALLS } from "./note-calls.ts";

/** What the protocol functions were called with in the test that runs now, oldest first. */
const calls: [name: string, values: unknown[]][] = [];
Reflect.set(globalThis, NOTED_CALLS, calls);

/** Each failing test says, above what differs, what was sent, the rule, the guard, and the command for it alone. */
beforeEach(({ onTestFailed }) => {
  calls.length = 0;
  onTestFailed(({ task }: TestContext) => {
    const failed: Failed = {
      file: task.file.name,
      names: namesOf(task),
      sent: calls.map(sentIn),
    };
    for (const error of task.result?.errors ?? []) {
      const message = explanationOf(failed, error);
      // Two failures at one line with one message would be printed as one.
      if (error.stack) error.stack = error.stack.replace(error.message, message);
      error.message = message;
    }
  });
});

/** A gate is given the call itself. All else is given its session first, which is no part of what is sent. */
function sentIn([name, [first, ...values]]: (typeof calls)[number]): Failed["sent"][number] {
  if (name.startsWith("execute")) return [name, [first], []];
  return [name, values, name === "consumeResponses" ? mailboxOf(first, String(values[0])) : []];
}

/** The lines of a mailbox, of a session that a test can look into. */
function mailboxOf(session: unknown, member: string): string[] {
  const { current } = session as Partial<Visible>;
  try {
    return current?.mail.read(member).split("\n").filter(Boolean) ?? [];
  } catch {
    return [];
  }
}

function namesOf({ suite, name }: { suite?: unknown; name: string }): string[] {
  const above = suite as { suite?: unknown; name: string } | undefined;
  return above?.name ? [...namesOf(above), name] : [name];
}
