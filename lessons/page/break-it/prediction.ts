import type { ShownGuard } from "../lesson.ts";
import type { AttackEntry, BreakIt } from "./break-it-data.ts";

/** What somebody may expect: that a rule breaks, that another guard holds the same, or that only an answer gets worse. */
export type Answer = { rule: string } | "held" | "worse";

export type Prediction = { answers: readonly Answer[]; right: number };

type Data = Pick<BreakIt, "attacks" | "rules"> & {
  guards: readonly Pick<ShownGuard, "id" | "kind" | "breaks">[];
};

/** The kept attack that needs exactly these guards out. */
export function attackOn(
  { attacks }: Pick<Data, "attacks">,
  out: readonly string[],
): AttackEntry | undefined {
  return attacks.find(({ guards }) => guards.length === out.length && guards.every((id) => out.includes(id)));
}

/** The rule that breaks without these guards: of their own attack, or of the first of them that is one by itself. */
export function ruleWithout(data: Pick<Data, "attacks">, out: readonly string[]): string | undefined {
  const part = data.attacks.find(({ guards }) => guards.every((id) => out.includes(id)));
  return (attackOn(data, out) ?? part)?.rule;
}

/**
 * Three answers to what can go wrong without these guards, and which of them is right. The wrong ones are rules that
 * other guards hold, in an order that is always the same for the same guards.
 */
export function predict(data: Data, out: readonly string[]): Prediction {
  const rule = ruleWithout(data, out);
  const taken = data.guards.filter(({ id }) => out.includes(id));
  const isWorse = taken.every(({ kind }) => kind === "answer");
  const first = data.guards.findIndex(({ id }) => id === out[0]);
  const others = otherRules(data, out, first, rule);
  const rules = (rule === undefined ? others : [rule, ...others]).slice(0, 2).map((id) => ({ rule: id }));
  const none: Answer = isWorse ? "worse" : "held";
  const right: Answer = rules.find((answer) => answer.rule === rule) ?? none;
  const answers = rotated<Answer>([...rules, none], first);
  return { answers, right: answers.indexOf(right) };
}

/** Rules that these guards do not hold, those of near guards first. */
function otherRules(
  { guards }: Data,
  out: readonly string[],
  first: number,
  rule: string | undefined,
): string[] {
  const own = new Set([rule, ...guards.filter(({ id }) => out.includes(id)).map(({ breaks }) => breaks)]);
  const related = new Set(
    [...own].flatMap((id) => FAMILIES.find((family) => family.includes(id ?? "")) ?? []),
  );
  const near = rotated(guards, first + 1);
  const names = near.flatMap(({ breaks }) => (breaks === undefined ? [] : [breaks]));
  return [...new Set(names)].filter((id) => !own.has(id) && !related.has(id));
}

/** Rules of which one often breaks with the other. */
const FAMILIES: readonly (readonly string[])[] = [
  ["no-is-a-no", "lead-said-yes", "decided-by-reply", "same-work", "asker-matches", "target-answers"],
  ["letters-readable", "letters-in-order", "team-is-heard", "no-fault", "mailbox-quota"],
];

function rotated<One>(list: readonly One[], by: number): One[] {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

/** The guards of the shortest list of which an attack needs this one out. */
export function attackWith({ attacks }: Data, id: string): readonly string[] {
  const all = attacks.filter(({ guards }) => guards.includes(id)).map(({ guards }) => guards);
  return all.sort((one, other) => one.length - other.length)[0] ?? [id];
}
