import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTeam, LEAD } from "../s15-mailboxes/team.ts";
import type { ProtocolState } from "../s16-team-protocols/protocol-state.ts";
import { PROGRAM, type ProgramPlace, programWork, runProgram } from "../s16-team-protocols/run/program.ts";
import { type FolderSession, startSession } from "../x1-shared-session/folder-session.ts";
import { type KeptAttack, NOT_POSSIBLE, type Told, wayOf } from "./attack.ts";
import { playFolderAttack, type Stage } from "./folder-attacks.ts";
import { REACHES } from "./moves.ts";
import { brokenRules, ruleSentence, type Seen } from "./rules.ts";
import { make } from "./search.ts";
import { searchLimits, seen, type World } from "./world.ts";

export type Played = {
  told: readonly Told[];
  /** The rule that was broken, and after how many steps. */
  broken: { rule: string; step: number } | null;
  program_runs: number;
};

/** How the way of an attack on files and processes begins, which `folder-attacks.ts` plays. */
export const IN_FOLDER = "in the folder: ";

/** The other bytes of main.py: they leave the same mark. */
const EDITED = `${'open("runs.txt", "a").write("x")\n'}print("other bytes")\n`;

/**
 * Plays an attack for real: a session folder, letters on disk, the real main.py behind the real gates. `onStep` is told
 * each step once it is done, and holds the play up until it returns.
 */
export async function playAttack(
  attack: KeptAttack,
  stage: Stage,
  onStep: (told: Told) => Promise<void> = async () => undefined,
): Promise<Played> {
  const [first = ""] = attack.way;
  if (first.startsWith(IN_FOLDER)) {
    const { told, isThrough } = await playFolderAttack(first.slice(IN_FOLDER.length), stage, onStep);
    const broken = isThrough ? { rule: ruleSentence(attack.rule), step: told.length } : null;
    return { told, broken, program_runs: runsIn(stage) };
  }
  const world = await openStage(stage);
  const told: Told[] = [];
  let broken: Played["broken"] = null;
  for (const move of wayOf(attack)) {
    const before = pictureOf(world);
    const made = move.isPossible?.(world) === false ? undefined : await make(move, world);
    const step = { actor: move.actor, does: move.does, answer: made?.done.answer ?? NOT_POSSIBLE };
    told.push(step);
    const rules = made ? brokenRules(before, pictureOf(world), made.step) : [];
    if (!broken && rules.some(({ id }) => id === attack.rule))
      broken = { rule: ruleSentence(attack.rule), step: told.length };
    await onStep(step);
  }
  return { told, broken, program_runs: runsIn(stage) };
}

async function openStage(stage: Stage): Promise<World> {
  const { directory, program, interpreter, environment } = stage;
  const names = [LEAD, "reader", "reviewer"];
  const team = createTeam(names.map((name) => [name, `the ${name}`]));
  const session = await startSession(directory, team, { program: "practice", limits: searchLimits });
  const workspace = join(session.directory, "workspace");
  mkdirSync(workspace, { mode: 0o700 });
  writeFileSync(join(workspace, PROGRAM), program, { mode: 0o600 });
  const place: ProgramPlace = { workspace, interpreter, environment };
  return {
    get state() {
      return stateOf(session);
    },
    session,
    outside: { content: 0, opened: [], said: [], starts: [], calls: {}, touched: [], left: REACHES },
    workNow: () => programWork(place),
    edit: (content) => writeFileSync(join(workspace, PROGRAM), content === 0 ? program : EDITED),
    start: async (claim) => {
      let block: Awaited<ReturnType<typeof claim>>;
      const outcome = await runProgram({
        ...place,
        hide: session.directory,
        claim: async (work) => {
          block = await claim(work);
          return block;
        },
      });
      if ("message" in outcome && !block) throw new Error(outcome.message);
      return block;
    },
  };
}

/** The session as it is on disk. What is written to its mailboxes here is written without the lock, by a hand from outside. */
function stateOf({ directory, current }: FolderSession): ProtocolState {
  const path = (name: string): string => join(directory, `${name}.jsonl`);
  return {
    ...current,
    mail: {
      read: (name) => textOf(path(name)),
      replace: (name, text) => writeFileSync(path(name), text, { mode: 0o600 }),
    },
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The session as the rules see it, which does not change any more. */
function pictureOf(world: World): Seen {
  const now = seen(world);
  const texts = new Map([...now.team.keys(), "helper"].map((name) => [name, now.mailbox(name)]));
  return {
    team: structuredClone(now.team),
    requests: structuredClone(now.requests),
    runs: structuredClone(now.runs),
    limits: now.limits,
    mailbox: (name) => texts.get(name) ?? "",
  };
}

/** main.py leaves a mark for each run. */
function runsIn({ directory }: Stage): number {
  return textOf(join(directory, "workspace", "runs.txt")).length;
}
