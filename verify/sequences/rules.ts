import type { MailboxMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import {
  type Answer,
  emptyBox,
  isCurrent,
  type Ledger,
  newPerson,
  PREFIX,
  personOf,
  requestBody,
  responseBody,
  save,
  stripped,
  takeFailure,
  textRules,
} from "./ledger.ts";
import { type Expected, expectMatch, takeMail } from "./mail-rules.ts";

/** A single command with its choices made: what really goes into the functions. */
export type ConcreteSingle =
  | { do: "open"; sender: string; target: string; kind: string; payload: unknown; covers: number | null }
  | { do: "reply"; request_id: string; actor: string; approve: unknown; feedback: unknown }
  | { do: "withdraw"; request_id: string; actor: string }
  | { do: "match"; message: MailboxMessage; recipient: string }
  | { do: "send"; sender: string; recipient: string; body: unknown }
  | { do: "claim"; actor: string; request_id: string; content: number | null }
  | { do: "join"; name: string };

export type ConcreteWork = {
  request_id: string;
  host: "allow" | "ask" | "deny";
  calls: 1 | 2;
  atOnce: boolean;
  editMeanwhile: number | null;
};

/**
 * What a command must answer. For each one EVERY rule that it breaks is listed, in no order: the real functions must
 * answer with one of them, and must do what they are asked when none is broken. The ledger changes as the team has to.
 */
export function expectSingle(ledger: Ledger, command: ConcreteSingle): Expected {
  switch (command.do) {
    case "open":
      return expectOpen(ledger, command);
    case "reply":
      return expectReply(ledger, command);
    case "withdraw":
      return expectWithdraw(ledger, command);
    case "match":
      return [expectMatch(ledger, command.message, command.recipient)];
    case "send":
      return expectSend(ledger, command);
    case "claim":
      return [expectClaim(ledger, command)];
    case "join":
      return expectJoin(ledger, command.name);
  }
}

function expectOpen(ledger: Ledger, command: ConcreteSingle & { do: "open" }): Expected {
  const { sender, target, kind } = command;
  const broken = textRules(command.payload, 1, 180, "payload-length");
  if (!ledger.members.has(sender) || !ledger.members.has(target)) broken.push("unknown-member");
  const isPlan = kind === "plan" && sender !== "lead" && target === "lead";
  const isShutdown = kind === "shutdown" && sender === "lead" && target !== "lead";
  if (!isPlan && !isShutdown) broken.push("direction");
  if (broken.length > 0) return refused(broken);

  const subject = personOf(ledger, isPlan ? sender : target);
  const payload = stripped(String(command.payload));
  const request_id = `req-${ledger.requests.size + 1}`;
  for (const asked of ledger.requests.values()) {
    const isSame = asked.kind === kind && asked.asker === sender && asked.answerer === target;
    if (isSame && asked.bearer === subject.bearer && !asked.ending) broken.push("request-pending");
  }
  if (ledger.requests.size >= ledger.limits.sessionRequests) broken.push("request-quota");
  if (subject.state === "closed") broken.push("member-closed");
  const body = requestBody(kind, request_id, payload);
  const saved = save(ledger, { sender, recipient: target, body }, broken);
  if (!saved.id) return refused(saved.broken);
  ledger.requests.set(request_id, {
    kind,
    asker: sender,
    answerer: target,
    payload,
    covers: command.covers,
    bearer: subject.bearer,
    receipt: saved.id,
    answer: null,
    ending: null,
    started: false,
  });
  return [[`pending ${request_id}`]];
}

function expectReply(ledger: Ledger, command: ConcreteSingle & { do: "reply" }): Expected {
  const { request_id, actor, approve } = command;
  const broken = textRules(command.feedback, 0, 120, "reply-shape");
  if (typeof approve !== "boolean") broken.push("reply-shape");
  if (!ledger.members.has(actor)) broken.push("unknown-member");
  if (broken.length > 0 || typeof approve !== "boolean") return refused(broken);

  const asked = ledger.requests.get(request_id);
  if (!asked || asked.answerer !== actor || !isCurrent(ledger, asked)) return refused(["not-yours"]);
  const answer: Answer = { approve, feedback: stripped(String(command.feedback)) };
  if (asked.answer) {
    const isSame = asked.answer.approve === approve && asked.answer.feedback === answer.feedback;
    return isSame ? [[`already_sent ${request_id}`]] : refused(["decision-conflict"]);
  }
  if (asked.ending) return refused(["not-pending"]);
  const person = personOf(ledger, actor);
  const closes = asked.kind === "shutdown" && approve;
  if (closes && person.state === "running") return [[`deferred ${request_id}`]];
  const body = responseBody(asked.kind, request_id, answer);
  const saved = save(ledger, { sender: actor, recipient: asked.asker, body }, []);
  if (!saved.id) return refused(saved.broken);
  asked.answer = answer;
  if (closes) closePerson(ledger, actor);
  return [[`queued ${request_id} ${saved.id}`]];
}

/** Nobody waits any more for what a closed member has asked, answered or not: nobody is left to match it. */
function closePerson(ledger: Ledger, name: string): void {
  personOf(ledger, name).state = "closed";
  for (const asked of ledger.requests.values())
    if (asked.asker === name && !asked.ending) asked.ending = "withdrawn";
}

function expectWithdraw(ledger: Ledger, command: ConcreteSingle & { do: "withdraw" }): Expected {
  const { request_id, actor } = command;
  if (!ledger.members.has(actor)) return refused(["unknown-member"]);
  const asked = ledger.requests.get(request_id);
  if (asked?.asker !== actor || !isCurrent(ledger, asked)) return refused(["not-yours"]);
  if (asked.answer) return refused(["already-answered"]);
  if (asked.ending) return refused(["not-pending"]);
  asked.ending = "withdrawn";
  return [[`withdrawn ${request_id}`]];
}

function expectSend(ledger: Ledger, command: ConcreteSingle & { do: "send" }): Expected {
  const broken = textRules(command.body, 1, ledger.limits.bodyCharacters, "body-length");
  const body = stripped(String(command.body));
  if (body.startsWith(PREFIX)) broken.push("reserved-prefix");
  if (!ledger.members.has(command.sender)) broken.push("unknown-member");
  if (!ledger.members.has(command.recipient)) broken.push("unknown-member");
  if (command.sender === command.recipient) broken.push("self-addressed");
  if (broken.length > 0) return refused(broken);
  const saved = save(ledger, { ...command, body }, []);
  return saved.id ? [[`queued ${saved.id}`]] : refused(saved.broken);
}

function expectJoin(ledger: Ledger, name: string): Expected {
  if (!/^[a-z][a-z0-9-]{0,23}$/.test(name)) return refused(["unknown-member"]);
  const earlier = ledger.members.get(name);
  if (earlier && earlier.state !== "closed") return [["taken"]];
  if (earlier) {
    const damage = ledger.mailboxes.get(name)?.damage;
    if (damage) return refused([damage.code]);
    const failure = takeFailure(ledger);
    if (failure) return refused([failure]);
  }
  ledger.members.set(name, newPerson((earlier?.bearer ?? 0) + 1));
  ledger.mailboxes.set(name, emptyBox());
  return [["joined"]];
}

function expectClaim(
  ledger: Ledger,
  claim: { actor: string; request_id: string; content: number | null },
): string[] {
  if (!ledger.members.has(claim.actor)) return ["refused unknown-member"];
  const broken = gateRules(ledger, claim.actor, claim.request_id, claim.content);
  if (broken.length > 0) return broken.map((reason) => `blocked ${reason}`);
  const asked = ledger.requests.get(claim.request_id);
  if (asked) asked.started = true;
  return ["claimed"];
}

function gateRules(ledger: Ledger, actor: string, request_id: string, content: number | null): string[] {
  const asked = ledger.requests.get(request_id);
  if (asked?.kind !== "plan") return ["plan-missing"];
  const isWithdrawn = asked.ending === "withdrawn";
  const broken: string[] = [];
  const isTheirs = asked.asker === actor && isCurrent(ledger, asked);
  if (!isTheirs || personOf(ledger, actor).state === "closed") broken.push("plan-not-yours");
  if (isWithdrawn) broken.push("plan-missing");
  if (!asked.ending) broken.push("plan-pending");
  if (asked.ending && !isWithdrawn && !asked.answer?.approve) broken.push("plan-rejected");
  if (asked.started) broken.push("plan-used");
  if (content === null || asked.covers !== content) broken.push("plan-changed");
  return broken;
}

/** The beginning of a turn: undefined when the member is now running, else why it is not. */
export function expectBegin(ledger: Ledger, name: string): Expected | undefined {
  const person = ledger.members.get(name);
  if (!person) return refused(["unknown-member"]);
  if (person.state === "closed") return [["unavailable"]];
  if (person.state === "running") return [["busy"]];
  person.turns += 1;
  const stopped = takeMail(ledger, name).stopped;
  person.state = stopped ? "idle" : "running";
  return stopped === undefined ? undefined : [[`stopped ${stopped}`]];
}

/** The rest of a turn: its calls, the mail that came meanwhile, and the member is idle again. */
export function expectEnd(ledger: Ledger, name: string, work: ConcreteWork | null): Expected {
  const calls = work ? expectCalls(ledger, name, work) : [];
  const stopped = work ? takeMail(ledger, name).stopped : undefined;
  personOf(ledger, name).state = "idle";
  return [...calls, [stopped === undefined ? "finished" : `stopped ${stopped}`]];
}

function expectCalls(ledger: Ledger, actor: string, work: ConcreteWork): Expected {
  const blockedNow = (): string[] =>
    gateRules(ledger, actor, work.request_id, ledger.content).map((reason) => `blocked ${reason}`);
  const isBothOpen = blockedNow().length === 0 && work.host === "allow";
  const expected: Expected = [];
  for (let call = 0; call < work.calls; call += 1) {
    const blocked = blockedNow();
    // Two calls at once both pass the gates; their claims decide.
    const isRace = work.atOnce && isBothOpen && call === 1;
    if (blocked.length > 0 && !isRace) {
      expected.push(blocked);
      continue;
    }
    if (work.editMeanwhile !== null) ledger.content = work.editMeanwhile;
    if (work.host !== "allow") {
      expected.push(["blocked permission-denied, host asked"]);
      continue;
    }
    const { request_id } = work;
    const claimed = expectClaim(ledger, { actor, request_id, content: ledger.content });
    expected.push(claimed.map((answer) => `${answer === "claimed" ? "ran" : answer}, host asked`));
  }
  return work.atOnce ? expected.sort((one, other) => (String(one) < String(other) ? -1 : 1)) : expected;
}

function refused(codes: readonly string[]): Expected {
  return [codes.map((code) => `refused ${code}`)];
}
