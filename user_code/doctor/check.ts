/**
 * What was found of one part of the machine. `limited`: what this project does is weaker for it, or a part of it is not
 * there. `missing`: the practice cannot run.
 */
export type Condition = "good" | "limited" | "missing";

export type Check = {
  part: string;
  condition: Condition;
  says: string;
  /** What to do, as one sentence. Null where there is nothing to do. */
  remedy: string | null;
};

export function good(part: string, says: string): Check {
  return { part, condition: "good", says, remedy: null };
}

/** What is not as it should be, with what to do. */
export function bad(
  part: string,
  condition: Exclude<Condition, "good">,
  says: string,
  remedy: string,
): Check {
  return { part, condition, says, remedy };
}
