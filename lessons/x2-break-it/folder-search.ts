import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { createTeam, LEAD } from "../s15-mailboxes/team.ts";
import { joinSession, startSession } from "../x1-shared-session/folder-session.ts";
import type { Told } from "./attack.ts";
import { currentDisk, type Disk, Killed, savesMade, useDisk } from "./model/disk.ts";
import { type Move, moves } from "./moves.ts";
import { brokenRules, type Rule, ruleSentence, type Seen } from "./rules.ts";
import { make } from "./search.ts";
import { type Outside, searchLimits, seen, type World } from "./world.ts";

/**
 * The folder's own commit code on a model disk: `folder-session.ts` as it is, with what touches files replaced by
 * `model/`. Only for an instance of the lessons that `onModelDisk` has made.
 */
export type FolderFound = { rule: Rule; told: readonly Told[] };

export type FolderSearchResult = {
  depth: number;
  states: number;
  transitions: number;
  found: FolderFound | undefined;
  happened: ReadonlySet<string>;
};

/** What happens in the folder's world: a plan and a shutdown, letters, and hands that take lines away. */
const MOVES = [
  "reader opens plan to lead",
  "lead says yes to req-1",
  "lead says no to req-1",
  "reader takes mail",
  "reader takes back req-1",
  "lead opens shutdown to reader",
  "reader says yes to req-1",
  "reader says yes to req-2",
  'lead sends reader "hello"',
  "reader joins",
  "mallory last-line reader",
];

type Place = { disk: Disk; outside: Outside; ids: readonly string[] };

const WHOLE = rule("whole-or-not-at-all");
const KEPT = rule("what-was-told-is-kept");
const OWN_ID = rule("own-id");
const LOADS = rule("loads-again");

/** Every way in which the moves can fall behind each other up to a depth, each killed before each of its saves. */
export async function searchFolder({ depth: bound }: { depth: number }): Promise<FolderSearchResult> {
  const known = MOVES.flatMap((id) => moves.filter((move) => move.id === id));
  const happened = new Set<string>();
  const first = await laidOut();
  const places = new Set<string>([keyOf(first)]);
  let level: { place: Place; told: readonly Told[] }[] = [{ place: first, told: [] }];
  let transitions = 0;
  let depth = 0;
  const result = (found?: FolderFound): FolderSearchResult => ({
    depth,
    states: places.size,
    transitions,
    found,
    happened,
  });
  for (; level.length > 0 && depth < bound; ) {
    depth += 1;
    const next: typeof level = [];
    for (const { place, told } of level) {
      for (const move of known) {
        const whole = await go(place, move);
        if (!whole) continue;
        for (let killedBefore = whole.saves; killedBefore >= 0; killedBefore -= 1) {
          const isKilled = killedBefore < whole.saves;
          const reached = isKilled ? await goKilled(place, move, killedBefore, whole) : whole;
          transitions += 1;
          const ending = isKilled ? `killed before save ${killedBefore + 1}` : whole.answer;
          const way = [...told, { actor: move.actor, does: move.does, answer: ending }];
          if (reached.broken) return result({ rule: reached.broken, told: way });
          for (const thing of reached.happened) happened.add(thing);
          const key = keyOf(reached.place);
          if (places.has(key)) continue;
          places.add(key);
          next.push({ place: reached.place, told: way });
        }
      }
    }
    level = next;
  }
  return result();
}

type Reached = {
  place: Place;
  broken: Rule | undefined;
  saves: number;
  answer: string;
  happened: readonly string[];
};

