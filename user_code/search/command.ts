import { type breaks, goWay, type Told, type wayOf } from "../../lessons/x2-break-it/attack.ts";
import {
  ATTACK_LENGTH,
  type AttackSearch,
  type findAttack,
  smallWorlds,
} from "../../lessons/x2-break-it/attack-search.ts";
import type { FolderSearchResult, searchFolder } from "../../lessons/x2-break-it/folder-search.ts";
import { type Move, ROOMS } from "../../lessons/x2-break-it/moves.ts";
import { always, sometimes } from "../../lessons/x2-break-it/rules.ts";
import { type Found, type SearchResult, search } from "../../lessons/x2-break-it/search.ts";
import {
  changed,
  guardOf,
  modelDisk,
  placeOf,
  without,
  withoutGuards,
} from "../../lessons/x2-break-it/without.ts";
import { keptAttacks } from "../attack/kept-attacks.ts";
import { paintFor, safeWriter } from "../terminal.ts";
import { DEPTH, parseSearchArguments, USAGE } from "./arguments.ts";

const write = safeWriter(process.stdout, process.env);
const paint = paintFor(process.stdout, process.env);

/** Where no attack is expected, so far is enough. */
const LENGTH_WITHOUT_HOPE = 7;

/** How many moves the folder's world makes, each killed before each of its saves. */
const FOLDER_DEPTH = 4;

/** `npm run search`. Returns the exit status. */
export async function runSearch(argv: readonly string[]): Promise<number> {
  const options = parseSearchArguments(argv);
  // A refusal is an everyday answer here: nobody looks at where it was thrown.
  Error.stackTraceLimit = 0;
  let isStopped = false;
  const stop = (): void => {
    if (isStopped) process.exit(130);
    isStopped = true;
  };
  process.on("SIGINT", stop);
  try {
    if (options.help) write(USAGE);
    else if (options.without.length > 0) return await searchWithout(options.without, () => isStopped);
    else return await searchAll(options.depth, () => isStopped);
    return 0;
  } finally {
    process.off("SIGINT", stop);
  }
}

/** The whole bounded model with all guards in. */
async function searchAll(depth: number, isStopped: () => boolean): Promise<number> {
  const began = performance.now();
  const happened = new Map<string, number>();
  let states = 0;
  let transitions = 0;
  const add = (result: SearchResult): Found | undefined => {
    states += result.states;
    transitions += result.transitions;
    for (const [tag, count] of result.happened) happened.set(tag, (happened.get(tag) ?? 0) + count);
    return result.found;
  };
  write(`${always.length} rules, all guards in.\n\n`);
  for (const world of smallWorlds) {
    const { rooms } = world;
    const result = await search({ ...world, depth: 1_000, isStopped });
    const found = add(result);
    write(`${line(rooms.join(", "), result)}${result.isWhole ? ", to its end" : ""}\n`);
    if (found) return await tellBroken(found);
    if (isStopped()) return tellStopped(states, transitions);
  }
  const folder = await folderSearch([], FOLDER_DEPTH);
  states += folder.states;
  transitions += folder.transitions;
  write(`${line("a folder, killed at every save", folder)}\n`);
  if (folder.found) {
    write(`\n${paint("red", `Broken with all guards in: ${folder.found.rule.sentence}`)}\n\n`);
    writeStory(folder.found.told);
    return 1;
  }
  if (depth > DEPTH)
    write(`\n${depth} moves of all hands together will take ${waitFor(depth, transitions, began)}.\n`);
  const result = await search({
    rooms: ROOMS,
    depth,
    isStopped,
    onDepth: (progress) => write(`${line("all hands together", progress)}\n`),
  });
  const found = add(result);
  const seconds = (performance.now() - began) / 1_000;
  const rate = Math.round(transitions / seconds);
  const memory = Math.round(process.memoryUsage.rss() / 1_000_000);
  write(
    `\n${number(states)} states, ${number(transitions)} transitions, ${number(rate)} a second, ${memory} MB.\n`,
  );
  if (found) return await tellBroken(found);
  if (isStopped()) return tellStopped(states, transitions);
  return tellWhole(new Set([...happened.keys(), ...folder.happened]), depth);
}

function tellWhole(happened: ReadonlySet<string>, depth: number): number {
  const unseen = sometimes.filter((tag) => !happened.has(tag));
  write(
    `0 rules broken. ${sometimes.length - unseen.length} of ${sometimes.length} things that must happen were seen.\n`,
  );
  if (unseen.length === 0) return 0;
  write(
    `Not seen: ${unseen.join("; ")}. ${depth < DEPTH ? "The bound is too small for them." : "Too little was looked at."}\n`,
  );
  return depth < DEPTH ? 0 : 1;
}

