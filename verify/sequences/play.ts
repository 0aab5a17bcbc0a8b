import { isDeepStrictEqual } from "node:util";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { type ConsumedLetter, consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import type { RequestKind } from "../../lessons/s16-team-protocols/protocol-message.ts";
import {
  matchResponse,
  openRequest,
  replyRequest,
  withdrawRequest,
} from "../../lessons/s16-team-protocols/requests.ts";
import { chooseForeign, chooseSingle, chooseWork } from "./choose.ts";
import type { Command, ForeignEdit } from "./command.ts";
import { brokenInvariants, ledgerView, sessionView } from "./invariants.ts";
import { type Ledger, newLedger, textOf } from "./ledger.ts";
import { type Expected, takeMail } from "./mail-rules.ts";
import { refusalOf } from "./refusal.ts";
import { type ConcreteSingle, expectBegin, expectEnd, expectSingle } from "./rules.ts";
import { beginTurn, claimDirectly, endTurn } from "./turn.ts";
import {
  bytesOf,
  closeWorld,
  killDuring,
  openWorld,
  overwrite,
  overwriteWithLink,
  rejoin,
  type StoreName,
  settle,
  TEAM,
  takeSnapshot,
  type World,
  workAt,
} from "./world.ts";

/** Who is not on the team from the start. */
const NEWCOMER = "helper";

/** What a search has done: how many operations, and how often each answer came. */
export type Tally = { operations: number; answers: Map<string, number> };

/** One way in which a command may end: what it answers, and the ledger after it. */
type Possibility = { expected: Expected; ledger: Ledger };
type Step = { outcome: string[]; possibilities: Possibility[]; isForeign?: boolean };

/** Plays the commands against the real functions. Throws an error that lists the steps when a rule is broken. */
export async function play(
  store: StoreName,
  limits: Limits,
  commands: readonly Command[],
  tally: Tally,
): Promise<void> {
  const world = await openWorld(store, limits);
  const told: string[] = [];
  let ledger = newLedger(limits, TEAM);
  try {
    let before = takeSnapshot(world);
    for (const command of commands) {
      const step = await perform(world, ledger, command).catch((error: unknown) => ({ fault: error }));
      const line = `${told.length + 1}. ${JSON.stringify(command)}`;
      if ("fault" in step) throw unlike([...told, line], `it failed: ${faultText(step.fault)}`);
      told.push(`${line}\n     -> ${step.outcome.join("; ")}`);
      await settle(world);
      const after = takeSnapshot(world);
      const answered = step.possibilities.filter(({ expected }) => isExpected(step.outcome, expected));
      if (answered.length === 0)
        throw unlike(told, `expected ${JSON.stringify(step.possibilities.map((p) => p.expected))}`);
      const found = answered.find((possibility) =>
        isDeepStrictEqual(ledgerView(possibility.ledger), sessionView(after)),
      );
      if (!found)
        throw unlike(told, differences(ledgerView(answered[0]?.ledger ?? ledger), sessionView(after)));
      ledger = found.ledger;
      const damaged = new Set([...ledger.mailboxes].flatMap(([name, { damage }]) => (damage ? [name] : [])));
      const broken = brokenInvariants(world, before, after, {
        outcome: step.outcome,
        isForeign: step.isForeign ?? false,
        damaged,
      });
      if (broken.length > 0) throw unlike(told, `broken: ${broken.join("; ")}`);
      before = after;
      count(tally, command, step.outcome);
    }
  } finally {
    await closeWorld(world);
  }
}

async function perform(world: World, ledger: Ledger, command: Command): Promise<Step> {
  const next = structuredClone(ledger);
  const certain = (outcome: string[], expected: Expected): Step => ({
    outcome,
    possibilities: [{ expected, ledger: next }],
  });
  switch (command.do) {
    case "consume": {
      const readers = command.atOnce ? [1, 2] : [1];
      const taken = await Promise.all(readers.map(() => consume(world, command.member)));
      const { stopped, letters } = takeMail(next, command.member);
      const outcome = taken.flat().sort(byNumber);
      return certain(outcome, stopped === undefined ? letters : readers.map(() => [`refused ${stopped}`]));
    }
    case "begin": {
      const outcome = await beginTurn(world, command.member);
      return certain(outcome, expectBegin(next, command.member) ?? [["held"]]);
    }
    case "end": {
      const held = [...world.turns.keys()];
      const member = held[command.nth % held.length];
      if (member === undefined) return certain(["nothing to do"], [["nothing to do"]]);
      const work = command.work && chooseWork(ledger, member, command.work);
      const outcome = await endTurn(world, member, work);
      return certain(outcome, expectEnd(next, member, work));
    }
    case "turn": {
      const { member } = command;
      const work = chooseWork(ledger, member, command.work);
      const begun = await beginTurn(world, member);
      const expected = expectBegin(next, member);
      if (begun[0] !== "held" || expected) return certain(begun, expected ?? [["held"]]);
      return certain(await endTurn(world, member, work), expectEnd(next, member, work));
    }
    case "edit":
      world.content = command.content;
      next.content = command.content;
      return { ...certain(["edited"], [["edited"]]), isForeign: true };
    case "foreign":
      return {
        ...certain([await foreignHand(world, next, command.mailbox, command.edit)], [["foreign"]]),
        isForeign: true,
      };
    case "mend":
      return { ...certain([await mend(world, next)], [["mended"]]), isForeign: true };
    case "rejoin":
      await rejoin(world);
      return certain(["rejoined"], [["rejoined"]]);
    case "kill": {
      const single = chooseSingle(ledger, command.during);
      await killDuring(world, command.at, () => performSingle(world, single));
      return killed(world, ledger, single);
    }
    case "fail next save":
      world.failing = command.how;
      next.failing = command.how === "disk" ? "save-failed" : "lock-lost";
      return certain(["armed"], [["armed"]]);
    case "together": {
      const first = chooseSingle(ledger, command.first);
      const second = chooseSingle(ledger, command.second);
      const outcomes = await Promise.all([performSingle(world, first), performSingle(world, second)]);
      return { outcome: outcomes, possibilities: bothOrders(ledger, first, second) };
    }
    default: {
      const single = chooseSingle(ledger, command);
      const outcome = [await performSingle(world, single)];
      return certain(outcome, expectSingle(next, single));
    }
  }
}

/** What was not told to anybody has happened, or it has not. */
function killed(world: World, ledger: Ledger, single: ConcreteSingle): Step {
  const before = structuredClone(ledger);
  if (world.folder) before.failing = null;
  const after = structuredClone(before);
  if (world.folder) expectSingle(after, single);
  const expected = [["killed"]];
  return {
    outcome: ["killed"],
    possibilities: [
      { expected, ledger: before },
      { expected, ledger: after },
    ],
  };
}

/** Two operations at once must end as if one had come after the other. */
function bothOrders(ledger: Ledger, first: ConcreteSingle, second: ConcreteSingle): Possibility[] {
  const inOrder = structuredClone(ledger);
  const expected = [...expectSingle(inOrder, first), ...expectSingle(inOrder, second)];
  const swapped = structuredClone(ledger);
  const later = expectSingle(swapped, second);
  return [
    { expected, ledger: inOrder },
    { expected: [...expectSingle(swapped, first), ...later], ledger: swapped },
  ];
}

async function performSingle(world: World, single: ConcreteSingle): Promise<string> {
  try {
    return await answerTo(world, single);
  } catch (error) {
    return refusalOf(error);
  }
}

async function answerTo(world: World, single: ConcreteSingle): Promise<string> {
  const { session } = world;
  switch (single.do) {
    case "open": {
      // The wrong types are meant: the functions look at them.
      const kind = single.kind as RequestKind;
      const { status, request_id } = await openRequest(session, {
        ...single,
        kind,
        payload: single.payload as string,
        ...(single.covers !== null && { work: workAt(single.covers) }),
      });
      return `${status} ${request_id}`;
    }
    case "reply": {
      const { approve, feedback } = single as { approve: boolean; feedback: string };
      const result = await replyRequest(session, { ...single, approve, feedback });
      return [result.status, result.request_id, ...("receipt" in result ? [result.receipt] : [])].join(" ");
    }
    case "match": {
      const result = await matchResponse(session, single);
      return `${result.status} ${result.status === "ignored" ? result.reason : result.request_id}`;
    }
    case "send": {
      const { status, id } = await sendMessage(session, { ...single, body: single.body as string });
      return `${status} ${id}`;
    }
    case "withdraw": {
      const { status, request_id } = await withdrawRequest(session, single);
      return `${status} ${request_id}`;
    }
    case "claim":
      return claimDirectly(world, single);
    case "join":
      return (await joinTeam(session, { name: single.name, role: "a newcomer" })).status;
  }
}

async function consume(world: World, member: string): Promise<string[]> {
  try {
    return (await consumeResponses(world.session, member)).map(letterOutcome);
  } catch (error) {
    return [refusalOf(error)];
  }
}

/** Of two readers at once each letter goes to one: here they are in the order of the mailbox again. */
function byNumber(one: string, other: string): number {
  const number = (outcome: string): number => Number(/-(\d+) /.exec(outcome)?.[1] ?? 0);
  return number(one) - number(other);
}

function letterOutcome(letter: ConsumedLetter): string {
  const { id } = letter.message;
  switch (letter.outcome) {
    case "delivered":
      return [id, "delivered", ...(letter.request_id ? [letter.request_id] : [])].join(" ");
    case "matched":
      return `${id} matched ${letter.status} ${letter.request_id}`;
    case "ignored":
      return `${id} ignored ${letter.reason}`;
  }
}

/** A hand from outside writes into a mailbox. The ledger notes the letter, or how the mailbox is damaged now. */
async function foreignHand(world: World, ledger: Ledger, name: string, edit: ForeignEdit): Promise<string> {
  const box = ledger.mailboxes.get(name);
  if (!box || box.damage) return "foreign";
  const { limits } = ledger;
  const text = textOf(name, box);
  if (edit.hand === "adds") {
    const { sender, body } = chooseForeign(ledger, edit);
    // A letter of somebody who may still join would be damage now, and none then.
    if (sender === NEWCOMER && !ledger.members.has(sender)) return "foreign";
    const letters = [...box.letters, { sender, body }];
    const after = textOf(name, { letters });
    if (Buffer.byteLength(after) > limits.mailboxBytes) return "foreign";
    await overwrite(world, name, after);
    const isKnown = ledger.members.has(sender) && sender !== name;
    const fits = letters.length <= limits.mailboxMessages && [...body].length <= limits.bodyCharacters;
    if (isKnown && fits) box.letters = letters;
    else box.damage = { code: "mailbox-corrupt", raw: bytesOf(world, name) };
    return "foreign";
  }
  const code = await damage(world, name, text, edit.how, limits);
  box.damage = { code, raw: bytesOf(world, name) };
  return "foreign";
}

type Damage = (ForeignEdit & { hand: "damages" })["how"];

async function damage(
  world: World,
  name: string,
  text: string,
  how: Damage,
  limits: Limits,
): Promise<string> {
  const next = text.split("\n").length;
  const line = (id: number, sender: string, body: string): string =>
    `{"id":"${name}-${id}","sender":"${sender}","recipient":"${name}","body":"${body}"}\n`;
  const texts: Partial<Record<Damage, string>> = {
    cut: text.slice(0, -1) || "{",
    junk: `${text}{"id":\n`,
    gap: text + line(next + 1, "lead", "one is missing"),
    stranger: text + line(next, "stranger-9", "you do not know me"),
    self: text + line(next, name, "I write to myself"),
    "key twice": text + line(next, 'stranger-9","sender":"lead', "who am I?"),
    surrogate: text + line(next, "lead", "\\ud800"),
    "empty line": `${text}\n`,
  };
  if (how === "link" && world.folder) {
    overwriteWithLink(world.folder, name, text);
    return "mailbox-unsafe";
  }
  if (how === "large" && world.folder) {
    await overwrite(world, name, " ".repeat(limits.mailboxBytes + 1));
    return "mailbox-too-large";
  }
  const bytes = how === "bytes" && world.folder ? Buffer.from([0x22, 0xc3, 0x0a]) : undefined;
  await overwrite(world, name, bytes ?? texts[how] ?? `${text}junk\n`);
  // A mailbox that is near its limit grows over it: then the size is what a reader finds first.
  const isTooLarge = world.folder !== undefined && bytesOf(world, name).length > limits.mailboxBytes;
  return isTooLarge ? "mailbox-too-large" : "mailbox-corrupt";
}

async function mend(world: World, ledger: Ledger): Promise<string> {
  for (const [name, box] of ledger.mailboxes) {
    if (box.damage) await overwrite(world, name, textOf(name, box));
    box.damage = null;
  }
  return "mended";
}

function isExpected(outcome: readonly string[], expected: Expected): boolean {
  return (
    outcome.length === expected.length && outcome.every((part, index) => expected[index]?.includes(part))
  );
}

function unlike(told: readonly string[], reason: string): Error {
  return new Error(`${told.join("\n  ")}\n  ${reason}`);
}

function faultText(error: unknown): string {
  return error instanceof Error ? String(error.stack) : String(error);
}

function differences(expected: unknown, received: unknown): string {
  return `the session is not what it should be\n  expected: ${JSON.stringify(expected)}\n  received: ${JSON.stringify(received)}`;
}

function count(tally: Tally, command: Command, outcome: readonly string[]): void {
  const hands: readonly Command["do"][] = ["edit", "foreign", "mend", "rejoin", "kill", "fail next save"];
  if (hands.includes(command.do)) return;
  tally.operations += command.do === "together" ? 2 : 1;
  for (const part of outcome) {
    const answer = part
      .replaceAll(/\b(req|[a-z]+)-\d+\b/g, "")
      .replaceAll(/ +/g, " ")
      .trim();
    tally.answers.set(answer, (tally.answers.get(answer) ?? 0) + 1);
  }
}
