/**
 * `safety`: without it something happens that must not. `answer`: without it only the answer gets worse. `second-line`:
 * another guard behind it holds the same, so an attack needs both out.
 */
export type GuardKind = "safety" | "answer" | "second-line";

/** Where its absence shows: in the search over the functions, in a session folder alone, or in an answer on the wire. */
export type GuardShows = "search" | "folder" | "wire";

/** One guard, as data: what it is for, and how the source reads without it. */
export type Guard = {
  id: string;
  /** The file, seen from `lessons/`. */
  file: string;
  /** The condition as it stands in that file, exactly once. */
  find: string;
  /** What stands there when the guard is taken out, on as many lines. */
  replace: string;
  purpose: string;
  /** A row of the casebook, and what happened in that real system. */
  incident: { id: string; happened: string };
  kind: GuardKind;
  /** For a second line: the guard behind it. */
  behind?: string;
  /** The rule that an attack breaks once the guard is out. */
  breaks?: string;
  shows: GuardShows;
};

/** The source of a guard's file without the guard, on as many lines. */
export function withoutGuard(source: string, { id, find, replace }: Guard): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The guard ${id} should stand in its file once: ${find}`);
  }
  return before + replace + after;
}

/** Whether a guard stands in this text of its file: somebody who is at work on the file may have changed it. */
export function standsIn(source: string, { find }: Guard): boolean {
  return source.split(find).length === 2;
}
