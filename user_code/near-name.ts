import { quoted } from "../lessons/s15-mailboxes/protocol-error.ts";
import { UsageError } from "./command-line.ts";

/** The name, when it is one of those. Throws `UsageError` with the nearest one and the whole list otherwise. */
export function requireName(what: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  const nearest = nearestName(name, names);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new UsageError(`There is no ${what} ${quoted(name)}.${meant} There are: ${names.join(", ")}.`);
}

/** The one that was probably meant, if any is near enough. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const [nearest] = [...names].sort((one, other) => distance(name, one) - distance(name, other));
  const isNear = nearest !== undefined && distance(name, nearest) <= Math.max(2, name.length / 3);
  return isNear ? nearest : undefined;
}

/** How many letters have to be put in, taken out or changed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one.slice(0, 60)].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
