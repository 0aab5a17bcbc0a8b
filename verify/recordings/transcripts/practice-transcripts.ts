import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Language } from "../../../lessons/strings/catalogue.ts";

/** Nothing but the drawn ones differ from language to language. */
export function languageFolder(language: Language): string {
  return language === "en" ? "" : language;
}

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

export const practicePaths = [
  { plan: "approve", decision: "allow" },
  { plan: "reject", decision: "allow" },
  { plan: "approve", decision: "deny" },
  { plan: "reject", decision: "deny" },
] as const;
export type PracticePath = (typeof practicePaths)[number];

/** `model.jsonl` holds what the model was asked and answered, too. */
export const transcriptFormats = ["txt", "jsonl", "model.jsonl"] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** The transcript of a path: the English ones lie at the top, those of another language in a folder of its own. */
export function transcriptFile(
  { plan, decision }: PracticePath,
  format: TranscriptFormat,
  language: Language = "en",
): string {
  return join(ROOT, "fixtures/transcripts", languageFolder(language), `${plan}-${decision}.${format}`);
}

/** What the real command prints for one path. The one thing that differs from run to run reads `<dir>`. */
export async function playPractice(
  path: PracticePath,
  format: TranscriptFormat,
  language: Language = "en",
): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "two-gates-transcript-"));
  try {
    const choices = ["--plan", path.plan, "--decision", path.decision, "--dir", dir, "--lang", language];
    const formats = { txt: [], jsonl: ["--json"], "model.jsonl": ["--json", "--show-model"] };
    const command = ["--import", "tsx", "user_code/practice.ts", ...choices, ...formats[format]];
    const { stdout } = await run(process.execPath, command, { cwd: ROOT });
    return stdout.replaceAll(dir, "<dir>");
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
