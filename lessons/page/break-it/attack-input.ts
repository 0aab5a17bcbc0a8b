import { AREA_FUNCTIONS, AREAS, type AreaFunction } from "../area/function-areas.ts";
import type { Input } from "../area/inputs.ts";
import type { GateCase, Place } from "../gates/gate-case.ts";
import type { Lesson } from "../lesson.ts";
import type { Call, CallName, OwnStep } from "../run/call.ts";
import { fill } from "../strings.ts";
import { formatBreakAddress } from "./break-address.ts";
import type { AttackEntry } from "./break-it-data.ts";

/** A move of an attack that is a call: what was before it, and the call. */
type MoveCall = { setup: readonly OwnStep[]; call: Call };

/** The move at `index`, from 0, as a call. Undefined where it is none, or something before it cannot be recorded. */
export function moveCall({ calls }: AttackEntry, index: number): MoveCall | undefined {
  const until = calls.slice(0, index + 1);
  if (until.length <= index || until.includes(null)) return undefined;
  const steps = until.flatMap((one) => one ?? []);
  const call = until.at(-1)?.length === 1 ? steps.at(-1) : undefined;
  return call && "function" in call ? { setup: steps.slice(0, -1), call } : undefined;
}

/** The address of the recorder on a move of an attack, with the guards out that the attack needs out. */
export function moveAddress(attack: AttackEntry, index: number): string | undefined {
  const made = moveCall(attack, index);
  const area = AREA_FUNCTIONS.find((name) => name === made?.call.function);
  if (!made || !(area || PLACES[made.call.function])) return undefined;
  // At a gate the set-up is stepped as well: the link leads to the first statement of the call.
  const [word, step] = area ? [AREAS[area].word, 0] : ["gates", made.setup.length + 1];
  return `#/${word}/${inputName(attack, index)}?step=${step}&out=${attack.guards.join(",")}`;
}

/** The calls that are shown at the gates, and the gate of each. */
const PLACES: Partial<Record<CallName, Place>> = {
  plan_gate: "plan",
  claim_plan: "claim",
  execute_guarded: "permission",
  execute_hooked: "permission",
};

/** What an area shows of a move: the call, what it is, and the way back to the attack. */
type AttackMove = MoveCall & Pick<Input, "meaning"> & { asked: string; origin: NonNullable<Input["origin"]> };

/** The case of a call at a gate that is a move of an attack. */
export function attackCase(name: string, lesson: Lesson): (AttackMove & GateCase) | undefined {
  const found = attackMove(name, lesson);
  const place = found && PLACES[found.call.function];
  return place && { ...found, place };
}

/** The input of an area that is a move of an attack: `attack-forged-yes-4` is the fourth of that attack. */
export function attackInput(area: AreaFunction, name: string, lesson: Lesson): Input | undefined {
  const found = attackMove(name, lesson);
  return found?.call.function === area ? { ...found, area, name, trace: undefined } : undefined;
}

function attackMove(name: string, { breakIt, strings }: Lesson): AttackMove | undefined {
  for (const attack of breakIt.attacks) {
    const index = attack.calls.findIndex((_, at) => inputName(attack, at) === name);
    const made = index < 0 ? undefined : moveCall(attack, index);
    if (!made) continue;
    const { input_label, input_meaning } = strings.break_it;
    const values = { attack: attack.name, step: index + 1, steps: attack.way.length };
    const first = attack.guards[0] ?? "";
    const origin = { area: "break", input: first, out: attack.guards, show: "attack", guess: null } as const;
    return {
      meaning: fill(input_meaning, values),
      ...made,
      asked: attack.way[index] ?? "",
      origin: { label: fill(input_label, values), address: formatBreakAddress({ ...origin, step: index }) },
    };
  }
  return undefined;
}

function inputName({ name }: AttackEntry, index: number): string {
  return `attack-${name}-${index + 1}`;
}
