import { spawn } from "node:child_process";
import { cpSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import { changed, type Instance } from "../../lessons/x2-break-it/without.ts";
import { LESSONS } from "./my-protocol.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What the practice reads of the fixtures. */
const FIXTURES = ["practice-workspace", "model-scripts"];

/** How long a process that was asked to end may take. A loop in the learner's code hears nothing. */
const END_MS = 5_000;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Plays the practice with the protocol in `folder`: for real, in the session that the options name, and in a process of
 * its own on a copy of this program that holds the learner's files in the places of the lessons'. The lessons themselves
 * stay as they are. Returns the exit status of the practice.
 */
export async function practise(folder: string, options: readonly string[]): Promise<number> {
  const copy = copyWith(folder);
  try {
    return await play(join(copy.root, "user_code/quests/practice-process.ts"), options);
  } finally {
    copy.remove();
  }
}

function copyWith(folder: string): Instance {
  const copy = changed([]);
  try {
    for (const lesson of LESSONS.filter((name) => readdirSync(folder).includes(name)))
      cpSync(join(folder, lesson), join(copy.lessons, lesson), { recursive: true, filter: isCode });
    const code = join(ROOT, "user_code");
    const isOurs = (path: string): boolean => !path.startsWith(join(code, "my-protocol"));
    cpSync(code, join(copy.root, "user_code"), { recursive: true, filter: isOurs });
    for (const name of FIXTURES)
      cpSync(join(ROOT, "fixtures", name), join(copy.root, "fixtures", name), { recursive: true });
    return copy;
  } catch (error) {
    copy.remove();
    throw error;
  }
}

function isCode(path: string): boolean {
  return path.endsWith(".ts") || statSync(path).isDirectory();
}

async function play(program: string, options: readonly string[]): Promise<number> {
  const tsx = createRequire(program).resolve("tsx");
  const child = spawn(process.execPath, ["--import", tsx, program, ...options], { stdio: "inherit" });
  let limit: NodeJS.Timeout | undefined;
  // At a terminal the process has heard of it itself. It says what it leaves, and ends; this one ends after it.
  const listeners = SIGNALS.map((signal) => {
    const listener = (): void => {
      if (limit) child.kill("SIGKILL");
      else if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
      limit ??= setTimeout(() => child.kill("SIGKILL"), END_MS);
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    clearTimeout(limit);
    for (const [signal, listener] of listeners) process.off(signal, listener);
  }
}
