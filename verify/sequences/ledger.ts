import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";

/** The team as a ledger keeps it: plain data, nothing imported from the lessons but shapes. */
export type Ledger = {
  limits: Limits;
  members: Map<string, Person>;
  mailboxes: Map<string, Box>;
  requests: Map<string, Asked>;
  /** Which of the contents the program has now. */
  content: number;
  /** The code with which the next save fails. */
  failing: string | null;
};

type Person = {
  state: "idle" | "running" | "closed";
  bearer: number;
  turns: number;
  read: number;
  heard: string[];
};
type Letter = { sender: string; body: string };
/** `damage`: what a foreign hand made of the mailbox, and the words with which a reader must refuse it. */
type Box = { letters: Letter[]; damage: { code: string; raw: string } | null };
export type Answer = { approve: boolean; feedback: string };
export type Asked = {
  kind: string;
  asker: string;
  answerer: string;
  payload: string;
  /** The content whose fingerprint the plan carries. */
  covers: number | null;
  bearer: number;
  receipt: string;
  answer: Answer | null;
  /** How the asker knows that it is over: the answer was matched, or the request taken back. */
  ending: "matched" | "withdrawn" | null;
  started: boolean;
};

export const PREFIX = "[team-protocol] ";

export function newLedger(limits: Limits, names: readonly string[]): Ledger {
  const members = new Map(names.map((name) => [name, newPerson(1)]));
  const mailboxes = new Map(names.map((name) => [name, emptyBox()]));
  return { limits, members, mailboxes, requests: new Map(), content: 0, failing: null };
}

/** Puts a letter into a mailbox, when nothing stands against it. */
export function save(
  ledger: Ledger,
  letter: { sender: string; recipient: string; body: string },
  otherwiseBroken: readonly string[],
): { id?: string; broken: string[] } {
  const { sender, recipient, body } = letter;
  const { limits } = ledger;
  const broken = [...otherwiseBroken, ...textRules(body, 1, limits.bodyCharacters, "body-length")];
  for (const name of [sender, recipient])
    if (personOf(ledger, name).state === "closed") broken.push("member-closed");
  const box = ledger.mailboxes.get(recipient) ?? emptyBox();
  const after: Box = { letters: [...box.letters, { sender, body }], damage: null };
  if (box.damage) broken.push(box.damage.code);
  else {
    if (after.letters.length > limits.mailboxMessages) broken.push("mailbox-full");
    if (Buffer.byteLength(textOf(recipient, after)) > limits.mailboxBytes) broken.push("mailbox-too-large");
  }
  if (broken.length > 0) return { broken };
  const failure = takeFailure(ledger);
  if (failure) return { broken: [failure] };
  ledger.mailboxes.set(recipient, after);
  return { id: `${recipient}-${after.letters.length}`, broken };
}

export function takeFailure(ledger: Ledger): string | null {
  const failure = ledger.failing;
  ledger.failing = null;
  return failure;
}

/** The text of a mailbox that no foreign hand has damaged. */
export function textOf(recipient: string, box: Pick<Box, "letters">): string {
  return box.letters
    .map(
      ({ sender, body }, index) =>
        `${JSON.stringify({ id: `${recipient}-${index + 1}`, sender, recipient, body })}\n`,
    )
    .join("");
}

export function requestBody(kind: string, request_id: string, payload: string): string {
  return `${PREFIX}${JSON.stringify({ payload, request_id, type: `${kind}_request` })}`;
}

export function responseBody(kind: string, request_id: string, { approve, feedback }: Answer): string {
  return `${PREFIX}${JSON.stringify({ approve, feedback, request_id, type: `${kind}_response` })}`;
}

export function textRules(text: unknown, minimum: number, maximum: number, code: string): string[] {
  if (typeof text !== "string") return [code];
  const length = [...stripped(text)].length;
  const broken = length < minimum || length > maximum ? [code] : [];
  return /\p{Surrogate}/u.test(text) ? [...broken, "malformed-text"] : broken;
}

/** What `str.strip()` of Python leaves. */
export function stripped(text: string): string {
  const blank = String.raw`(?:(?!\ufeff)[\s\u001c-\u001f\u0085])`;
  return text.replace(new RegExp(`^${blank}+`, "u"), "").replace(new RegExp(`${blank}+$`, "u"), "");
}

export function isCurrent(ledger: Ledger, asked: Asked): boolean {
  return ledger.members.get(asked.kind === "plan" ? asked.asker : asked.answerer)?.bearer === asked.bearer;
}

export function personOf(ledger: Ledger, name: string): Person {
  const person = ledger.members.get(name);
  if (!person) throw new Error(`The ledger knows no ${name}.`);
  return person;
}

export function newPerson(bearer: number): Person {
  return { state: "idle", bearer, turns: 0, read: 0, heard: [] };
}

export function emptyBox(): Box {
  return { letters: [], damage: null };
}
