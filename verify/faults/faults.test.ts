import { afterAll, describe, expect, test } from "vitest";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { filesIn, refusalOf, stateOf } from "../harness/sessions.ts";
import {
  beforeSaving,
  failingOnce,
  operationsOf,
  saveWith,
  savings,
  shortWrites,
  unsavedRecords,
} from "./failing-operations.ts";
import { type Aftermath, killSave, MAILBOX, twoAtATime, wholeSave } from "./killed-saves.ts";

const figures = { kills: 0, faults: 0, refused: 0 };

afterAll(() => {
  const { kills, faults, refused } = figures;
  console.log(
    `kills survived: ${kills}; faults injected: ${faults}, ${refused} refused, ${faults - refused} mended`,
  );
});

describe("a process that is killed in a save", () => {
  const letter = (id: number, sender: string, body: string): string =>
    `${JSON.stringify({ id: `lead-${id}`, sender, recipient: "lead", body })}\n`;
  const OLD = letter(1, "reviewer", "Hello.");
  const BODY = `[team-protocol] {"payload":"Run main.py once.","request_id":"req-1","type":"plan_request"}`;
  /** Only these change what a kill leaves behind. */
  const changes = [
    "mkdirSync",
    "utimesSync",
    "openSync",
    "writeSync",
    "renameSync",
    "unlinkSync",
    "rmdirSync",
  ];

  test.each([
    ["leaves the old letters or all of the new ones, at every single file operation", OLD],
    [
      "leaves no mailbox or a whole one when it was the first letter, at every operation that changes a file",
      "",
    ],
  ])(
    "%s",
    async (_, before) => {
      const old = before === "" ? undefined : before;
      const { operations, mailbox } = await wholeSave(old);
      const saved = before + letter(before === "" ? 1 : 2, "reader", BODY);
      expect(mailbox).toBe(saved);
      const isChange = (name: string | undefined): boolean => name === undefined || changes.includes(name);
      const points = [...operations, undefined]
        .map((next, after) => ({ after, next, halfAWrite: false }))
        .filter(({ next }) => old !== undefined || isChange(next?.name));
      const write = points.find(({ next }) => next?.name === "writeSync");
      if (write) points.push({ ...write, halfAWrite: true });

      const aftermaths = await twoAtATime(points.map((point) => () => killSave(old, point)));
      const rename = operations.findIndex(({ name }) => name === "renameSync");
      for (const [index, aftermath] of aftermaths.entries()) {
        const { after, next } = points[index] ?? { after: -1 };
        expect(aftermath).toMatchObject({ signal: "SIGKILL", next });
        expect(aftermath.mailbox).toBe(after > rename ? saved : old);
        const others = aftermath.names.filter((name) => name !== MAILBOX && name !== ".lock");
        for (const name of others) expect(name).toMatch(/^lead\.jsonl\.\d+$/);
        expectNextSessionToTell(aftermath, others);
      }
      const { length } = points;
      expect(length).toBeGreaterThanOrEqual(10);
      figures.kills += length;
    },
    120_000,
  );

  function expectNextSessionToTell(
    { mailbox, names, notices, opened }: Aftermath,
    temporary: string[],
  ): void {
    if (mailbox !== undefined) {
      expect(opened).toMatchObject({ code: "directory-not-empty", fields: { found: names } });
      for (const name of names) expect(opened).toMatchObject({ message: expect.stringContaining(name) });
      return;
    }
    expect(opened).toEqual([]);
    expect(notices).toEqual([
      ...(names.includes(".lock") ? [expect.stringMatching(/^Waiting for .*\.lock: another process/)] : []),
      ...temporary.map((name) => expect.stringContaining(name)),
    ]);
  }
});

describe.each(Object.entries(savings))("%s", (_, saving) => {
  test.each(["ENOSPC", "EIO", "EACCES", "EPERM"])(
    "is saved whole and registered, or neither, when any one of its file operations fails with %s",
    async (code) => {
      const operations = await operationsOf(saving);
      expect(operations.map(({ name }) => name)).toContain("renameSync");
      const whole = await beforeSaving(saving);
      await saving.save(whole);
      for (const { number, name, target } of operations) {
        const session = await beforeSaving(saving);
        const before = { state: stateOf(session), files: filesIn(session.directory) };
        const where = `${code} at operation ${number}, ${name} of ${target}`;
        const result: unknown = await saveWith(saving, session, failingOnce(number, code)).catch(
          (error) => error,
        );

        expect(unsavedRecords(session), where).toEqual([]);
        if (result instanceof Error) {
          expect(result, where).toBeInstanceOf(ProtocolError);
          expect(result, where).toMatchObject({
            code: expect.stringMatching(/^(save-failed|mailbox-unsafe)$/),
          });
          expect({ state: stateOf(session), files: filesIn(session.directory) }, where).toEqual(before);
          await saving.save(session);
          figures.refused += 1;
        }
        // A fault that was mended, and one that was refused and tried again, end like a save without any.
        expect(stateOf(session), where).toEqual(stateOf(whole));
        expect(filesIn(session.directory), where).toEqual(filesIn(whole.directory));
        figures.faults += 1;
      }
    },
  );

  test.each<[string, (bytes: number) => number]>([
    ["half of what is left", (bytes) => Math.floor(bytes / 2)],
    ["one byte", () => 1],
    ["all but one byte", (bytes) => bytes - 1],
  ])("is saved whole when each write takes only %s", async (_how, part) => {
    const [whole, pieces] = [await beforeSaving(saving), await beforeSaving(saving)];
    await saving.save(whole);
    await saveWith(saving, pieces, shortWrites(part));
    expect(filesIn(pieces.directory)).toEqual(filesIn(whole.directory));
    figures.faults += 1;
  });

  test("is refused and leaves the old letters when the disk is full in the middle of a write", async () => {
    const session = await beforeSaving(saving);
    const before = { state: stateOf(session), files: filesIn(session.directory) };
    const save = saveWith(
      saving,
      session,
      shortWrites((bytes) => Math.floor(bytes / 2), "ENOSPC"),
    );
    expect(await refusalOf(() => save)).toMatchObject({ code: "save-failed", fields: { cause: "ENOSPC" } });
    expect({ state: stateOf(session), files: filesIn(session.directory) }).toEqual(before);
    figures.faults += 1;
    figures.refused += 1;
  });
});
