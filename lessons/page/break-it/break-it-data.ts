import type { OwnStep } from "../run/call.ts";

/** An attack as it is kept: the shortest way to a broken rule without these guards, by the ids of its moves. */
export type AttackEntry = {
  name: string;
  guards: readonly string[];
  rule: string;
  way: readonly string[];
  /** Each move as calls and circumstances that can be recorded. Null where it is neither. */
  calls: readonly (readonly OwnStep[] | null)[];
};

/** What can be seen of a session at one moment. */
export type Picture = {
  requests: readonly {
    id: string;
    kind: string;
    sender: string;
    target: string;
    /** The saved reply. Null while there is none; what is no boolean got past a guard. */
    reply: unknown;
    status: string;
    used: boolean;
  }[];
  members: readonly { name: string; status: string; read: number; letters: number }[];
  /** The text of each mailbox that is not empty, by its owner. */
  mailboxes: readonly { member: string; text: string }[];
  /** How often main.py was started. */
  runs: number;
};

/** How one side answered a step, and what it left. */
export type Side = {
  answer: string;
  /** Ids of the rules that the step has broken. */
  broken: readonly string[];
  picture: Picture;
};

export type PlayStep = { actor: string; does: string; held: Side; out: Side };

/** An attack, played with all guards in their places (`held`) and once more without some. */
export type Play = { out: readonly string[]; rule: string; steps: readonly PlayStep[] };

/** All that the area shows and no code decides. It is embedded in the page as JSON. */
export type BreakIt = {
  /** The first is the one that everybody should see. */
  attacks: readonly AttackEntry[];
  /** The sentence of each rule. */
  rules: Readonly<Record<string, string>>;
  /** What the whole search must see at least once. */
  sometimes: readonly string[];
  /** The address of each report that a guard names, by its row in the casebook. */
  reports: Readonly<Record<string, string>>;
  /** Attacks on files and processes as they were really played, by the attack's name. */
  recordings: Readonly<Record<string, Play>>;
};
