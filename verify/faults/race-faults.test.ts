import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { fileSession, filesIn, lettersOf } from "../harness/sessions.ts";
import type { FileOperation } from "./file-operations.ts";
import {
  BODIES,
  type Duel,
  leaveStaleLock,
  letLockGoStale,
  OLD_LETTER,
  type Outcome,
  startDuel,
  stopsIn,
} from "./schedules.ts";
import { type SteppedProcess, startSteppedProcess } from "./stepped.ts";
import { takeOverFromBlocked, takeOverFromKilled } from "./takeovers.ts";

const SESSION_FILES = ["events.jsonl", "reader.jsonl", "session.json"];

const figures = { schedules: 0, refused: 0, sends: 0, decisions: 0 };
let killed: ReturnType<typeof takeOverFromKilled>;
let blocked: ReturnType<typeof takeOverFromBlocked>;

beforeAll(() => {
  // Both wait through a whole stale time. The other tests run meanwhile; the last two look at what came of it.
  killed = takeOverFromKilled();
  blocked = takeOverFromBlocked();
  for (const takeover of [killed, blocked]) takeover.catch(() => undefined);
});

afterAll(() => {
  console.log(
    `schedules of two processes: ${figures.schedules}, ${figures.refused} of their sends refused, no letter lost; ` +
      `sends of processes at a barrier: ${figures.sends}; rounds of yes against no: ${figures.decisions}`,
  );
});

const isRename = ({ name, target }: FileOperation): boolean =>
  name === "renameSync" && target === "reader.jsonl.<number>";

describe("two processes whose file operations fall between each other's", () => {
  const playAll = async (
    play: (duel: Duel) => AsyncGenerator<[string, Outcome]>,
    identity: { pid?: number } = {},
  ): Promise<void> => {
    const duel = await startDuel(identity);
    try {
      for await (const [schedule, outcome] of play(duel)) {
        expectNoLostUpdate(schedule, outcome);
        figures.schedules += 1;
        figures.refused += outcome.told.filter((told) => !told.startsWith("reader-")).length;
      }
    } finally {
      duel.end();
    }
  };

  function expectNoLostUpdate(schedule: string, { told, ids, bodies, logged, names }: Outcome): void {
    const accepted = BODIES.filter((_, process) => told[process]?.startsWith("reader-"));
    const inOrder = bodies.indexOf(BODIES[1]) < bodies.indexOf(BODIES[0]) ? accepted.toReversed() : accepted;
    expect(bodies, schedule).toEqual([OLD_LETTER.body, ...inOrder]);
    expect(ids, schedule).toEqual(bodies.map((_, index) => `reader-${index + 1}`));
    expect(told.join(), schedule).toMatch(
      /^(reader-[23]|lock-lost|lock-timeout),(reader-[23]|lock-lost|lock-timeout)$/,
    );
    expect(logged, schedule).toEqual(ids.map((id) => `letter_sent ${id}`));
    expect(names, schedule).toEqual(SESSION_FILES);
  }

  test("lose no letter when both have judged the same lock stale, as proper-lockfile alone would", async () => {
    await playAll(async function* (duel) {
      const start = (): void => leaveStaleLock(duel.folder);
      const operations = await duel.operations(start);
      const { acquiring, finishing } = phasesOf(operations);
      const stops = [...acquiring, ...finishing];
      for (const one of stops)
        for (const two of stops) yield [`${one}, ${two}`, await duel.play(start, [one, two])];
      const rename = operations.findIndex(isRename);
      for (const one of acquiring)
        for (const two of acquiring)
          yield [`${one}, ${two}, ${rename}`, await duel.play(start, [one, two, rename])];
    });
  }, 120_000);

  test("lose no letter when one is stopped for longer than the stale time, anywhere in its save", async () => {
    await playAll(async function* (duel) {
      const operations = await duel.operations(untouched);
      for (const one of stopsIn(operations))
        for (const two of phasesOf(operations).finishing)
          yield [`${one}, stale, ${two}`, await stoppedTooLong(duel, one, two)];
    });
  }, 120_000);

  test("lose no letter then either when both have the same process id, as in two containers", async () => {
    let [rename, stops]: [number, number[]] = [0, []];
    await playAll(async function* (duel) {
      const operations = await duel.operations(untouched);
      rename = operations.findIndex(isRename);
      stops = phasesOf(operations).finishing;
      yield* [];
    });
    // Each pair is a fresh one, so that its processes have also done equally much before.
    for (const two of stops) {
      await playAll(
        async function* (duel) {
          yield [`${rename}, stale, ${two}`, await stoppedTooLong(duel, rename, two)];
        },
        { pid: 4242 },
      );
    }
  }, 120_000);

  const untouched = (): void => undefined;

  function stoppedTooLong(duel: Duel, one: number, two: number): Promise<Outcome> {
    let turns = 0;
    return duel.play(untouched, [one, two], () => {
      turns += 1;
      if (turns === 1) letLockGoStale(duel.folder);
    });
  }

  test("lose no letter when the lock folder is removed by hand, and go on after it", async () => {
    await playAll(async function* (duel) {
      const start = (): void => undefined;
      const remove = (): void => rmSync(join(duel.folder, ".lock"), { recursive: true, force: true });
      for (const one of stopsIn(await duel.operations(start)))
        yield [`${one}, removed`, await duel.play(start, [one], remove)];
    });
  });

  /** Where a stop matters most: while the lock is taken, and from the last checks to the release. */
  function phasesOf(operations: Parameters<typeof stopsIn>[0]): { acquiring: number[]; finishing: number[] } {
    const firstRead = operations.findIndex(({ name, target }) => name === "readdirSync" && target === ".");
    const written = operations.findIndex(({ name }) => name === "fsyncSync");
    const stops = stopsIn(operations);
    return {
      acquiring: stops.filter((stop) => stop < firstRead),
      finishing: stops.filter((stop) => stop > written),
    };
  }
});

