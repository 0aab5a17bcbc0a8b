import { readMailbox } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type Done, type Move, moves, type Room } from "./moves.ts";
import { brokenRules, type Rule, type Step } from "./rules.ts";
import { SeenPlaces } from "./seen-places.ts";
import { type Place, seen, type World, Worlds } from "./world.ts";

export type SearchOptions = {
  /** The parts of the world that take part. */
  rooms: readonly Room[];
  /** How many moves lie between the beginning and the states that are looked at last. */
  depth: number;
  /** Whether a way that breaks a rule is one that is looked for. By default every one is. */
  counts?: (way: readonly Move[]) => Promise<boolean>;
  /** Told after each depth. Stops when it says so. */
  onDepth?: (progress: Progress) => "stop" | undefined;
  /** Asked now and then. */
  isStopped?: () => boolean;
};

export type Progress = { depth: number; states: number; transitions: number };

export type Found = { rule: Rule; way: readonly Move[] };

export type SearchResult = Progress & {
  found: Found | undefined;
  /** What was seen to happen, in how many transitions. */
  happened: ReadonlyMap<string, number>;
  /** Nothing was left to look at, and the bound was not what stopped it. */
  isWhole: boolean;
};

/** How many transitions lie between two looks at whether to stop, and two rests for what else the process does. */
const REST = 4_096;

/**
 * Looks at every state that the moves of these rooms lead to, the near ones first, each once, and holds every step
 * against every rule. Stops at the first broken rule: no way to it is shorter.
 */
export async function search(options: SearchOptions): Promise<SearchResult> {
  const { rooms, depth: bound, counts = async () => true, onDepth, isStopped = () => false } = options;
  const known = moves.filter(({ room }) => rooms.includes(room));
  const worlds = new Worlds();
  const places = new SeenPlaces();
  const ways = new Ways(known);
  const happened = new Map<string, number>();
  let transitions = 0;
  let depth = 0;
  const first = worlds.first();
  places.add(first);
  let level = [first];
  let start = ways.add(-1, 0);
  const result = (found?: Found): SearchResult => ({
    depth,
    states: places.size,
    transitions,
    found,
    happened,
    isWhole: found === undefined && level.length === 0,
  });

  for (; level.length > 0 && depth < bound; depth += 1) {
    const next: Place[] = [];
    for (const [index, place] of level.entries()) {
      const here = worlds.at(place);
      const before = seen(here);
      let spare: World | undefined;
      for (const [number, move] of known.entries()) {
        if (move.isPossible?.(here) === false) continue;
        const world: World = spare ?? worlds.at(place);
        const made = await make(move, world);
        const isSame = worlds.holds(place, world);
        // Most moves are refused and change nothing: their world serves the next one.
        spare = isSame ? world : undefined;
        if (made === undefined) continue;
        transitions += 1;
        if (transitions % REST === 0) {
          await new Promise(setImmediate);
          if (isStopped()) return result();
        }
        happened.set(made.tag, (happened.get(made.tag) ?? 0) + 1);
        const isTold = made.done.start ?? made.step.fault ?? made.step.began;
        const broken = isSame && isTold === undefined ? undefined : brokenRules(before, seen(world), made.step)[0];
        const changed = made.step.isRefused && made.isKept && !isSame ? REFUSED : undefined;
        const rule = broken ?? changed;
        if (rule !== undefined) {
          const way = [...ways.to(start + index), move];
          if (await counts(way)) return result({ rule, way });
          continue;
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
    if (onDepth?.({ depth: depth + 1, states: places.size, transitions }) === "stop") {
      depth += 1;
      return result();
    }
  }
  return result();
}

const REFUSED: Rule = {
  id: "refused-means-unchanged",
  sentence: "What was refused has changed nothing.",
  broken: (_, __, { isRefused }) => isRefused,
};

export type Made = { done: Done; step: Step; isKept: boolean; tag: string };

/** Makes one move in a world, and says what the rules have to know of it. Undefined when it makes no sense there. */
export async function make(move: Move, world: World): Promise<Made | undefined> {
  world.told.length = 0;
  const touched = new Set(world.outside.touched);
  const { outside } = world;
  let done: Done | undefined;
  try {
    done = await move.play(world);
  } catch (error) {
    world.outside = outside;
    const isRefusal = error instanceof ProtocolError;
    const answer = isRefusal ? error.code : `fault: ${error instanceof Error ? error.message : error}`;
    const step: Step = { by: null, isRefused: true, touched, isReadable: isReadableIn(world), ...(!isRefusal && { fault: answer }) };
    // A session keeps nothing of a section that throws.
    return { done: { by: null, answer: `refused: ${answer}` }, step, isKept: false, tag: answer };
  }
  if (done === undefined) return undefined;
  const step: Step = { isRefused: false, ...done, touched, isReadable: isReadableIn(world) };
  return { done, step, isKept: true, tag: tagOf(done) };
}

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

/** The answer without the ids in it. */
function tagOf({ answer, start, by }: Done): string {
  if (start) return "main.py runs";
  return by === null ? "a hand from outside" : answer.replaceAll(/(req|lead|reader|reviewer|helper)-\d+ ?/g, "").trim();
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

