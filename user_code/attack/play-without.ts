import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "../../lessons/s15-mailboxes/trusted-folder.ts";
import type { Told } from "../../lessons/x2-break-it/attack.ts";
import type { Played } from "../../lessons/x2-break-it/play.ts";
import { without } from "../../lessons/x2-break-it/without.ts";
import { Fault } from "../fault.ts";

type Line = { step: Told } | { played: Played };

/**
 * Plays an attack against the lessons without some guards, in a process of its own. `onStep` holds it up, and may look
 * into the session folder meanwhile.
 */
export async function playWithout(
  options: { without: readonly string[]; attackFile: string; programFile: string },
  onStep: (told: Told, directory: string) => Promise<void>,
): Promise<Played> {
  const instance = without(...options.without);
  const directory = makeTemporaryFolder("two-gates-attack-");
  const cleanUp = (): void => rmSync(directory, { recursive: true, force: true });
  process.on("exit", cleanUp);
  const program = join(instance.lessons, "x2-break-it", "play-process.ts");
  const child = spawn(
    process.execPath,
    [
      "--import",
      fileURLToPath(import.meta.resolve("tsx")),
      program,
      options.attackFile,
      directory,
      options.programFile,
    ],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  try {
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    child.stdin.on("error", () => undefined);
    const ended = once(child, "close");
    let played: Played | undefined;
    for await (const text of createInterface({ input: child.stdout })) {
      const line: Line = JSON.parse(text);
      if ("played" in line) played = line.played;
      else {
        await onStep(line.step, directory);
        child.stdin.write("\n");
      }
    }
    await ended;
    if (played) return played;
    throw new Fault(
      `The play without ${options.without.join(", ")} did not come to its end. ${complaint.trim()}`,
    );
  } finally {
    child.kill();
    instance.remove();
    process.off("exit", cleanUp);
    cleanUp();
  }
}
