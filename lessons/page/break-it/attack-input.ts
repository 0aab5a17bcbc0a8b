import { AREA_FUNCTIONS, AREAS, type AreaFunction } from "../area/function-areas.ts";
import type { Input } from "../area/inputs.ts";
import type { Lesson } from "../lesson.ts";
import type { Call, OwnStep } from "../run/call.ts";
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
  if (!area) return undefined;
  return `#/${AREAS[area].word}/${inputName(attack, index)}?step=0&out=${attack.guards.join(",")}`;
}

/** The input of an area that is a move of an attack: `attack-forged-yes-4` is the fourth of that attack. */
export function attackInput(area: AreaFunction, name: string, lesson: Lesson): Input | undefined {
  const { breakIt, strings } = lesson;
  for (const attack of breakIt.attacks) {
    const index = attack.calls.findIndex((_, at) => inputName(attack, at) === name);
    const made = index < 0 ? undefined : moveCall(attack, index);
    if (made?.call.function !== area) continue;
    const { input_label, input_meaning } = strings.break_it;
    const values = { attack: attack.name, step: index + 1, steps: attack.way.length };
    const first = attack.guards[0] ?? "";
    const origin = { area: "break", input: first, out: attack.guards, show: "attack", guess: null } as const;
    return {
      area,
      name,
      meaning: fill(input_meaning, values),
      ...made,
      trace: undefined,
      scenario: undefined,
      origin: { label: fill(input_label, values), address: formatBreakAddress({ ...origin, step: index }) },
    };
  }
  return undefined;
}

function inputName({ name }: AttackEntry, index: number): string {
  return `attack-${name}-${index + 1}`;
}
