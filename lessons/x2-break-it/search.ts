import { readMailbox } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type Done, type Move, moves, REACHES, type Room } from "./moves.ts";
import { brokenRules, type Rule, type Seen, type Step } from "./rules.ts";
import { SeenPlaces } from "./seen-places.ts";
import { type Place, searchLimits, seen, type World, Worlds } from "./world.ts";

export type SearchOptions = {
  /** The parts of the world that take part. */
  rooms: readonly Room[];
  /** Somebody who makes no move. */
  absent?: string;
  /** How many requests are opened at most. By default one more than the quota. */
  requests?: number;
  /** How often the hand from outside reaches in at most. */
  reaches?: number;
  /** Only this rule is looked at. By default every one is. */
  rule?: string | undefined;
  /** How many moves lie between the beginning and the states that are looked at last. */
  depth: number;
  /** Whether a way that breaks a rule is one that is looked for. By default every one is. */
  counts?: (way: readonly Move[]) => Promise<boolean>;
  /** Told after each depth. */
  onDepth?: (progress: Progress) => void;
  /** Asked at each rest. */
  isStopped?: () => boolean;
  /** By default a rest now and then, so that the process can hear a signal. */
  rest?: Rest;
};

/** The search rests after so many transitions, until `pause` has ended. It goes on with what it knew. */
export type Rest = { every: number; pause: (progress: Progress) => Promise<void> };

export type Progress = { depth: number; states: number; transitions: number };

export type Found = { rule: Rule; way: readonly Move[] };

export type SearchResult = Progress & {
  found: Found | undefined;
  /** What was seen to happen, in how many transitions. */
  happened: ReadonlyMap<string, number>;
  /** Nothing was left to look at, and the bound was not what stopped it. */
  isWhole: boolean;
};

const NOW_AND_THEN: Rest = { every: 4_096, pause: () => new Promise((resolve) => setTimeout(resolve)) };

/** A search that goes on by one length at a time. */
export type Search = {
  /** Makes every move in every state that was reached last. The way to the first broken rule, if there is one. */
  deepen: () => Promise<Found | undefined>;
  /** Nothing is left to look at. */
  isWhole: () => boolean;
  progress: () => Progress;
  /** What was seen to happen, in how many transitions. */
  happened: ReadonlyMap<string, number>;
};

/**
 * Looks at every state that the moves of these rooms lead to, the near ones first, each once, and holds every step
 * against every rule. Stops at the first broken rule: no way to it is shorter.
 */
export async function search(options: SearchOptions): Promise<SearchResult> {
  const { deepen, isWhole, progress, happened } = beginSearch(options);
  const { isStopped = () => false, onDepth } = options;
  let found: Found | undefined;
  while (!found && !isWhole() && progress().depth < options.depth && !isStopped()) {
    found = await deepen();
    onDepth?.(progress());
  }
  return { ...progress(), found, happened, isWhole: isWhole() };
}

export function beginSearch(options: Omit<SearchOptions, "depth" | "onDepth">): Search {
  const { rooms, requests = searchLimits.sessionRequests + 1, reaches = REACHES } = options;
  const { absent, rule: only, counts = async () => true, isStopped = () => false } = options;
  const { every, pause } = options.rest ?? NOW_AND_THEN;
  const known = moves.filter(({ room, actor }) => rooms.includes(room) && actor !== absent);
  const worlds = new Worlds();
  const places = new SeenPlaces();
  const ways = new Ways(known);
  const happened = new Map<string, number>();
  let transitions = 0;
  let depth = 0;
  let level: Place[] = [worlds.first(reaches)];
  for (const place of level) places.add(place);
  let start = ways.add(-1, 0);

  const progress = (): Progress => ({ depth, states: places.size, transitions });
  const deepen = async (): Promise<Found | undefined> => {
    depth += 1;
    const next: Place[] = [];
    for (const [index, place] of level.entries()) {
      const here = worlds.at(place);
      const before = seen(here);
      let spare: World | undefined;
      for (const [number, move] of known.entries()) {
        if (move.opens && before.requests.size >= requests) continue;
        if (move.isPossible?.(here) === false) continue;
        const world: World = spare ?? worlds.at(place);
        const made = await make(move, world);
        const isSame = worlds.holds(place, world);
        // Most moves are refused and change nothing: their world serves the next one.
        spare = isSame ? world : undefined;
        if (made === undefined) continue;
        transitions += 1;
        if (transitions % every === 0) {
          await pause(progress());
          if (isStopped()) return undefined;
        }
        for (const tag of made.tags) happened.set(tag, (happened.get(tag) ?? 0) + 1);
        const rule = brokenBy(made, before, world, isSame).find(
          ({ id }) => only === undefined || id === only,
        );
        if (rule !== undefined) {
          const way = [...ways.to(start + index), move];
          if (await counts(way)) return { rule, way };
        }
        if (isSame || !made.isKept) continue;
        const after = worlds.place(place, world);
        if (!places.add(after)) continue;
        ways.add(start + index, number);
        next.push(after);
      }
    }
    start += level.length;
    level = next;
    return undefined;
  };
  return {
    deepen,
    isWhole: () => level.length === 0,
    progress,
    happened,
  };
}

