import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { interleave, timed } from "./interleave.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import { rawSave } from "./raw-save.ts";

const ROOT = join(import.meta.dirname, "../..");
const TSX = [process.execPath, "--import", "tsx"] as const;

/** (b) The whole practice with both gates open, against the least that its parts take one after the other. */
export async function measurePractice(place: string, python: string): Promise<Ratio> {
  const environment = { ...process.env, PYTHON: python };
  const times = await interleave(
    {
      practice: () =>
        inFolder(place, (folder) =>
          run([...TSX, "user_code/practice.ts", "--decision", "allow", "--dir", join(folder, "session")], {
            env: environment,
          }),
        ),
      start: () => run([...TSX, "verify/bench/empty.ts"]),
      program: () =>
        inFolder(place, (folder) => {
          copyFileSync(join(ROOT, "fixtures/practice-workspace/main.py"), join(folder, "main.py"));
          return run([python, "main.py"], { cwd: folder });
        }),
      saves: () =>
        inFolder(place, (folder) =>
          timed(() => {
            for (const name of ["one", "two", "three", "four"])
              rawSave(folder, name, "A letter.\n".repeat(20));
          }),
        ),
    },
    { warmUp: 1, measured: 13 },
  );
  return ratioOf(
    {
      id: "b",
      what: "practice.ts --decision allow",
      ms: times.practice,
      floor: "node with tsx, python3 main.py, 4 raw saves",
      floorMs: times.start + times.program + times.saves,
    },
    1.25,
  );
}

/** (e) All 22 traces recorded with a debugger, as `npm run record` does. */
export async function measureRecording(place: string): Promise<Ratio> {
  const times = await interleave(
    {
      recording: () =>
        inFolder(place, (folder) => run([...TSX, "verify/recordings/recorder/record.ts", "--out", folder])),
      start: () => run([...TSX, "verify/bench/empty.ts"]),
    },
    { warmUp: 1, measured: 5 },
  );
  const line = { id: "e", what: "recording all 22 traces", ms: times.recording } as const;
  return {
    ...ratioOf({ ...line, floor: "node with tsx", floorMs: times.start }, 1),
    aim: "under 3 s",
    met: times.recording < 3_000,
  };
}

/** The time from the start of a process to its end. Throws when it does not end well. */
async function run(
  [command = "", ...flags]: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  return timed(async () => {
    const child = spawn(command, flags, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"], ...options });
    const [code]: unknown[] = await once(child, "exit");
    if (code !== 0) throw new Error(`${[command, ...flags].join(" ")} ended with ${code}.`);
  });
}

async function inFolder(place: string, work: (folder: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(place, "two-gates-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
