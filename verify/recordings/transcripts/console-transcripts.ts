import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Language } from "../../../lessons/strings/catalogue.ts";
import { languageFolder } from "./practice-transcripts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** The tours of the console, and the command line that plays each. */
export const consoleTours = {
  "console-tour": ["--tour"],
  "console-guards": ["--tour=guards", "--decision", "allow"],
} as const satisfies Record<string, readonly string[]>;

export type ConsoleTour = keyof typeof consoleTours;

export function tourFile(tour: ConsoleTour, language: Language = "en"): string {
  return join(ROOT, "fixtures/transcripts", languageFolder(language), `${tour}.txt`);
}

/** What the real command prints for a tour. The one thing that differs from run to run reads `<dir>`. */
export async function playTour(tour: ConsoleTour, language: Language = "en"): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), "two-gates-tour-"));
  const dir = join(parent, "session");
  try {
    const command = [
      "--import",
      "tsx",
      "user_code/console.ts",
      ...consoleTours[tour],
      "--dir",
      dir,
      "--lang",
      language,
    ];
    const { stdout } = await run(process.execPath, command, { cwd: ROOT });
    return stdout.replaceAll(dir, "<dir>");
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