/** The shortest attack on the code without some guards. */
async function searchWithout(ids: readonly string[], isStopped: () => boolean): Promise<number> {
  const name = ids.join(" and ");
  const [first = ""] = ids;
  const guard = guardOf(first);
  for (const id of ids) {
    const { purpose } = guardOf(id);
    const { file, line: at, code } = placeOf(guardOf(id));
    write(`Without ${paint("bold", id)}: ${purpose}\n  ${file}:${at}\n    ${paint("dim", code)}\n`);
  }
  if (guard.shows === "folder") return await searchFolderWithout(ids);
  const instance = without(...ids);
  const singles = ids.length > 1 ? ids.map((id) => without(id)) : [];
  /** Whether a way is held as soon as one of the guards is in. */
  const needsAll = async (way: readonly Move[], rule: string): Promise<boolean> => {
    for (const single of singles) {
      const alone = await single.load<{ breaks: typeof breaks; wayOf: typeof wayOf }>(
        "x2-break-it/attack.ts",
      );
      if (await alone.breaks(alone.wayOf({ way: way.map(({ id }) => id) }), rule)) return false;
    }
    return true;
  };
  try {
    const modules = await instance.load<{ findAttack: typeof findAttack }>("x2-break-it/attack-search.ts");
    const { goWay: go } = await instance.load<{ goWay: typeof goWay }>("x2-break-it/attack.ts");
    const began = performance.now();
    const { breaks: rule = "", behind = "" } = guard;
    const isExpected = guard.kind === "safety" || ids.includes(behind);
    const result = await modules.findAttack({
      ...(rule !== "" && { rule }),
      bound: isExpected ? ATTACK_LENGTH : LENGTH_WITHOUT_HOPE,
      isStopped,
      counts: (way) => needsAll(way, rule),
    });
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    write(`\n${number(result.states)} states, ${number(result.transitions)} transitions, ${seconds} s.\n`);
    if (!result.found) return tellNothing(result, guard.behind, ids);
    const { told } = await go(result.found.way);
    write(
      `\n${paint("red", `Broken: ${result.found.rule.sentence}`)}\nThe shortest way there, ${result.depth} steps:\n\n`,
    );
    writeStory(told);
    return 0;
  } finally {
    for (const made of [instance, ...singles]) made.remove();
  }

  function tellNothing({ depth }: AttackSearch, behind: string | undefined, out: readonly string[]): number {
    write(`\nNo rule breaks within ${depth} steps without ${name}.\n`);
    if (behind !== undefined && !out.includes(behind))
      write(
        `It is a second line, and ${behind} holds the same. Both out: npm run search -- --without ${first},${behind}\n`,
      );
    else if (guard.kind === "answer") write("Without it only the answer gets worse.\n");
    return 0;
  }
}

/** The folder's commit code on a model disk. What needs real files is played, and not searched for. */
async function searchFolderWithout(ids: readonly string[]): Promise<number> {
  const result = await folderSearch(ids, FOLDER_DEPTH);
  if (result.found) {
    write(
      `\n${paint("red", `Broken: ${result.found.rule.sentence}`)}\nThe shortest way there, ${result.depth} steps:\n\n`,
    );
    writeStory(result.found.told);
    return 0;
  }
  write(
    `\nNo rule breaks on the model of a disk within ${FOLDER_DEPTH} steps. With real files and processes:\n`,
  );
  for (const { name, guards } of keptAttacks())
    if (ids.every((id) => guards.includes(id)))
      write(`  npm run attack -- ${name} --without ${guards.join(",")}\n`);
  return 0;
}

async function folderSearch(ids: readonly string[], depth: number): Promise<FolderSearchResult> {
  const instance = changed([...withoutGuards(ids), ...modelDisk]);
  try {
    const folder = await instance.load<{ searchFolder: typeof searchFolder }>("x2-break-it/folder-search.ts");
    return await folder.searchFolder({ depth });
  } finally {
    instance.remove();
  }
}

async function tellBroken({ rule, way }: Found): Promise<number> {
  write(
    `\n${paint("red", `Broken with all guards in: ${rule.sentence}`)}\nThis is a fault of the lessons. The shortest way:\n\n`,
  );
  writeStory((await goWay(way)).told);
  return 1;
}

function tellStopped(states: number, transitions: number): number {
  write(
    `\nStopped. Seen so far: ${number(states)} states, ${number(transitions)} transitions, no rule broken.\n`,
  );
  return 130;
}

function writeStory(told: readonly Told[]): void {
  for (const [index, { actor, does, answer }] of told.entries())
    write(`${String(index + 1).padStart(3)}  ${actor.padEnd(9)} ${does.padEnd(58)} ${answer}\n`);
}

function line(
  what: string,
  { states, transitions, depth }: { states: number; transitions: number; depth: number },
): string {
  return `  ${what.padEnd(34)} ${String(depth).padStart(2)} moves  ${number(states).padStart(10)} states  ${number(transitions).padStart(11)} transitions`;
}

function waitFor(depth: number, transitions: number, began: number): string {
  const rate = transitions / ((performance.now() - began) / 1_000);
  const minutes = Math.ceil((TRANSITIONS * 10 ** (depth - DEPTH)) / rate / 60);
  return `about ${number(minutes)} minutes, and memory for ${number(STATES * 10 ** (depth - DEPTH))} states`;
}

/** What all hands together make of DEPTH moves, about. */
const TRANSITIONS = 6_000_000;
const STATES = 1_400_000;

function number(value: number): string {
  return value.toLocaleString("en");
}
