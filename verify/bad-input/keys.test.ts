import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { openTerminal, type Terminal } from "../harness/processes/terminal.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { installDoorbell } from "../program/python-workspace.ts";

const PROMPT = "[Enter] next  [s] state  [q] quit ";
const KEYS = "That key does nothing here: Enter goes on, s shows state and mailboxes, q or Ctrl-D quits.";

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The practice at a terminal with `--step`. */
function practiseAtTerminal(...flags: string[]): Terminal & { dir: string } {
  const dir = join(temporaryFolder(), "session");
  const terminal = openTerminal([bundle("practice"), "--step", "--dir", dir, ...flags]);
  onTestFinished(() => terminal.kill());
  return { ...terminal, dir };
}

describe("--step at a terminal", () => {
  test("rustlings#2111: S and Q do what s and q do", async () => {
    const { shows, type, ended } = practiseAtTerminal();
    await shows(PROMPT);
    type("S");
    await shows("mailboxes");
    await shows(PROMPT);
    type("Q");
    expect(await ended).toMatchObject({
      code: 0,
      screen: expect.stringMatching(/Stopped\. Session folder: \S+/),
    });
  });

  test("an arrow says what the keys are, and Ctrl-D quits", async () => {
    const { shows, type, ended } = practiseAtTerminal();
    await shows(PROMPT);
    type("\u001b[A");
    await shows(KEYS);
    await shows(PROMPT);
    type("\u0004");
    const { code, screen } = await ended;
    expect([code, count(screen, KEYS)]).toEqual([0, 1]);
    expect(screen).toContain("Stopped.");
  });

  test("Ctrl-C at a prompt quits", async () => {
    const { shows, type, ended } = practiseAtTerminal();
    await shows(PROMPT);
    type("\u0003");
    expect(await ended).toMatchObject({ code: 0, screen: expect.stringContaining("Stopped.") });
  });

  test("Ctrl-C while main.py runs ends both", async () => {
    const bell = await installDoorbell();
    const { shows, type, ended, dir } = practiseAtTerminal("--decision", "allow");
    await shows(PROMPT);
    const waiting = `import socket\nbell = socket.socket(socket.AF_UNIX)\nbell.connect(${JSON.stringify(bell.path)})\nbell.recv(1)\n`;
    writeFileSync(join(dir, "workspace/main.py"), waiting);
    // Typed ahead: each is one event, and main.py runs long before the last one.
    type("\r".repeat(25));
    await bell.came;
    type("\u0003");
    expect((await ended).code).toBe(130);
    await bell.gone;
  });
});
