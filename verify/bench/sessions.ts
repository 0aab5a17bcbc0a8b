import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { interleave } from "./interleave.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import type { SessionOrder } from "./session-process.ts";

const ROUNDS = { warmUp: 3, measured: 25 };
const LETTERS = 20;

/** (d) A letter in one of two sessions side by side, each in its own process, against a session that is alone. */
export async function measureSideBySide(place: string): Promise<Ratio & { rawRatio: number }> {
  const pair = await Promise.all([startSession(place), startSession(place)]);
  const [one] = pair;
  const both = async (work: SessionOrder["work"]): Promise<number> => {
    const times = await Promise.all(pair.map((session) => ask(session, { work, letters: LETTERS })));
    return Math.max(...times);
  };
  try {
    const times = await interleave(
      {
        alone: () => ask(one, { work: "letters", letters: LETTERS }),
        beside: () => both("letters"),
        rawAlone: () => ask(one, { work: "raw", letters: LETTERS }),
        rawBeside: () => both("raw"),
      },
      ROUNDS,
    );
    const line = { id: "d", what: "a letter, two sessions at once", ms: times.beside } as const;
    return {
      ...ratioOf({ ...line, floor: "a letter, one session alone", floorMs: times.alone }, 1),
      rawRatio: times.rawBeside / times.rawAlone,
    };
  } finally {
    for (const session of pair) session.kill();
  }
}

async function startSession(place: string): Promise<ChildProcess> {
  const session = fork(join(import.meta.dirname, "session-process.ts"), [place], {
    execArgv: ["--import", "tsx"],
  });
  await once(session, "message");
  return session;
}

async function ask(session: ChildProcess, order: SessionOrder): Promise<number> {
  session.send(order);
  const [ms]: unknown[] = await once(session, "message");
  if (typeof ms !== "number") throw new Error(`That is no time: ${ms}`);
  return ms;
}
