import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const QUEST = join(import.meta.dirname, "../../user_code/quest.ts");

/** Starts `npm run quest -- ...` without npm, as a process that is read and written through pipes. */
export function startQuest(...words: readonly (string | NodeJS.ProcessEnv)[]): ChildProcess {
  const options = words.filter((word) => typeof word === "string");
  const environment = words.filter((word) => typeof word === "object");
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  return spawn(process.execPath, ["--import", "tsx", QUEST, ...options], {
    env: Object.assign(inherited, ...environment),
    stdio: "pipe",
  });
}

export type Answer = { code: number | null; stdout: string; stderr: string };

/** The same, to its end. */
export function playQuest(...words: readonly (string | NodeJS.ProcessEnv)[]): Promise<Answer> {
  const child = startQuest(...words);
  const answer = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    answer.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    answer.stderr += text;
  });
  child.stdin?.end();
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ code, ...answer }));
  });
}
