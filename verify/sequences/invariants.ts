import { isDeepStrictEqual } from "node:util";
import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import type { ApprovedWork, RequestRecord } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { brokenRules, ofTheSession, type Seen } from "../../lessons/x2-break-it/rules.ts";
import { type Asked, type Ledger, textOf } from "./ledger.ts";
import { inBytes, type Snapshot, type World, workAt } from "./world.ts";

/** Answers that say: nothing happened. */
const NO_CHANGE =
  /^(refused|ignored|blocked|busy|unavailable|taken|deferred|already_sent|duplicate|rejoined)/;

/** What holds after every command, whatever the ledger says. Returns what does not hold. */
export function brokenInvariants(
  world: World,
  before: Snapshot,
  after: Snapshot,
  step: { outcome: readonly string[]; isForeign: boolean; damaged: ReadonlySet<string> },
): string[] {
  const broken: string[] = [];
  const must = (holds: boolean, sentence: string): void => {
    if (!holds) broken.push(sentence);
  };

  const isRefused = step.outcome.every((part) => NO_CHANGE.test(part)) && !step.isForeign;
  must(!isRefused || isDeepStrictEqual(before, after), "a refused operation changes nothing");
  must(!after.locked && after.strays.length === 0, `no lock and no file is left behind (${after.strays})`);

  const started = world.starts.map((start) => start.request_id);
  must(new Set(started).size === started.length, "an approval is good for at most one run");
  must(
    world.starts.every(({ status, hostSaid }) => status === "approved" && hostSaid === "allow"),
    "a run implies that both gates were open",
  );
  const kept = {
    by: step.isForeign ? null : "somebody",
    isRefused,
    touched: step.damaged,
    isReadable: () => true,
  };
  for (const { sentence } of brokenRules(seenIn(world, before), seenIn(world, after), kept, ofTheSession))
    must(false, sentence);
  for (const [id, record] of Object.entries(after.requests)) {
    for (const fault of requestFaults(id, record, before.requests[id], after, step.damaged))
      must(false, fault);
  }
  const used = Object.entries(after.requests).filter(([, record]) => record.used);
  must(
    isDeepStrictEqual(used.map(([id]) => id).sort(), Object.keys(after.runs).sort()),
    "each approval that is used up has its run, and no other has one",
  );
  must(
    used.every(([id, { sender, work }]) => isDeepStrictEqual(after.runs[id], startedRun(sender, work))),
    "a run is kept with whose it is and the work that was approved",
  );
  for (const fault of closedFaults(before, after, step)) must(false, fault);
  for (const fault of quotaFaults(world.session.limits, after, step.damaged)) must(false, fault);
  return broken;
}

function startedRun(member: string, work: ApprovedWork | null): unknown {
  return { member, work, status: "started", outcome: null };
}

function requestFaults(
  id: string,
  record: RequestRecord,
  earlier: RequestRecord | undefined,
  after: Snapshot,
  damaged: ReadonlySet<string>,
): string[] {
  const faults: string[] = [];
  const teammate = after.members[record.kind === "plan" ? record.sender : record.target];
  const isCurrent = teammate?.incarnation === record.incarnation;
  if (isCurrent && !damaged.has(record.target)) {
    const letter = lettersIn(after, record.target).find(({ id }) => id === record.receipt);
    const isThere = letter?.sender === record.sender && letter.body.includes(`"request_id":"${id}"`);
    if (!isThere) faults.push(`${id} is in the table, so its letter is saved`);
  }
  const isDecided = record.status === "approved" || record.status === "rejected";
  if (record.used && record.status !== "approved") faults.push(`${id} is used only when it is approved`);
  if (!earlier) {
    if (isDecided || record.used) faults.push(`${id} begins undecided`);
    return faults;
  }
  if (earlier.used && !record.used) faults.push(`${id} stays used`);
  if (!isDeepStrictEqual(earlier.work, record.work)) faults.push(`the work of ${id} stays`);
  return faults;
}

