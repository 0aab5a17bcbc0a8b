import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Interpreter, requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { KeptAttack } from "../../lessons/x2-break-it/attack.ts";
import { IN_FOLDER, type Played, playAttack } from "../../lessons/x2-break-it/play.ts";
import { ruleSentence } from "../../lessons/x2-break-it/rules.ts";
import { PROGRAM_FILE } from "../../user_code/attack/command.ts";
import { fileOf, keptAttacks } from "../../user_code/attack/kept-attacks.ts";
import { playWithout } from "../../user_code/attack/play-without.ts";

const folder = mkdtempSync(join(tmpdir(), "two-gates-attacks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kept = keptAttacks();

describe("an attack in a session folder, with the real main.py", () => {
  test.each(kept)("$name is held by the shipped code", async (attack) => {
    const { broken, told } = await playShipped(attack);
    expect(broken).toBeNull();
    if (!attack.way[0]?.startsWith(IN_FOLDER)) expect(told).toHaveLength(attack.way.length);
  });

  test.each([
    ["forged-yes", 0, 1],
    ["nobody-asked-the-host", 0, 1],
    ["two-runs", 1, 2],
    ["at-the-last-moment", 0, 1],
    ["blocked-and-run", 0, 1],
  ])(
    "%s makes main.py run %i times as shipped, and %i times without its guards",
    async (name, shipped, without) => {
      const attack = named(name);
      expect((await playShipped(attack)).program_runs).toBe(shipped);
      const played = await playWithout(
        { without: attack.guards, attackFile: fileOf(attack), programFile: PROGRAM_FILE },
        async () => undefined,
      );
      expect(played.program_runs).toBe(without);
      expect(played.broken).toEqual({ rule: ruleSentence(attack.rule), step: attack.way.length });
    },
  );
});

describe("an attack on files and processes", () => {
  const inFolder = kept.filter(({ way: [first = ""] }) => first.startsWith(IN_FOLDER));

  test.each(inFolder)(
    "$name gets through without $guards, and not while one of them is in",
    async (attack) => {
      const files = { attackFile: fileOf(attack), programFile: PROGRAM_FILE };
      const out = await playWithout({ without: attack.guards, ...files }, async () => undefined);
      expect(out.broken).toEqual({ rule: ruleSentence(attack.rule), step: out.told.length });
      if (attack.guards.length === 1) return;
      for (const guard of attack.guards) {
        const one = await playWithout({ without: [guard], ...files }, async () => undefined);
        expect(one.broken, `only ${guard} out`).toBeNull();
      }
    },
  );
});

async function playShipped(attack: KeptAttack): Promise<Played> {
  const interpreter = await interpreterHere();
  plays += 1;
  return playAttack(attack, {
    directory: join(folder, `${attack.name}-${plays}`),
    program: readFileSync(PROGRAM_FILE),
    interpreter,
    environment: process.env,
  });
}

let plays = 0;
let found: Interpreter | undefined;

async function interpreterHere(): Promise<Interpreter> {
  const interpreter = found ?? (await requireInterpreter(process.env));
  if (typeof interpreter === "string") throw new Error(interpreter);
  found = interpreter;
  return interpreter;
}

function named(name: string): KeptAttack {
  const attack = kept.find((candidate) => candidate.name === name);
  if (!attack) throw new Error(`There is no attack ${name}.`);
  return attack;
}
