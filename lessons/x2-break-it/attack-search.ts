import type { Move, Room } from "./moves.ts";
import { beginSearch, type Found, type Progress, type Rest } from "./search.ts";

/** The small worlds in which attacks are looked for: a few hands each, so that many steps can be looked at. */
export const smallWorlds: readonly SmallWorld[] = [
  { rooms: ["plan", "read", "work"], requests: 1 },
  { rooms: ["plan", "read", "withdraw"], requests: 1 },
  { rooms: ["plan", "read", "work", "withdraw"], requests: 1 },
  { rooms: ["plan", "read", "forge"], requests: 1 },
  { rooms: ["plan", "read", "work", "forge"], requests: 1 },
  { rooms: ["mail", "read", "damage"], requests: 0 },
  { rooms: ["plan", "shutdown", "turns"], requests: 2 },
  { rooms: ["shutdown", "join", "mail"], requests: 1 },
  { rooms: ["plan", "shutdown", "read", "work"], requests: 2, absent: "reviewer" },
  { rooms: ["plan", "shutdown", "read"], requests: 2 },
  { rooms: ["plan", "withdraw"], requests: 4 },
];

export type SmallWorld = { rooms: readonly Room[]; requests: number; absent?: string };

/** How long an attack is at most that is looked for. */
export const ATTACK_LENGTH = 9;

/** A start of main.py can only break its rules where there is work. */
const STARTS: readonly string[] = [
  "no-is-a-no",
  "lead-said-yes",
  "host-said-yes",
  "same-work",
  "one-run",
  "own-approval",
  "closed-works-not",
  "run-ends-once",
];

export type AttackSearch = Progress & {
  found: Found | undefined;
  /** What was seen to happen on the way. */
  happened: ReadonlySet<string>;
};

export type AttackOptions = {
  /** Only ways that break this rule. By default any. */
  rule?: string | undefined;
  bound?: number;
  /** By default all small worlds that the rule can be broken in. */
  worlds?: readonly SmallWorld[];
  /** Whether a way is one that is looked for. By default every one is. */
  counts?: (way: readonly Move[]) => Promise<boolean>;
  isStopped?: () => boolean;
  /** Told how far all worlds together are. */
  rest?: Rest;
};

/**
 * The shortest way to a broken rule in any of the small worlds: all of them are looked at up to one length before any
 * is looked at further.
 */
export async function findAttack(given: AttackOptions = {}): Promise<AttackSearch> {
  const { rule, bound = ATTACK_LENGTH, worlds = worldsFor(rule), rest, ...options } = given;
  let found: Found | undefined;
  let depth = 0;
  const total = (of: (progress: Progress) => number): number =>
    searches.reduce((sum, { progress }) => sum + of(progress()), 0);
  const progress = (): Progress => ({
    depth,
    states: total(({ states }) => states),
    transitions: total(({ transitions }) => transitions),
  });
  const resting = rest && { rest: { ...rest, pause: () => rest.pause(progress()) } };
  const searches = worlds.map((world) => beginSearch({ ...world, reaches: 1, rule, ...options, ...resting }));
  while (depth < bound && !found && !options.isStopped?.()) {
    depth += 1;
    for (const { deepen, isWhole } of searches) if (!found && !isWhole()) found = await deepen();
  }
  const happened = new Set(searches.flatMap((search) => [...search.happened.keys()]));
  return { ...progress(), found, happened };
}

function worldsFor(rule: string | undefined): readonly SmallWorld[] {
  const isWork = rule !== undefined && STARTS.includes(rule);
  return smallWorlds.filter(({ rooms }) => rule === undefined || rooms.includes("work") === isWork);
}

/** The smallest of the worlds in which every move of a way can be made. */
export function worldOf(way: readonly Move[]): SmallWorld | undefined {
  const opened = way.filter(({ opens }) => opens).length;
  return smallWorlds.find(
    ({ rooms, requests, absent }) =>
      requests >= opened && way.every(({ room, actor }) => rooms.includes(room) && actor !== absent),
  );
}
