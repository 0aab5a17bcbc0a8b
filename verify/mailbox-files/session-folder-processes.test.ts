import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { fileSession, filesIn, temporaryFolder } from "../harness/sessions.ts";
import { mailbox, send } from "../mailboxes/example-letters.ts";

const PRACTICE_FILES = { "main.py": expect.stringContaining("42"), "expected.txt": "42\n" };

describe("two processes that start in one folder at the same moment", () => {
  /** A process that starts in each folder it is told. */
  function startStarter(program: "practice" | "console") {
    const child = spawn(process.execPath, [bundle("startSession"), program], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return async (directory: string): Promise<string> => {
      child.stdin.write(`${directory}\n`);
      return (await said.next()).value;
    };
  }

  test.each(["practice", "console"] as const)(
    "one has it, whole, and the other is refused, a hundred times (%s)",
    async (program) => {
      const root = temporaryFolder();
      const starters = [startStarter(program), startStarter(program)];
      await Promise.all(starters.map((start, index) => start(join(root, `warm-${index}`))));
      for (let round = 1; round <= 100; round += 1) {
        const directory = join(root, `session-${round}`);
        // Every second time it is there already.
        if (round % 2 === 0) mkdirSync(directory);
        const said = await Promise.all(starters.map((start) => start(directory)));
        // A console that finds the session whole takes part in it, and its lead is played already.
        const refused =
          program === "console" ? /^(?:directory-not-empty|member-attended)$/ : /^directory-not-empty$/;
        expect(said.sort(), `round ${round}`).toEqual([expect.stringMatching(refused), "started"]);
        const workspace = filesIn(join(directory, "workspace"));
        if (program === "practice") expect(workspace, `round ${round}`).toEqual(PRACTICE_FILES);
        else expect(Object.keys(workspace), `round ${round}`).toHaveLength(4);
      }
    },
    60_000,
  );
});

test("nobody waits for a FIFO that takes a mailbox's place between the look and the opening", async () => {
  const session = await fileSession();
  await send(session, "hello");
  // A process that waits for a FIFO hears no other signal.
  const limit = { timeout: 20_000, killSignal: "SIGKILL" } as const;
  const said = execFileSync(process.execPath, [bundle("swapFifo"), session.directory], limit);
  expect(said.toString()).toBe(
    `${mailbox(session)} is not a regular file, so it is neither read nor written.`,
  );
});
