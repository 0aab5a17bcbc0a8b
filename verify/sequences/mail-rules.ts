import type { MailboxMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { isCurrent, type Ledger, PREFIX, requestBody } from "./ledger.ts";

/** One line for each part of an outcome: the answers that are right. */
export type Expected = string[][];

/** Takes in the letters that a member has not read. `stopped`: the mailbox cannot be read at all. */
export function takeMail(ledger: Ledger, name: string): { stopped?: string; letters: Expected } {
  const person = ledger.members.get(name);
  const box = ledger.mailboxes.get(name);
  if (!person || !box) return { stopped: "unknown-member", letters: [] };
  if (box.damage) return { stopped: box.damage.code, letters: [] };
  const letters = box.letters.slice(person.read).map(({ sender, body }) => {
    person.read += 1;
    const message = { id: `${name}-${person.read}`, sender, recipient: name, body };
    const answers = expectLetter(ledger, message).map((answer) => `${message.id} ${answer}`);
    if (!answers.every((answer) => answer.includes(" ignored "))) person.heard.push(message.id);
    return answers;
  });
  return { letters };
}

function expectLetter(ledger: Ledger, message: MailboxMessage): string[] {
  if (!message.body.startsWith(PREFIX)) return ["delivered"];
  const content = parsed(message.body.slice(PREFIX.length));
  const saysTwice = /"request\\u005fid".*"request_id"/u.test(message.body);
  const isRequest =
    !saysTwice && hasShape(content, { type: "string", request_id: "string", payload: "string" });
  if (!isRequest || !["plan_request", "shutdown_request"].includes(String(content.type))) {
    return expectMatch(ledger, message, message.recipient).map((answer) =>
      answer.startsWith("ignored") ? answer : `matched ${answer}`,
    );
  }
  const request_id = String(content.request_id);
  const asked = ledger.requests.get(request_id);
  const broken: string[] = [];
  if (!asked || message.id !== asked.receipt || !isCurrent(ledger, asked)) broken.push("id_or_type");
  else {
    if (message.body !== requestBody(asked.kind, request_id, asked.payload)) broken.push("id_or_type");
    if (message.sender !== asked.asker) broken.push("role_or_recipient");
  }
  return broken.length > 0 ? ignored(broken) : [`delivered ${request_id}`];
}

/** What one letter must do to the request that it claims to answer. */
export function expectMatch(ledger: Ledger, message: MailboxMessage, recipient: string): string[] {
  if (!message.body.startsWith(PREFIX)) return ignored(["ordinary_message"]);
  const content = parsed(message.body.slice(PREFIX.length));
  const saysTwice = /"request\\u005fid".*"request_id"/u.test(message.body);
  if (content === undefined || saysTwice) return ignored(["bad_json"]);
  const shape = { type: "string", request_id: "string", approve: "boolean", feedback: "string" };
  if (!hasShape(content, shape) || [...String(content.feedback)].length > 120)
    return ignored(["invalid_response"]);

  const asked = ledger.requests.get(String(content.request_id));
  if (!asked) return ignored(["id_or_type"]);
  const broken: string[] = [];
  if (content.type !== `${asked.kind}_response`) broken.push("id_or_type");
  const isForAsker = recipient === asked.asker && message.recipient === recipient;
  // The lead knows of a shutdown for good, also when the name has been given again.
  const isTheirs = asked.kind === "shutdown" || isCurrent(ledger, asked);
  if (!isForAsker || message.sender !== asked.answerer || !isTheirs) broken.push("role_or_recipient");
  const isSaved = asked.answer?.approve === content.approve && asked.answer?.feedback === content.feedback;
  if (!isSaved) broken.push("not_saved_reply");
  if (broken.length > 0) return ignored(broken);
  if (asked.ending) return [`duplicate ${content.request_id}`];
  asked.ending = "matched";
  return [`${content.approve ? "approved" : "rejected"} ${content.request_id}`];
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasShape(content: unknown, shape: Record<string, string>): content is Record<string, unknown> {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return false;
  const found = Object.entries(content).map(([key, value]) => `${key}: ${typeof value}`);
  const wanted = Object.entries(shape).map(([key, type]) => `${key}: ${type}`);
  return found.sort().join() === wanted.sort().join();
}

function ignored(reasons: readonly string[]): string[] {
  return reasons.map((reason) => `ignored ${reason}`);
}
