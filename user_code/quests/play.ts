import { relative } from "node:path";
import { wrapCells } from "../../lessons/strings/cells.ts";
import { guardOf, placeOf } from "../../lessons/x2-break-it/without.ts";
import { type Paint, safeLine } from "../terminal.ts";
import { type Input, QUIT, SAVED } from "./input.ts";
import { keepPredictions, lineOfMark, readPredictions } from "./my-protocol.ts";
import type { Quest } from "./quest.ts";
import { quests } from "./quests.ts";
import type { Standing } from "./standing.ts";
import { sentenceOf } from "./story.ts";

export type Table = {
  folder: string;
  isNew: boolean;
  /** Which guards stand, or why the learner's code cannot be asked. */
  look: () => Promise<Standing[] | string>;
  next: () => Promise<Input>;
  write: (text: string) => void;
  paint: Paint;
};

const WIDTH = 76;
const KEYS = "n next   h hint   s show ours   r run again   q quit";

/** Plays the quests until the learner quits or every guard stands. */
export async function play(table: Table): Promise<void> {
  const { folder, isNew, next } = table;
  const say = sayOn(table);
  const predictions = readPredictions(folder);
  say(isNew ? `Made ${shown(folder)}: the protocol without its guards.` : `Your protocol: ${shown(folder)}`);
  let found = await table.look();
  let quest: Quest | undefined;
  let hints = 0;
  let stood = new Set(standingIn(found));

  /** Goes to the first guard that is missing. False: there is none. */
  const goOn = (): boolean => {
    if (typeof found === "string") {
      tellBroken(table, found);
      return true;
    }
    quest = found.find(({ attack }) => attack)?.quest;
    hints = 0;
    if (!quest) {
      say("", table.paint("green", `All ${quests.length} guards stand. The protocol is yours.`));
      return false;
    }
    tellQuest(table, quest, standingIn(found).length);
    if (predictions[quest.guard] === undefined) askPrediction(table, quest);
    else tellAttack(table, quest, found, predictions[quest.guard]);
    return true;
  };

  const lookAgain = async (): Promise<boolean> => {
    found = await table.look();
    if (typeof found === "string") {
      tellBroken(table, found);
      return true;
    }
    const stand = standingIn(found);
    const lost = found.filter((one) => one.attack && one.quest !== quest && stood.has(one.quest.guard));
    stood = new Set(stand);
    for (const { quest: earlier, attack } of lost)
      say(
        "",
        table.paint("red", `${earlier.guard} stood before, and does not any more (${attack?.check.name}).`),
      );
    if (!quest) return goOn();
    if (predictions[quest.guard] === undefined) return true;
    if (!stood.has(quest.guard)) {
      tellAttack(table, quest, found, undefined);
      return true;
    }
    say(
      "",
      table.paint("green", `The guard ${quest.guard} stands.`),
      `${stand.length} of ${quests.length} guards stand.`,
    );
    if (stand.length === quests.length) return goOn();
    say("n next   q quit");
    return true;
  };

  if (!goOn()) return;
  for (;;) {
    const input = await next();
    if (input === QUIT) {
      say("", "What you have written stays. npm run quest goes on here.");
      return;
    }
    if (input === SAVED || input === "r") {
      if (!(await lookAgain())) return;
    } else if (input === "n") {
      if (quest && !stood.has(quest.guard))
        say("", `${quest.guard} does not stand yet. h gives a hint, s shows ours.`);
      else if (!goOn()) return;
    } else if (quest && predictions[quest.guard] === undefined) {
      if (input === "1" || input === "2" || input === "3") {
        predictions[quest.guard] = Number(input);
        keepPredictions(folder, predictions);
        if (typeof found !== "string") tellAttack(table, quest, found, Number(input));
      } else say("Say first what you expect: 1, 2 or 3.");
    } else if (quest && input === "h") {
      hints = Math.min(hints + 1, quest.hints.length + 1);
      tellHint(table, quest, hints);
    } else if (quest && input === "s") tellOurs(table, quest);
    else if (input.trim() !== "") say(KEYS);
  }
}

