/** One guard to write. What it is for, and what happened without it, stands with the guard itself. */
export type Quest = {
  guard: string;
  /** Rows of the casebook that it has to hold as well, besides its attacks. */
  also: readonly string[];
  /** The function that it stands in. */
  where: string;
  /** What the guard must refuse, and in which words. */
  task: string;
  /** What the learner is asked before the attack runs. */
  question: string;
  answers: readonly [string, string, string];
  /** Which of the answers comes true, from 1. */
  right: 1 | 2 | 3;
  /** Each clearer than the one before. The third hint is the beginning of ours. */
  hints: readonly [string, string];
};
