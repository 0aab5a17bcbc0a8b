import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolState, RequestRecord } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { joinSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { eventsIn } from "../faults/laid-out.ts";
import { letLockGoStale } from "../faults/schedules.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { randomNumbers } from "./random-choices.ts";
import type { Told } from "./random-member.ts";

const LIMITS = {
  bodyCharacters: 600,
  mailboxMessages: 5_000,
  mailboxBytes: 10_000_000,
  sessionRequests: 5_000,
};
const MEMBERS = [
  "lead",
  "reader",
  "reviewer",
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `guest-${number}`),
];

/** What was told in one session, and how often a process was killed in it. */
export type Played = { operations: number; kills: number; lost: number };

/**
 * Lets processes do `operations` operations each on one session, at random, and kills them at random: each is started
 * again until it is through. Then holds all that they were told against what is there.
 */
export async function playAtRandom(plan: {
  seed: number;
  processes: number;
  operations: number;
  kills: number;
}): Promise<Played> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-random-"));
  try {
    const team = createTeam(MEMBERS.map((name) => [name, "any"] as const));
    await startSession(folder, team, { program: "practice", limits: LIMITS });
    const all = Array.from({ length: plan.processes }, (_, index) => playMember(folder, plan, index));
    // All have ended before the folder goes, so that a fault of one is what is told.
    await Promise.allSettled(all);
    const told = (await Promise.all(all)).flat();
    await expectKept(folder, told, `seed ${plan.seed}`);
    const lost = told.filter((one) => one.did === "nothing" && one.code === "lock-lost").length;
    return { operations: told.length, kills: plan.kills * plan.processes, lost };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playMember(
  folder: string,
  { seed, operations, kills }: { seed: number; operations: number; kills: number },
  index: number,
): Promise<Told[]> {
  const random = randomNumbers(seed * 31 + index);
  const told: Told[] = [];
  for (let life = 0; told.length < operations; life += 1) {
    const left = operations - told.length;
    const lives = Math.max(1, kills - life);
    const end =
      life < kills ? Math.max(1, Math.floor((random() * 2 * left) / (lives + 1))) : Number.POSITIVE_INFINITY;
    told.push(
      ...(await live(folder, { seed: seed * 1_000 + index * 100 + life, operations: left, end, random })),
    );
  }
  return told;
}

/** One life of a process: it ends by itself, or is killed a moment after it has told so many operations. */
async function live(
  folder: string,
  { seed, operations, end, random }: { seed: number; operations: number; end: number; random: () => number },
): Promise<Told[]> {
  const program = [bundle("randomMember"), folder, `${seed}`, `${operations}`];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const told: Told[] = [];
  let isKilled = false;
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(JSON.parse(line));
    if (told.length < end || isKilled) continue;
    isKilled = true;
    // Anywhere in what it does next.
    for (let turns = Math.floor(random() * 40); turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve));
    child.kill("SIGKILL");
  }
  const [code, signal] = await exit;
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`A process of seed ${seed} ended with ${code}.`);
  // Whoever holds the lock by now is overtaken like a process that has given no sign of life: that must do no harm.
  if (signal === "SIGKILL") letLockGoStale(folder);
  return told;
}

