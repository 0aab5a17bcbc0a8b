/** The five exercises of the lesson, word by word as a newcomer types them. */
export const EXERCISES = [
  "Spawn alice as a coder. Then request her shutdown.",
  "List teammates to see alice's status after shutdown approval",
  "Spawn bob with a risky refactoring task. Review and reject his plan.",
  "Spawn charlie, have him submit a plan, then approve it.",
  "Type /team to monitor statuses",
] as const;
