import type { ShownGuard } from "../lesson.ts";
import type { AttackEntry, BreakIt, Play } from "./break-it-data.ts";
import { ATTACK_LENGTH, type HuntJob } from "./hunt-job.ts";
import { attackOn, ruleWithout } from "./prediction.ts";

/** Where no attack is expected, so many moves are enough. */
const LENGTH_WITHOUT_HOPE = 5;

/** What can be looked for without some guards, and what is known of it already. */
export type HuntsOf = {
  /** All of these guards can be taken out here, and what comes of it can be seen in a session in memory. */
  isPlayable: boolean;
  /** Undefined where it cannot be looked for here. */
  attack: HuntJob | undefined;
  /** What stands for an attack until it is looked for: one that is kept, or a way on which answers differ. */
  known: HuntJob | undefined;
  /** An attack on files and processes, as it was really played. */
  recording: { name: string; play: Play } | undefined;
  kept: AttackEntry | undefined;
};

export function huntsOf(data: BreakIt, guards: readonly ShownGuard[], out: readonly string[]): HuntsOf {
  const kept = attackOn(data, out);
  const isPlayable = guards.every(
    ({ id, isSwitch, shows }) => (isSwitch && shows !== "folder") || !out.includes(id),
  );
  const recorded = kept && data.recordings[kept.name];
  const recording = kept && recorded ? { name: kept.name, play: recorded } : undefined;
  if (!isPlayable || out.length === 0)
    return { isPlayable, attack: undefined, known: undefined, recording, kept };
  const isExpected = ruleWithout(data, out) !== undefined;
  const attack: HuntJob = {
    hunt: "attack",
    out,
    rule: kept?.rule,
    needsAll: kept !== undefined,
    bound: isExpected ? ATTACK_LENGTH : LENGTH_WITHOUT_HOPE,
  };
  const way = kept?.way ?? WORSE_ANSWERS[out.join()];
  const known: HuntJob | undefined = way && {
    hunt: "play",
    attack: { out, rule: kept?.rule ?? "", way },
  };
  return { isPlayable, attack, known, recording, kept };
}

/** The same search with all guards in. It goes as far as an attack without them has to. */
export function proofOf({ kept, attack }: HuntsOf): HuntJob {
  const rule = attack?.hunt === "attack" ? attack.rule : undefined;
  return { hunt: "proof", rule, bound: kept?.way.length ?? LENGTH_WITHOUT_HOPE };
}

/** Without these guards nothing happens that must not: ways on which somebody is told something else. */
const WORSE_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  "reply-conflict": ["reader opens plan to lead", "lead says yes to req-1", "lead says no to req-1"],
  "withdraw-pending": ["reader opens plan to lead", "reader takes back req-1", "reader takes back req-1"],
  "one-tool": ["reader calls another tool in a turn of one purpose"],
};
