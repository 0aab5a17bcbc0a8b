import { spawn } from "@lydell/node-pty";

export type Terminal = {
  /** Resolves when `text` has appeared on the screen behind what was waited for last. Never when it does not come. */
  shows: (text: string) => Promise<void>;
  type: (text: string) => void;
  ended: Promise<{ code: number; screen: string }>;
  kill: () => void;
};

/** Starts a Node.js program at a pseudo-terminal. */
export function openTerminal(
  command: readonly string[],
  environment: Record<string, string | undefined> = {},
): Terminal {
  // Node takes the screen of a CI machine for one without colours.
  const { CI: _, NO_COLOR: __, ...inherited } = process.env;
  const terminal = spawn(process.execPath, [...command], {
    cols: 120,
    rows: 40,
    env: { ...inherited, TERM: "xterm-256color", ...environment },
  });
  let screen = "";
  let seen = 0;
  let awaited: { text: string; appeared: () => void } | undefined;
  const look = (): void => {
    const at = awaited ? screen.indexOf(awaited.text, seen) : -1;
    if (!awaited || at === -1) return;
    seen = at + awaited.text.length;
    const { appeared } = awaited;
    awaited = undefined;
    appeared();
  };
  terminal.onData((text) => {
    screen += text;
    look();
  });
  return {
    shows: (text) =>
      new Promise((resolve) => {
        awaited = { text, appeared: resolve };
        look();
      }),
    type: (text) => terminal.write(text),
    ended: new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve({ code: exitCode, screen }))),
    kill: () => terminal.kill(),
  };
}