function standingIn(found: Standing[] | string): string[] {
  return typeof found === "string"
    ? []
    : found.filter(({ attack }) => !attack).map(({ quest }) => quest.guard);
}

function tellQuest(table: Table, { guard }: Quest, stand: number): void {
  const say = sayOn(table);
  const { purpose, incident } = guardOf(guard);
  const number = quests.findIndex((quest) => quest.guard === guard) + 1;
  const bar = "#".repeat(stand).padEnd(quests.length, ".");
  say("", `[${bar}] ${stand} of ${quests.length} guards stand`, "");
  say(table.paint("bold", `Quest ${number}: ${guard}`), "");
  say(`In a real system: ${incident.happened} (${incident.id})`, `The guard: ${purpose}`);
}

function askPrediction(table: Table, { question, answers }: Quest): void {
  const say = sayOn(table);
  say("", `It is not there. ${question}`);
  answers.forEach((answer, index) => {
    say(`  ${index + 1}  ${answer}`);
  });
  say("What do you expect? 1, 2 or 3");
}

/** How the attack gets through, and what there is to write. */
function tellAttack(table: Table, quest: Quest, found: Standing[], predicted: number | undefined): void {
  const say = sayOn(table);
  const attack = found.find((one) => one.quest === quest)?.attack;
  if (!attack) return;
  const { check, deviation } = attack;
  const answer = quest.answers[quest.right - 1] ?? "";
  if (predicted !== undefined)
    say("", predicted === quest.right ? `You expected it: ${answer}` : `It comes differently: ${answer}`);
  say("", `${table.paint("red", "It gets through")}  ${check.name}`);
  deviation.sent.slice(1).forEach((request, index) => {
    say(`${String(index + 1).padStart(4)}  ${sentenceOf(request)}`);
  });
  const where = deviation.isState ? ", in what is kept" : "";
  say(
    `      it should say${where}:`,
    ...indented(deviation.expected),
    "      yours says:",
    ...indented(deviation.got),
  );
  const { file } = guardOf(quest.guard);
  const line = lineOfMark(table.folder, quest.guard);
  say(
    "",
    `Write the guard: ${quest.where}, in ${shown(table.folder)}/${file}${line ? `:${line}` : ""}`,
    quest.task,
  );
  say("", KEYS);
}

function tellHint(table: Table, quest: Quest, number: number): void {
  const own = quest.hints[number - 1];
  const [first = ""] = guardOf(quest.guard).find.split("\n");
  const beginning = first.slice(0, Math.ceil(first.length / 2));
  sayOn(table)("", `Hint ${number} of ${quest.hints.length + 1}: ${own ?? `Ours begins: ${beginning} ...`}`);
}

function tellOurs(table: Table, { guard }: Quest): void {
  const { file, line } = placeOf(guardOf(guard));
  const ours = guardOf(guard)
    .find.split("\n")
    .map((text) => `    ${text.trim()}`);
  sayOn(table)("", `Ours, ${file}:${line}`, ...ours);
}

function tellBroken(table: Table, why: string): void {
  sayOn(table)("", table.paint("red", "Your code cannot be asked."), ...why.split("\n"), "Save again, or r.");
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `        ${line}`);
}

/** Lines of 80 columns at most; what is longer goes on under its own beginning. */
function sayOn({ write }: Pick<Table, "write">): (...lines: string[]) => void {
  return (...lines) => {
    for (const line of lines) {
      const indent = /^ */.exec(line)?.[0] ?? "";
      const parts = wrapCells(line.slice(indent.length), WIDTH - indent.length);
      write(`${parts.map((part) => indent + part).join("\n")}\n`);
    }
  };
}

function shown(folder: string): string {
  const near = relative(process.cwd(), folder);
  return safeLine(near.startsWith("..") ? folder : near);
}
