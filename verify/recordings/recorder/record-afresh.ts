import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RECORDED_FILE } from "./fixture-files.ts";

/** What is said where the recordings in `fixtures/traces` are of another text of a file than the one that is there now. */
export const afresh = (file: string): string =>
  `${file} is not the text that fixtures/traces were recorded from: recorded afresh, for this once. To keep it: npm run record`;

/** The functions as they are now could not be recorded. The message is a sentence for people, with the reason. */
export class RecordingFault extends Error {
  override name = "RecordingFault";
}

/**
 * Records all scenarios with the functions as they are now, in a process of its own, into a temporary folder that is
 * removed when this process ends. Returns the folder. Throws `RecordingFault` when they cannot be run.
 */
export function recordAfresh(): string {
  const folder = mkdtempSync(join(tmpdir(), "two-gates-traces-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const record = join(import.meta.dirname, "record.ts");
  const tsx = pathToFileURL(createRequire(record).resolve("tsx")).href;
  try {
    execFileSync(process.execPath, ["--import", tsx, record, "--out", folder], {
      cwd: join(import.meta.dirname, "../../.."),
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    return folder;
  } catch (error) {
    throw new RecordingFault(
      `${RECORDED_FILE} has changed, and cannot be recorded as it is now: ${reasonIn(error)}`,
    );
  }
}

/** The line of a failed process that names the error. */
function reasonIn(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  const lines = said.split("\n").map((line) => line.trim());
  const named = lines.find((line) => /^(?:\w*Error\b.*|.*\bERROR: .*)$/u.test(line));
  // What a recorded function threw comes as the message of another error.
  return named?.replace(/^Error: (?=\w*Error\b)/u, "") ?? lines.find(Boolean) ?? "no reason";
}