/** A move whose process is not killed. Undefined when it makes no sense. */
async function go(place: Place, move: Move): Promise<Reached | undefined> {
  const before = await look(place.disk);
  if (!before) return { place, broken: LOADS, saves: 0, answer: "", happened: [] };
  useDisk(place.disk);
  const world = await takeUp(place.outside);
  const loading = savesMade();
  if (move.isPossible?.(world) === false) return undefined;
  const made = await make(move, world);
  if (!made) return undefined;
  const saves = savesMade();
  const inMemory = pictureOf(world);
  const disk = currentDisk();
  const ids = made.done.sent === undefined || made.step.isRefused ? [] : [made.done.answer];
  const next = { disk, outside: world.outside, ids: [...place.ids, ...ids].sort() };
  const after = await look(disk);
  if (!after) return { place: next, broken: LOADS, saves, answer: made.done.answer, happened: [] };
  const isKept = textOf(after) === textOf(inMemory);
  const broken = [
    ...brokenRules(before, after, made.step),
    ...(isKept ? [] : [KEPT]),
    ...(ids.some((id) => place.ids.includes(id)) ? [OWN_ID] : []),
  ][0];
  const settled = loading > 0 ? ["a dropped intent"] : [];
  return { place: next, broken, saves, answer: made.done.answer, happened: [...made.tags, ...settled] };
}

/** The same move, killed before one of its saves. What is found afterwards is the state before, or the one after. */
async function goKilled(place: Place, move: Move, killedBefore: number, whole: Reached): Promise<Reached> {
  useDisk(place.disk, killedBefore);
  try {
    await make(move, await takeUp(place.outside));
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  const disk = currentDisk();
  const [before, after, found] = [await look(place.disk), await look(whole.place.disk), await look(disk)];
  const isDone = found && after && textOf(found) === textOf(after);
  const isUndone = found && before && textOf(found) === textOf(before);
  const outside = isDone ? whole.place.outside : place.outside;
  const next = { disk, outside, ids: isDone ? whole.place.ids : place.ids };
  const broken = found === undefined ? LOADS : isDone || isUndone ? undefined : WHOLE;
  const happened = isDone ? ["done though killed"] : isUndone ? ["undone when killed"] : [];
  return { place: next, broken, saves: 0, answer: "", happened };
}

async function laidOut(): Promise<Place> {
  useDisk({ session: undefined, mailboxes: {}, log: [] });
  const team = createTeam([LEAD, "reader", "reviewer"].map((name) => [name, `the ${name}`]));
  await startSession("/model", team, { program: "practice", limits: searchLimits });
  const outside: Outside = { content: 0, opened: [], said: [], starts: [], calls: {}, touched: [], left: 1 };
  return { disk: currentDisk(), outside, ids: [] };
}

/** A new process takes the session up: loading is recovering. */
async function takeUp(outside: Outside): Promise<World> {
  const session = await joinSession("/model", { program: "practice" });
  const world: World = {
    get state() {
      return { ...session.current, mail: mailboxes };
    },
    session,
    outside,
    workNow: () => undefined,
    start: async () => undefined,
    edit: () => undefined,
  };
  return world;
}

/** A hand from outside writes the disk itself. */
const mailboxes: World["state"]["mail"] = {
  read: (member) => currentDisk().mailboxes[member] ?? "",
  replace: (member, text) => {
    const disk = currentDisk();
    useDisk({ ...disk, mailboxes: { ...disk.mailboxes, [member]: text } });
  },
};

/** The session as a process finds it that comes later. Undefined when it cannot be taken up. */
async function look(disk: Disk): Promise<Seen | undefined> {
  const known = looks.get(disk);
  if (known) return known.seen;
  useDisk(disk);
  let found: Seen | undefined;
  try {
    found = pictureOf(await takeUp(NOBODY));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
  looks.set(disk, { seen: found });
  return found;
}

/** A disk is never changed, so each is looked at once. */
const looks = new WeakMap<Disk, { seen: Seen | undefined }>();

const NOBODY: Outside = { content: 0, opened: [], said: [], starts: [], calls: {}, touched: [], left: 0 };

function pictureOf(world: World): Seen {
  const now = seen(world);
  const { mailboxes: texts } = currentDisk();
  return { ...now, mailbox: (name) => texts[name] ?? "" };
}

function textOf({ team, requests, runs, mailbox }: Seen): string {
  const members = [...team.values()].map(({ history, ...member }) => ({ ...member, heard: history.length }));
  return JSON.stringify([members, [...requests], [...runs], [...team.keys()].map(mailbox)]);
}

function keyOf({ disk, outside, ids }: Place): string {
  return JSON.stringify([disk.session, disk.mailboxes, outside, ids]);
}

function rule(id: string): Rule {
  return { id, sentence: ruleSentence(id), broken: () => false };
}
