import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Picture, Play, Side } from "../../../lessons/page/break-it/break-it-data.ts";
import { pictureOf } from "../../../lessons/page/break-it/picture.ts";
import { makeTemporaryFolder } from "../../../lessons/s15-mailboxes/trusted-folder.ts";
import type { Interpreter } from "../../../lessons/s16-team-protocols/run/interpreter.ts";
import {
  decodeSession,
  SESSION_FILE,
  stateIn,
  withChange,
} from "../../../lessons/x1-shared-session/session-file.ts";
import { type KeptAttack, NOT_POSSIBLE, type Told } from "../../../lessons/x2-break-it/attack.ts";
import { IN_FOLDER, type Played, playAttack } from "../../../lessons/x2-break-it/play.ts";
import { PROGRAM_FILE } from "../../../user_code/attack/command.ts";
import { fileOf, keptAttacks } from "../../../user_code/attack/kept-attacks.ts";
import { playWithout } from "../../../user_code/attack/play-without.ts";

/** An attack on files and processes as it was really played, with its guards and without them. */
export type PlayedAttack = Play & { attack: string };

export const PLAYED_FOLDER = join(import.meta.dirname, "../../../fixtures/played-attacks");

/** The attacks that are more than calls of functions: no search in memory finds them, and no browser plays them. */
export function attacksOnFolders(): KeptAttack[] {
  return keptAttacks()
    .filter(({ way: [first = ""] }) => first.startsWith(IN_FOLDER))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The text of an attack's file, with a line for each step. */
export function encodePlayed({ attack, out, rule, steps }: PlayedAttack): string {
  const lines = steps.map((step) => `  ${JSON.stringify(step)}`);
  const [name, guards, broken] = [attack, out, rule].map((value) => JSON.stringify(value));
  return `{ "attack": ${name}, "out": ${guards}, "rule": ${broken}, "steps": [\n${lines.join(",\n")}\n] }\n`;
}

/** Plays an attack twice with real files and processes, and looks at the session folder after each step. */
export async function playBoth(attack: KeptAttack, interpreter: Interpreter): Promise<PlayedAttack> {
  const { name, guards: out, rule } = attack;
  const directory = makeTemporaryFolder("two-gates-attack-");
  try {
    const stage = { directory, program: readFileSync(PROGRAM_FILE), interpreter, environment: process.env };
    const held = await sideOf(attack, (onStep) =>
      playAttack(attack, stage, (told) => onStep(told, directory)),
    );
    const files = { attackFile: fileOf(attack), programFile: PROGRAM_FILE };
    const without = await sideOf(attack, (onStep) => playWithout({ without: out, ...files }, onStep));
    const steps = without.map(({ told: { actor, does }, side }, index) => ({
      actor,
      does,
      held: held[index]?.side ?? { ...side, answer: NOT_POSSIBLE, broken: [] },
      out: side,
    }));
    return { attack: name, out, rule, steps };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

type Step = { told: Told; side: Side };

async function sideOf(
  { rule }: KeptAttack,
  play: (onStep: (told: Told, directory: string) => Promise<void>) => Promise<Played>,
): Promise<Step[]> {
  const steps: Step[] = [];
  const { broken } = await play(async (told, directory) => {
    steps.push({ told, side: { answer: told.answer, broken: [], picture: pictureIn(directory) } });
  });
  return steps.map((step, index) =>
    broken?.step === index + 1 ? { ...step, side: { ...step.side, broken: [rule] } } : step,
  );
}

/** What a folder holds for somebody who reads it without taking part. */
function pictureIn(directory: string): Picture {
  const files = readdirSync(directory).filter((file) => file.endsWith(".jsonl") && file !== "events.jsonl");
  const mailboxes = files.sort().map((file) => ({
    member: file.slice(0, -".jsonl".length),
    text: textOf(join(directory, file)),
  }));
  const runs = textOf(join(directory, "workspace", "runs.txt")).length;
  const text = textOf(join(directory, SESSION_FILE));
  if (text === "") return pictureOf({ team: new Map(), requests: new Map() }, mailboxes, runs);
  const { parts, intents } = decodeSession(text, SESSION_FILE);
  const isThere = (mailbox: string, id: string): boolean =>
    mailboxes.some((box) => box.member === mailbox && box.text.includes(`{"id":"${id}",`));
  const kept = intents.filter(({ mailbox, letter }) => letter === null || isThere(mailbox, letter.id));
  const state = stateIn(kept.reduce((all, { change }) => withChange(all, change), parts));
  return pictureOf(state, mailboxes, runs);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
