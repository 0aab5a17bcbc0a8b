import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeTemporaryFolder } from "../../lessons/s15-mailboxes/trusted-folder.ts";
import { requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { KeptAttack, Told } from "../../lessons/x2-break-it/attack.ts";
import type { Stage } from "../../lessons/x2-break-it/folder-attacks.ts";
import { type Played, playAttack } from "../../lessons/x2-break-it/play.ts";
import { placeOf } from "../../lessons/x2-break-it/without.ts";
import { Fault } from "../fault.ts";
import { createStepper, StoppedByLearner } from "../practice/stepper.ts";
import { paintFor, safeWriter, table } from "../terminal.ts";
import { type AttackArguments, parseAttackArguments, USAGE } from "./arguments.ts";
import { fileOf, heldBy, keptAttacks, storyOf } from "./kept-attacks.ts";
import { playWithout } from "./play-without.ts";

export const PROGRAM_FILE = join(import.meta.dirname, "../../fixtures/practice-workspace/main.py");

const write = safeWriter(process.stdout, process.env);
const paint = paintFor(process.stdout, process.env);

/** `npm run attack`. Throws `UsageError`, and what stands in the way. */
export async function attack(argv: readonly string[]): Promise<void> {
  const attacks = keptAttacks();
  const options = parseAttackArguments(
    argv,
    attacks.map(({ name }) => name),
  );
  if (options.help) write(USAGE);
  else if (options.name === undefined) list(attacks, options);
  else {
    const chosen = attacks.find(({ name }) => name === options.name);
    if (chosen) await play(chosen, options);
  }
}

function list(attacks: readonly KeptAttack[], { json }: AttackArguments): void {
  for (const kept of attacks) {
    const [happened, purpose, rule] = storyOf(kept);
    const { name, guards } = kept;
    if (json)
      write(`${JSON.stringify({ event: "attack", name, guards, story: [happened, purpose, rule] })}\n`);
    else
      write(
        `${paint("bold", name)}  ${paint("dim", `(${guards.join(" and ")})`)}\n` +
          `  ${happened}\n  ${purpose}\n  ${rule}\n`,
      );
  }
  if (!json) write(`\n${attacks.length} attacks. Play one: npm run attack -- ${attacks[0]?.name}\n`);
}

async function play(kept: KeptAttack, options: AttackArguments): Promise<void> {
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") throw new Fault(interpreter);
  const directory = makeTemporaryFolder("two-gates-attack-");
  const stage = { directory, program: readFileSync(PROGRAM_FILE), interpreter, environment: process.env };
  const stepper = options.step
    ? createStepper({
        input: process.stdin,
        write: (text) => process.stdout.write(text),
        inspect: () => `   The session folder: ${directory}`,
      })
    : undefined;
  const cleanUp = (): void => rmSync(directory, { recursive: true, force: true });
  const stop = (): never => process.exit(130);
  process.on("exit", cleanUp);
  process.on("SIGINT", stop);
  const pause = async (): Promise<void> => stepper?.next();
  try {
    if (options.without.length === 0) await playShipped(kept, stage, options, pause);
    else await playBoth(kept, stage, options, pause);
  } catch (error) {
    if (!(error instanceof StoppedByLearner)) throw error;
    write("Stopped.\n");
  } finally {
    stepper?.close();
    process.off("SIGINT", stop);
    process.off("exit", cleanUp);
    cleanUp();
  }
}

async function playShipped(
  kept: KeptAttack,
  stage: Stage,
  { json }: AttackArguments,
  pause: () => Promise<void>,
): Promise<void> {
  if (!json) writeTitle(kept);
  let number = 0;
  const played = await playAttack(kept, stage, async (step) => {
    number += 1;
    write(json ? `${stepLine(number, step, null)}\n` : `${drawStep(number, step)}\n`);
    await pause();
  });
  if (json) return writeResult(kept, [], played);
  write(`\n${verdict(kept, played)}\n`);
  write(`\nThe same without it:  npm run attack -- ${kept.name} --without ${kept.guards.join(",")}\n`);
}

async function playBoth(
  kept: KeptAttack,
  stage: Stage,
  { json, without }: AttackArguments,
  pause: () => Promise<void>,
): Promise<void> {
  const shipped = await playAttack(kept, stage);
  const name = without.join(",");
  let number = 0;
  let hasParted = false;
  if (!json) writeTitle(kept);
  const played = await playWithout(
    { without, attackFile: fileOf(kept), programFile: PROGRAM_FILE },
    async (step) => {
      const held = shipped.told[number];
      number += 1;
      const parts = held?.answer !== step.answer;
      if (json) write(`${stepLine(number, step, name)}\n`);
      else if (!parts && !hasParted) write(`${drawStep(number, step)}\n`);
      else {
        if (!hasParted) write(`\nFrom here they part.\n`);
        hasParted = true;
        write(`${drawBoth(number, step, held?.answer ?? "", name)}\n`);
      }
      await pause();
    },
  );
  if (json) return writeResult(kept, without, played);
  if (!hasParted) write("\nBoth went the same way.\n");
  write(`\n${paint("bold", "as shipped")}\n${verdict(kept, shipped)}\n`);
  write(`\n${paint("bold", `without ${name}`)}\n${verdict(kept, played, without)}\n`);
}

function writeTitle(kept: KeptAttack): void {
  const [happened, purpose, rule] = storyOf(kept);
  const rows = [
    ["in a real system", happened],
    ["the guard", purpose],
    ["what must hold", rule],
  ];
  write(`${paint("bold", kept.name)}\n${table(["", ""], rows, paint).split("\n").slice(1).join("\n")}\n\n`);
}

function drawStep(number: number, { actor, does, answer }: Told): string {
  return `${String(number).padStart(3)}  ${actor.padEnd(9)} ${does.padEnd(58)} ${answer}`;
}

function drawBoth(number: number, step: Told, held: string, name: string): string {
  const under = " ".repeat(15);
  const width = Math.max("as shipped".length, `without ${name}`.length);
  return [
    `${String(number).padStart(3)}  ${step.actor.padEnd(9)} ${step.does}`,
    `${under}${"as shipped".padEnd(width)}  ${paint("green", held)}`,
    `${under}${`without ${name}`.padEnd(width)}  ${paint("red", step.answer)}`,
  ].join("\n");
}

function verdict(
  kept: KeptAttack,
  { broken, program_runs }: Played,
  without: readonly string[] = [],
): string {
  const runs = `main.py ran ${program_runs === 1 ? "once" : `${program_runs} times`}.`;
  if (broken) return `${paint("red", `Broken in step ${broken.step}: ${broken.rule}`)} ${runs}`;
  const guard = heldBy(kept);
  const { file, line, code } = placeOf(guard);
  const others = kept.guards.filter((id) => !without.includes(id) && id !== guard.id);
  const held =
    without.includes(guard.id) && others.length > 0 ? ` (${others.join(", ")} holds it as well)` : "";
  return without.includes(guard.id)
    ? `Nothing was broken.${held} ${runs}`
    : `${paint("green", `The guard ${guard.id} held.`)} ${runs}\n  ${file}:${line}\n    ${code}`;
}

function stepLine(number: number, step: Told, without: string | null): string {
  return JSON.stringify({ event: "attack_step", step: number, ...step, without });
}

/** The last line of `--json`. */
function writeResult(kept: KeptAttack, without: readonly string[], { broken, program_runs }: Played): void {
  const holds = kept.guards.filter((id) => !without.includes(id));
  const result = {
    event: "attack_result",
    attack: kept.name,
    without: without.length === 0 ? null : without.join(","),
    held_by: broken ? null : (holds[0] ?? null),
    program_runs,
    broken,
  };
  write(`${JSON.stringify(result)}\n`);
}