function closedFaults(
  before: Snapshot,
  after: Snapshot,
  { isForeign, damaged }: { isForeign: boolean; damaged: ReadonlySet<string> },
): string[] {
  const faults: string[] = [];
  for (const [name, earlier] of Object.entries(before.members)) {
    const now = after.members[name];
    const isStillClosed = earlier.status === "closed" && now?.incarnation === earlier.incarnation;
    if (!isStillClosed) continue;
    if (now?.turns !== earlier.turns) faults.push(`${name} is closed and takes no turn`);
    if (isForeign) continue;
    if (before.mailboxes[name] !== after.mailboxes[name]) faults.push(`${name} is closed and gets no letter`);
    for (const other of Object.keys(before.members)) {
      if (damaged.has(other)) continue;
      const sent = (snapshot: Snapshot): number =>
        lettersIn(snapshot, other).filter(({ sender }) => sender === name).length;
      if (sent(after) > sent(before)) faults.push(`${name} is closed and sends no letter`);
    }
  }
  return faults;
}

function quotaFaults(limits: Limits, after: Snapshot, damaged: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  for (const { payload, reply } of Object.values(after.requests)) {
    if ([...payload].length > 180 || payload === "") faults.push("the payload's limits hold");
    if (reply && [...reply.feedback].length > 120) faults.push("the feedback's limit holds");
  }
  for (const name of Object.keys(after.members)) {
    if (damaged.has(name)) continue;
    const letters = lettersIn(after, name);
    if (letters.length > limits.mailboxMessages) faults.push("the message quota holds");
    if ((after.mailboxes[name] ?? "").length > limits.mailboxBytes) faults.push("the byte quota holds");
    for (const [index, letter] of letters.entries()) {
      const length = [...letter.body.trim()].length;
      if (length < 1 || length > limits.bodyCharacters) faults.push("the body's limits hold");
      if (letter.id !== `${name}-${index + 1}`) faults.push("ids count from 1 without gaps");
    }
  }
  return faults;
}

/** A snapshot as the rules see it that the search holds its steps against. */
function seenIn({ session: { limits } }: World, { members, requests, runs, mailboxes }: Snapshot): Seen {
  return {
    team: new Map(Object.entries(members)),
    requests: new Map(Object.entries(requests)),
    runs: new Map(Object.entries(runs)),
    limits,
    mailbox: (name) => Buffer.from(mailboxes[name] ?? "", "latin1").toString(),
  };
}

function lettersIn(snapshot: Snapshot, name: string): { id: string; sender: string; body: string }[] {
  const text = Buffer.from(snapshot.mailboxes[name] ?? "", "latin1").toString();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The session as the ledger says that it should be, in words that can be compared. */
export function ledgerView({ members, mailboxes, requests, content }: Ledger): unknown {
  return {
    content,
    members: [...members].map(([name, { state, bearer, turns, read, heard }]) => ({
      name,
      state,
      bearer,
      turns,
      read,
      heard,
    })),
    mailboxes: [...mailboxes].map(([name, box]) => [name, box.damage?.raw ?? inBytes(textOf(name, box))]),
    requests: [...requests].map(([id, asked]) => ({
      id,
      kind: asked.kind,
      sender: asked.asker,
      target: asked.answerer,
      payload: asked.payload,
      status: statusOf(asked),
      reply: asked.answer && { type: `${asked.kind}_response`, request_id: id, ...asked.answer },
      receipt: asked.receipt,
      work: asked.kind === "plan" && asked.covers !== null ? workAt(asked.covers) : null,
      used: asked.started,
      incarnation: asked.bearer,
    })),
  };
}

function statusOf({ ending, answer }: Asked): RequestRecord["status"] {
  if (ending === null) return "pending";
  if (ending === "withdrawn") return "withdrawn";
  return answer?.approve ? "approved" : "rejected";
}

/** The session as it is, in the same words. */
export function sessionView({ members, mailboxes, requests, content }: Snapshot): unknown {
  return {
    content,
    members: Object.entries(members).map(([name, member]) => ({
      name,
      state: member.status,
      bearer: member.incarnation,
      turns: member.turns,
      read: member.cursor,
      heard: heardBy(member),
    })),
    mailboxes: Object.entries(mailboxes),
    requests: Object.entries(requests).map(([id, record]) => ({ id, ...record })),
  };
}

/** The ids of the letters that stand in a member's history, in order. */
function heardBy({ history }: Snapshot["members"][string]): string[] {
  const texts = history.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "text" ? [block.text] : [])),
  );
  return texts.filter((text) => text.startsWith("[mail] ")).map((text) => JSON.parse(text.slice(7)).id);
}