/** The rules that a move has broken. Where nothing has changed, few of them can be. */
export function brokenBy({ step, isKept }: Made, before: Seen, world: World, isSame: boolean): Rule[] {
  const isTold = step.start ?? step.fault ?? step.began ?? step.taken;
  if (isSame && isTold === undefined) return [];
  const broken = brokenRules(before, seen(world), step);
  return step.isRefused && isKept && !isSame ? [...broken, REFUSED] : broken;
}

const REFUSED: Rule = {
  id: "refused-means-unchanged",
  sentence: "What was refused has changed nothing.",
  broken: (_, __, { isRefused }) => isRefused,
};

export type Made = { done: Done; step: Step; isKept: boolean; tags: readonly string[] };

/** Makes one move in a world, and says what the rules have to know of it. Undefined when it makes no sense there. */
export async function make(move: Move, world: World): Promise<Made | undefined> {
  const touched = world.outside.touched.length === 0 ? UNTOUCHED : new Set(world.outside.touched);
  const { outside } = world;
  let done: Done | undefined;
  try {
    done = await move.play(world);
  } catch (error) {
    world.outside = outside;
    const isRefusal = error instanceof ProtocolError;
    const answer = isRefusal ? error.code : `fault: ${error instanceof Error ? error.message : error}`;
    const step: Step = {
      by: null,
      isRefused: true,
      touched,
      isReadable: isReadableIn(world),
      ...(!isRefusal && { fault: answer }),
    };
    // A session keeps nothing of a section that throws.
    return { done: { by: null, answer: `refused: ${answer}` }, step, isKept: false, tags: [answer] };
  }
  if (done === undefined) return undefined;
  const step: Step = { isRefused: false, ...done, touched, isReadable: isReadableIn(world) };
  return { done, step, isKept: true, tags: tagsOf(done) };
}

const UNTOUCHED: ReadonlySet<string> = new Set();

function isReadableIn({ state }: World): Step["isReadable"] {
  return (name) => {
    try {
      readMailbox(state, name);
      return true;
    } catch {
      return false;
    }
  };
}

/** The parts of an answer, without the ids in them. */
function tagsOf({ answer, start, by, taken }: Done): readonly string[] {
  if (start) return ["main.py runs"];
  if (by === null) return ["a hand from outside"];
  if (!taken) return [answer];
  return taken.map((letter) => {
    if (letter.outcome === "ignored") return `ignored (${letter.reason})`;
    return letter.outcome === "matched" ? letter.status : letter.outcome;
  });
}

/** The way to each state: the state before it, and the move between them. */
class Ways {
  readonly #moves: readonly Move[];
  #before = new Int32Array(1 << 12);
  #move = new Uint8Array(1 << 12);
  #count = 0;

  constructor(moves: readonly Move[]) {
    this.#moves = moves;
  }

  /** The number of the state. */
  add(before: number, move: number): number {
    if (this.#count === this.#before.length) this.#grow();
    this.#before[this.#count] = before;
    this.#move[this.#count] = move;
    this.#count += 1;
    return this.#count - 1;
  }

  to(state: number): Move[] {
    const way: Move[] = [];
    for (let at = state; at > 0; at = this.#before[at] ?? 0) {
      const move = this.#moves[this.#move[at] ?? 0];
      if (move) way.unshift(move);
    }
    return way;
  }

  #grow(): void {
    const [before, move] = [this.#before, this.#move];
    this.#before = new Int32Array(before.length * 2);
    this.#move = new Uint8Array(move.length * 2);
    this.#before.set(before);
    this.#move.set(move);
  }
}
