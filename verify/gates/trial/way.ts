/** One way around a gate, tried for real. */
export type Way = {
  /** What somebody does, in a few words. */
  name: string;
  /** Does it, against a real session, and tells what came of it. */
  attempt: () => Promise<Attempt>;
};

export type Attempt = {
  /** Whether something happened that no gate allowed. Read off what is there afterwards, never off an answer. */
  through: boolean;
  /** What the project said to it: a fixed word, or how the program ended. */
  answer: string;
};

export type Tried = { group: string; name: string; attempt: Attempt };

/** Tries all ways of a group, one after the other. */
export async function tryAll(group: string, ways: readonly Way[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const { name, attempt } of ways) tried.push({ group, name, attempt: await attempt() });
  return tried;
}

/** A line for each way, and one that counts them. */
export function report(tried: readonly Tried[]): string {
  const width = Math.max(...tried.map(({ attempt }) => attempt.answer.length));
  const lines = tried.map(
    ({ name, attempt: { through, answer } }) =>
      `${through ? "THROUGH" : "held   "}  ${answer.padEnd(width)}  ${name}`,
  );
  const through = tried.filter(({ attempt }) => attempt.through).length;
  return [...lines, `${tried.length} ways tried, ${through} through`].join("\n");
}
