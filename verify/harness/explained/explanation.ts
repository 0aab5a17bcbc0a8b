import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Guard } from "../../../lessons/x2-break-it/guard.ts";
import { guards } from "../../../lessons/x2-break-it/guards.ts";

const LESSONS = join(import.meta.dirname, "../../../lessons");

/** The subjects whose tests are about letters, requests and gates. */
const PROTOCOL = /^verify\/(?:requests|gates|mailboxes|casebook|conformance)\//;

/** More calls than the last ones would hide what made the difference. */
const SHOWN_CALLS = 4;

/** More characters are left to the lines that differ. */
const SHOWN_VALUE = 400;

export type Failed = {
  /** The test's file, seen from the root of the project. */
  file: string;
  /** What the test is called, with what it stands in, outermost first. */
  names: readonly string[];
  /** What the protocol functions were called with, without their session, and the letters that lay there for it. */
  sent: readonly (readonly [name: string, values: readonly unknown[], mailbox: readonly string[]])[];
};

/** What vitest knows of an error. */
export type FailedError = { message: string; expected?: unknown; actual?: unknown; code?: unknown };

/** Why a test failed, in the parts and words of a conformance report, as a text that stands above what differs. */
export function explanationOf({ file, names, sent }: Failed, error: FailedError): string {
  const again = `npm run verify -- ${file} -t ${quotedForShell(asPattern(names.join(" ")))}`;
  const isComparison = error.expected !== undefined || error.actual !== undefined;
  // What vitest says of two values is cut short, as `{ …(7) }`: they stand here, or below by the lines that differ.
  const said = isComparison ? ownWords(error.message) : thrown(error);
  if (!PROTOCOL.test(file)) return `${said}\n\n  again  ${again}`;
  const got = error.actual === undefined ? "nothing" : shown(error.actual);
  return [
    "",
    ...part("sent", sentLines(sent)),
    ...part("rule", [sentenceOf(names)]),
    ...part("guard", guardLines()),
    ...part("expected", isComparison ? [shown(error.expected ?? "nothing")] : []),
    ...part("got", [isComparison ? got : said]),
    ...part("again", [again]),
  ].join("\n");
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => `  ${(index === 0 ? title : "").padEnd(10)}${line}`);
}

function sentLines(sent: Failed["sent"]): string[] {
  const left = sent.length - SHOWN_CALLS;
  const before = left > 0 ? [`(${left} calls before)`] : [];
  return [...before, ...sent.slice(-SHOWN_CALLS).flatMap(callLines)];
}

/** A call, and below it the letter that it is about, as it would lie in the mailbox. */
function callLines([name, values, mailbox]: Failed["sent"][number]): string[] {
  const letter = letterIn(values);
  const lines = letter === undefined ? mailbox : [asJson(letter.message)];
  const named = letter === undefined ? values.map(asJson).join(", ") : `for ${letter.recipient}, the letter`;
  return [`${name} ${named}`, ...lines.map((line) => `  ${line}`)];
}

function letterIn([given]: readonly unknown[]): { message: unknown; recipient: unknown } | undefined {
  if (typeof given !== "object" || given === null || !("message" in given)) return undefined;
  return { message: given.message, recipient: "recipient" in given ? given.recipient : "nobody" };
}

/** The names of a test say together what must hold. */
function sentenceOf(names: readonly string[]): string {
  return names.reduce((text, name) => (/[,:]$/.test(text) ? `${text} ${name}` : `${text}: ${name}`));
}

/** The guards that the source has not as they were shipped: that is where somebody has been at work. */
function guardLines(): string[] {
  const changed = guards.filter(isChanged);
  if (changed.length === 0) return ["all stand as they were shipped"];
  return changed.flatMap(({ id, file, purpose, incident }) => [
    `${id}, which is not as it was shipped in lessons/${file}`,
    `${purpose}`,
    `In a real system: ${incident.happened} (${incident.id})`,
  ]);
}

function isChanged({ file, find }: Guard): boolean {
  return readFileSync(join(LESSONS, file), "utf8").split(find).length !== 2;
}

/** What the test itself says of the comparison. */
function ownWords(message: string): string {
  const end = message.lastIndexOf(": expected ");
  return end === -1 ? "What came is not what was expected." : message.slice(0, end);
}

function thrown({ code, message }: FailedError): string {
  return typeof code === "string" ? `${code}: ${message}` : message;
}

/** A value that vitest has written over several lines, on one. */
function shown(value: unknown): string {
  const text = (typeof value === "string" ? value : asJson(value)).replace(/\s*\n\s*/g, " ");
  return text.length <= SHOWN_VALUE ? text : "(long: the lines that differ stand below)";
}

/** As JSON, and where that is long its beginning. */
function asJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const length = [...text].length;
  return length <= SHOWN_VALUE
    ? text
    : `${text.slice(0, SHOWN_VALUE).toWellFormed()}… (${length} characters)`;
}

function asPattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function quotedForShell(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