describe("a lock whose owner is gone", () => {
  test("is waited for by the next session, which says so and takes over within the stale time", async () => {
    const { folder, left, notices, sent, names } = await killed;
    expect(left).toEqual([".lock", expect.stringMatching(/^reader\.jsonl\.\d+$/), "session.json"]);
    expect(notices).toEqual([
      `Waiting for ${join(folder, ".lock")}: another process holds this lock, or was killed while it did.`,
    ]);
    expect(sent).toEqual({ id: "reader-1", status: "queued" });
    expect(names.sort()).toEqual(SESSION_FILES);
  });

  test("is lost to a process whose event loop stood still past the stale time: no write, no crash", async () => {
    const { folder, waits, sent, late, alive, mailbox, events, names } = await blocked;
    expect(waits).toEqual([join(folder, ".lock")]);
    expect(sent).toEqual({ id: "reader-1", status: "queued" });
    expect(late).toMatchObject({ ended: "lock-lost" });
    expect(alive).toBe(true);
    expect(mailbox).toBe(`${JSON.stringify({ ...OLD_LETTER, body: "in time" })}\n`);
    expect(events).toEqual(["letter_sent reader-1"]);
    expect(names.sort()).toEqual(SESSION_FILES);
  });
});

describe("processes that start at the same moment", () => {
  let processes: SteppedProcess[] = [];
  beforeAll(async () => {
    processes = await Promise.all([1, 2, 3, 4].map(() => startSteppedProcess()));
  });
  afterAll(() => {
    for (const { child } of processes) child.kill("SIGKILL");
  });

  test.each([
    { senders: 2, letters: 8 },
    { senders: 4, letters: 4 },
    { senders: 4, letters: 8 },
  ])(
    "$senders with $letters letters each fill a mailbox of eight without a gap",
    async ({ senders, letters }) => {
      const session = await fileSession();
      const { directory } = session;
      const told = await Promise.all(
        processes.slice(0, senders).map(({ ask }) => ask({ order: "race", directory, letters })),
      );
      const outcomes = told.flat();
      const ids = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `reader-${number}`);
      expect(outcomes.filter((outcome) => outcome !== "mailbox-full").sort()).toEqual(ids);
      expect(outcomes).toHaveLength(senders * letters);
      const saved = lettersOf(session, "reader");
      expect(saved.map(({ id }) => id)).toEqual(ids);
      expect(new Set(saved.map(({ body }) => body)).size).toBe(8);
      expect(Object.keys(filesIn(directory)).sort()).toEqual(SESSION_FILES);
      figures.sends += outcomes.length;
    },
  );

  test("with a yes and a no for one request have one winner and one decision-conflict, fifty times", async () => {
    const limits = { bodyCharacters: 600, mailboxMessages: 50, mailboxBytes: 32_000, sessionRequests: 50 };
    const session = await fileSession({ limits });
    const plan = { sender: "reader", target: "lead", kind: "plan", payload: "Run main.py once." } as const;
    for (let round = 1; round <= 50; round += 1) {
      const { request_id } = await openRequest(session, plan);
      const replies = await Promise.allSettled(
        [true, false].map(async (yes, process) => {
          const approve = (await processes[process]?.ask({ order: "decide", approve: yes })) === true;
          return replyRequest(session, { request_id, actor: "lead", approve, feedback: "" });
        }),
      );
      const winner = replies.findIndex(({ status }) => status === "fulfilled");
      expect(replies[winner]).toMatchObject({ value: { status: "queued", receipt: `reader-${round}` } });
      expect(replies[1 - winner]).toMatchObject({ reason: { code: "decision-conflict" } });
      await consumeResponses(session, "reader");
      expect(session.requests.get(request_id)).toMatchObject({
        status: winner === 0 ? "approved" : "rejected",
        reply: { approve: winner === 0 },
      });
      expect(lettersOf(session, "reader")).toHaveLength(round);
      figures.decisions += 1;
    }
  });
});
