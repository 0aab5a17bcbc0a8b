import { spawn } from "node:child_process";
import { join } from "node:path";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";

const ROOT = join(import.meta.dirname, "../..");

export type Ended = { code: number | null; stdout: string; stderr: string };

/** `npm run page` or `npm run build` with these words, to its end. NODE_ENV is not that of the tests. */
export async function callPage(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "user_code/page.ts", ...words], {
    cwd: ROOT,
    env: { ...inherited, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...output };
}

/** What somebody types at the console for a long session of eight: it is told in more than three hundred events. */
export function longSession(): string {
  const names = ["ada", "bea", "cyd", "dov", "eli", "fay", "gil"];
  const lines = names.flatMap((name) => [
    `spawn ${name} as a coder`,
    `send ${name} a message: "hello ${name}, how far are you?"`,
    `send ${name} a message: "go on, ${name}"`,
    `shut down ${name}`,
  ]);
  return `${lines.join("\n")}\nlist the team\n/quit\n`;
}

export function countOf(events: readonly SessionEvent[], name: SessionEvent["event"]): number {
  return events.filter(({ event }) => event === name).length;
}
