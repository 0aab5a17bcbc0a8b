import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { PRACTICE_WRITES } from "./durable-writes.ts";
import { interleave, timed } from "./interleave.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import { rawSave } from "./raw-save.ts";

const ROOT = join(import.meta.dirname, "../..");
const TYPED = "./user_code/practice.ts";
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
            for (let write = 1; write <= PRACTICE_WRITES; write += 1)
              rawSave(folder, `${write}`, "A letter.\n".repeat(20));
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
      floor: `node with tsx, python3 main.py, ${PRACTICE_WRITES} durable writes`,
      floorMs: times.start + times.program + times.saves,
    },
    1.25,
  );
}

/** (g) `--resume` of a practice that has ended, against the empty start of a program. */
export async function measureResume(place: string, python: string): Promise<Ratio> {
  const env = { ...process.env, PYTHON: python };
  const folder = mkdtempSync(join(place, "two-gates-bench-"));
  const practice = [...TSX, "user_code/practice.ts", "--decision", "allow", "--dir", join(folder, "session")];
  try {
    await run(practice, { env });
    const times = await interleave(
      {
        resume: () => run([...practice, "--resume"], { env }),
        start: () => run([...TSX, "verify/bench/empty.ts"]),
      },
      { warmUp: 1, measured: 13 },
    );
    const line = { id: "g", what: "practice.ts --resume, ended", ms: times.resume } as const;
    return {
      ...ratioOf({ ...line, floor: "node with tsx", floorMs: times.start }, 1),
      aim: "50 ms above",
      met: times.resume <= times.start + 50,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** (h) The whole practice as it is typed, against an empty program that is started in the same way. */
export async function measureTyped(place: string, python: string): Promise<Ratio> {
  const env = { ...process.env, PYTHON: python, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const times = await interleave(
    {
      practice: () =>
        inFolder(place, (folder) =>
          run([TYPED, "--decision", "allow", "--dir", join(folder, "session")], { env }),
        ),
      start: () => run([process.execPath, "user_code/start.mjs", "verify/bench/empty.ts"]),
    },
    { warmUp: 1, measured: 13 },
  );
  const line = { id: "h", what: `${TYPED} --decision allow`, ms: times.practice } as const;
  return ratioOf({ ...line, floor: "an empty program, started likewise", floorMs: times.start }, 1.5);
}

/** (e) All 22 traces recorded with a debugger, as `npm run record` does. */
export async function measureRecording(place: string): Promise<Ratio> {
  const times = await interleave(
    {
      recording: () =>
        inFolder(place, (folder) =>
          run([...TSX, "verify/recordings/recorder/record.ts", "--traces", "--out", folder]),
        ),
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
