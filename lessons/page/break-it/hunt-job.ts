import { breaks, wayOf } from "../../x2-break-it/attack.ts";
import { ATTACK_LENGTH, findAttack } from "../../x2-break-it/attack-search.ts";
import type { Move } from "../../x2-break-it/moves.ts";
import type { Progress } from "../../x2-break-it/search.ts";
import { takeOut } from "../run/probe.ts";
import type { Play } from "./break-it-data.ts";
import { type Attack, playAttack } from "./play-way.ts";

/** What is looked for: the shortest attack without some guards, a rule broken although all are in, or what an attack does. */
export type HuntJob =
  | {
      hunt: "attack";
      out: readonly string[];
      /** Undefined for any. */
      rule: string | undefined;
      /** Only attacks count that are held as soon as one of the guards is in. */
      needsAll: boolean;
      bound: number;
    }
  | { hunt: "proof"; rule: string | undefined; bound: number }
  | { hunt: "play"; attack: Attack };

/** Where a search ended: at what it looked for, at the length it was given, by hand, for want of time, or at its most
 * transitions. */
export type HuntEnd = "found" | "length" | "stopped" | "late" | "most";

export type HuntResult = Progress & {
  end: HuntEnd;
  /** What was seen to happen. */
  happened: readonly string[];
  attack: Attack | null;
  play: Play | null;
};

/** Several times as many as the longest of the kept attacks needs. */
export const MOST_TRANSITIONS = 120_000;

export { ATTACK_LENGTH };

/** How the search lets others work: asked every few transitions, it may wait. True ends the search. */
export type Breath = (progress: Progress) => Promise<boolean>;

const EVERY = 64;

/** Does one job, on the functions as they are in this worker or page. While it waits for `breath`, all guards are in. */
export async function doHunt(job: HuntJob, breath: Breath): Promise<HuntResult> {
  if (job.hunt === "play") {
    const play = await playAttack(job.attack);
    return { ...NOTHING, end: "found", attack: job.attack, play };
  }
  // A refusal is an everyday answer here: nobody looks at where it was thrown.
  Object.assign(Error, { stackTraceLimit: 0 });
  const { rule, bound } = job;
  const out = job.hunt === "attack" ? job.out : [];
  const singles = job.hunt === "attack" && job.needsAll && out.length > 1 ? out : [];
  let end: HuntEnd = "length";
  takeOut(out);
  const { found, happened, ...progress } = await findAttack({
    rule,
    bound,
    isStopped: () => end !== "length",
    counts: (way) => needsAll(way, rule ?? "", singles, out),
    rest: {
      every: EVERY,
      pause: async (now) => {
        if (now.transitions >= MOST_TRANSITIONS) end = "most";
        takeOut([]);
        if (await breath(now)) end = "stopped";
        takeOut(out);
      },
    },
  });
  takeOut([]);
  const seen = { ...progress, happened: [...happened] };
  if (!found) return { ...seen, end, attack: null, play: null };
  const attack = { out, rule: found.rule.id, way: found.way.map(({ id }) => id) };
  return { ...seen, end: "found", attack, play: await playAttack(attack) };
}

const NOTHING = { depth: 0, states: 0, transitions: 0, happened: [] };

/** Whether a way is held as soon as one of the guards is in. */
async function needsAll(
  way: readonly Move[],
  rule: string,
  singles: readonly string[],
  out: readonly string[],
): Promise<boolean> {
  for (const id of singles) {
    takeOut([id]);
    const isBroken = await breaks(wayOf({ way: way.map((move) => move.id) }), rule);
    takeOut(out);
    if (isBroken) return false;
  }
  return true;
}
