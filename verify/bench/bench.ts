import "../../user_code/node-version.mjs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { endWithStandardOutput } from "../../user_code/standard-output.ts";
import { describeMachine, type Machine, resolvePython } from "./machine.ts";
import { measurePractice, measureRecording } from "./processes.ts";
import type { Ratio } from "./ratio.ts";
import { measureMailboxLength, measureOpenRequest } from "./saves.ts";
import { measureSideBySide } from "./sessions.ts";

endWithStandardOutput();

/** `npm run bench`: five ratios, each measured against its floor in the same run. `--dir DIR`: where files are saved. */
const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, dir: { type: "string", default: tmpdir() } },
});
const python = resolvePython();
const machine = describeMachine(values.dir, python);
const sideBySide = { rawRatio: Number.NaN };
const ratios: Ratio[] = [];
for (const measure of [
  () => measureOpenRequest(values.dir),
  () => measurePractice(values.dir, python),
  () => measureMailboxLength(values.dir),
  async () => {
    const { rawRatio, ...ratio } = await measureSideBySide(values.dir);
    sideBySide.rawRatio = rawRatio;
    return ratio;
  },
  () => measureRecording(values.dir),
]) {
  ratios.push(await measure());
  if (!values.json) process.stderr.write(".");
}
if (!values.json) process.stderr.write("\n");
process.stdout.write(values.json ? `${JSON.stringify({ machine, ratios, sideBySide })}\n` : table());

function table(): string {
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
  const note = `Two processes that save raw bytes side by side: ${sideBySide.rawRatio.toFixed(2)} times one alone.`;
  return `${headLine(machine)}\n\n${lines.join("\n")}\n\n${note}\n`;
}

function headLine({ processor, cores, platform, fileSystem, load, versions }: Machine): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [processor, `${cores} cores`, platform, fileSystem, `load ${load}`, ...named].join(", ");
}

function duration(ms: number): string {
  return ms < 100 ? `${ms.toFixed(2)} ms` : `${ms.toFixed(0)} ms`;
}
