import "../../user_code/node-version.mjs";
import { tmpdir } from "node:os";
import { requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { parseCommandLine, UsageError } from "../../user_code/command-line.ts";
import { tellingFileFaults } from "../../user_code/file-fault.ts";
import { endWithStandardOutput } from "../../user_code/standard-output.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { measurePractice, measureRecording, measureResume, measureTyped } from "./processes.ts";
import type { Ratio } from "./ratio.ts";
import { measureLife, measureMailboxLength, measureOpenRequest } from "./saves.ts";
import { measureSideBySide } from "./sessions.ts";

/** `npm run bench`: eight ratios, each measured against its floor in the same run. `--dir DIR`: where files are saved. */
async function main(argv: readonly string[]): Promise<number> {
  const { json, dir } = parseCommandLine(argv, {
    json: { type: "boolean", default: false },
    dir: { type: "string", default: tmpdir() },
  });
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") {
    process.stderr.write(`${interpreter}\n`);
    return 1;
  }
  const python = interpreter.executable;
  const machine = describeMachine(dir, python);
  let rawRatio = Number.NaN;
  const ratios: Ratio[] = [];
  for (const measure of [
    () => measureOpenRequest(dir),
    () => measurePractice(dir, python),
    () => measureMailboxLength(dir),
    async () => {
      const { rawRatio: raw, ...ratio } = await measureSideBySide(dir);
      rawRatio = raw;
      return ratio;
    },
    () => measureRecording(dir),
    () => measureLife(dir),
    () => measureResume(dir, python),
    () => measureTyped(dir, python),
  ]) {
    ratios.push(await measure());
    if (!json) process.stderr.write(".");
  }
  if (!json) process.stderr.write("\n");
  const report = json
    ? `${JSON.stringify({ machine, ratios, sideBySide: { rawRatio } })}\n`
    : table(machine, ratios, rawRatio);
  process.stdout.write(report);
  return 0;
}

function table(machine: Machine, ratios: readonly Ratio[], rawRatio: number): string {
  const rows = [
    ["", "what", "time", "floor", "time", "ratio", "aim", ""],
    ...ratios.map((line) => [
      line.id,
      line.what,
      duration(line.ms),
      line.floor,
      duration(line.floorMs),
      line.ratio.toFixed(2),
      line.aim,
      line.met ? "met" : "not met",
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const note = `Two processes that save raw bytes side by side: ${rawRatio.toFixed(2)} times one alone.`;
  return `${headLine(machine)}\n\n${lines.join("\n")}\n\n${note}\n`;
}

function headLine({ processor, cores, platform, fileSystem, load, versions }: Machine): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [processor, `${cores} cores`, platform, fileSystem, `load ${load}`, ...named].join(", ");
}

function duration(ms: number): string {
  return ms < 100 ? `${ms.toFixed(2)} ms` : `${ms.toFixed(0)} ms`;
}

endWithStandardOutput();
try {
  process.exitCode = await tellingFileFaults(
    { what: "The files to measure with", advice: "Name another folder: npm run bench -- --dir DIR" },
    () => main(process.argv.slice(2)),
  );
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`usage: ${error.message}\n`);
  process.exitCode = 2;
}