async function expectKept(folder: string, told: readonly Told[], where: string): Promise<void> {
  letLockGoStale(folder);
  const session = await joinSession(folder, { program: "practice", staleMs: 2_000 });
  const { current } = session;
  const events = eventsIn(folder);
  const letters = new Map(MEMBERS.map((name) => [name, readMailbox(current, name)]));
  const bodies = [...letters.values()].flat();

  // Letters: each that was told is there, once; the mailboxes have no gaps (readMailbox holds them to that).
  for (const one of told) {
    if (one.did !== "send") continue;
    const found = bodies.filter(({ body }) => body === one.body);
    expect(found, where).toMatchObject([{ id: one.id, recipient: one.recipient }]);
  }
  const ordinary = bodies.filter(({ body }) => !body.startsWith("[team-protocol]"));
  expect(new Set(ordinary.map(({ body }) => body)).size, where).toBe(ordinary.length);

  // Requests: ids without gaps, each with its letter and no letter without one.
  const ids = [...current.requests.keys()];
  expect(ids, where).toEqual(ids.map((_, index) => `req-${index + 1}`));
  expectLetters(
    current,
    bodies.map(({ body }) => body),
    where,
  );
  expectDecisions(current, told, where);

  for (const record of current.requests.values()) {
    const isOwedNothing = current.team.get(record.sender)?.status !== "closed" || record.reply !== null;
    if (!isOwedNothing) expect(record.status, where).not.toBe("pending");
  }
  expectTakenInOnce(current, letters, where);
  const sent = events.filter((event) => /^(?:letter_sent|request_opened|reply_saved) /.test(event));
  expect(sent.map((event) => event.split(" ")[1]).sort(), where).toEqual(bodies.map(({ id }) => id).sort());
  await session.close();
}

function expectLetters({ requests }: ProtocolState, bodies: readonly string[], where: string): void {
  const owed = (type: string, id: string): number =>
    bodies.filter((body) => body.includes(`"request_id":"${id}"`) && body.includes(`"type":"${type}"`))
      .length;
  for (const [id, { kind, reply }] of requests) {
    expect([id, owed(`${kind}_request`, id)], where).toEqual([id, 1]);
    expect([id, owed(`${kind}_response`, id)], where).toEqual([id, reply === null ? 0 : 1]);
  }
  const all = bodies.filter((body) => body.startsWith("[team-protocol]")).length;
  const replied = [...requests.values()].filter(({ reply }) => reply !== null).length;
  expect(all, where).toBe(requests.size + replied);
}

function expectDecisions({ requests, runs }: ProtocolState, told: readonly Told[], where: string): void {
  const claims = new Map<string, number>();
  const recordOf = (id: string): RequestRecord | undefined => requests.get(id);
  for (const one of told) {
    if (one.did === "open") expect(recordOf(one.id)?.payload, where).toBe(one.payload);
    if (one.did === "reply") {
      const record = recordOf(one.id);
      // A member in no turn defers nothing, so what was told was saved.
      expect(record?.reply?.approve, `${where}, ${one.id}`).toBe(one.approve);
    }
    if (one.did === "withdraw")
      expect(recordOf(one.id), where).toMatchObject({ status: "withdrawn", reply: null });
    if (one.did === "consume")
      for (const [id, status] of one.matched) expect(recordOf(id)?.status, `${where}, ${id}`).toBe(status);
    if (one.did === "claim") claims.set(one.id, (claims.get(one.id) ?? 0) + 1);
  }
  for (const [id, times] of claims) {
    expect([id, times], where).toEqual([id, 1]);
    expect([recordOf(id)?.used, runs.get(id)?.status], where).toEqual([true, "started"]);
  }
  for (const [id, record] of requests) {
    expect([id, record.used], where).toEqual([id, runs.has(id)]);
    if (record.used) expect(record, where).toMatchObject({ status: "approved", reply: { approve: true } });
  }
}

/** Each letter up to the cursor has entered the history once, in order, unless it was ignored. */
function expectTakenInOnce(
  { team }: ProtocolState,
  letters: ReadonlyMap<string, readonly { id: string }[]>,
  where: string,
): void {
  for (const [name, { history, cursor }] of team) {
    const taken = history.flatMap(({ content }) =>
      content.flatMap((block) => {
        const id = block.type === "text" ? /^\[mail\] \{"id":"([^"]+)"/.exec(block.text)?.[1] : undefined;
        return id === undefined ? [] : [id];
      }),
    );
    const read = (letters.get(name) ?? []).slice(0, cursor).map(({ id }) => id);
    expect(
      read.filter((id) => taken.includes(id)),
      `${where}, ${name}`,
    ).toEqual(taken);
  }
}
