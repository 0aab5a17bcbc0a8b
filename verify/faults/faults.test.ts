import { rmSync } from "node:fs";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { filesIn, refusalOf, stateOf } from "../harness/sessions.ts";
import { mailFiles } from "../mailbox-files/folder-files.ts";
import {
  beforeSaving,
  failingOnce,
  operationsOf,
  saveWith,
  savings,
  shortWrites,
  unsavedRecords,
} from "./failing-operations.ts";
import { keptIn, killSave, layOutBefore, MAILBOX, twoAtATime, wholeSave } from "./killed-saves.ts";
import { findSession } from "./laid-out.ts";

const figures = { operations: 0, kills: 0, faults: 0, refused: 0 };

afterAll(() => {
  const { operations, kills, faults, refused } = figures;
  console.log(
    `file operations of a save: ${operations}; kills survived: ${kills}; faults injected: ${faults}, ${refused} refused, ${faults - refused} mended`,
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
    "rmSync",
  ];

  test.each([
    ["leaves the session as it was or as it is after the whole save, at every single file operation", OLD],
    ["leaves the same when it was the first letter, at every operation that changes a file", ""],
  ])(
    "%s",
    async (_, letters) => {
      const before = await layOutBefore(letters !== "");
      onTestFinished(() => rmSync(before, { recursive: true }));
      const old = letters === "" ? undefined : letters;
      const { operations, kept } = await wholeSave(before);
      const keptBefore = await keptIn(before);
      const saved = letters + letter(letters === "" ? 1 : 2, "reader", BODY);
      expect(JSON.stringify(kept.state)).toContain('"req-1"');
      const isChange = (name: string | undefined): boolean => name === undefined || changes.includes(name);
      const points = [...operations, undefined]
        .map((next, after) => ({ after, next, halfAWrite: false }))
        .filter(({ next }) => old !== undefined || isChange(next?.name));
      const writes = points.filter(({ next }) => next?.name === "writeSync");
      points.push(...writes.map((point) => ({ ...point, halfAWrite: true })));
      // session.json, the mailbox, the log.
      expect(writes).toHaveLength(3);

      const aftermaths = await twoAtATime(points.map((point) => () => killSave(before, point)));
      const rename = operations.findLastIndex(({ name }) => name === "renameSync");
      expect(operations[rename]).toMatchObject({ target: `${MAILBOX}.<number>` });
      for (const [index, aftermath] of aftermaths.entries()) {
        const { after, next } = points[index] ?? { after: -1 };
        expect(aftermath).toMatchObject({ signal: "SIGKILL", next });
        const isSaved = after > rename;
        expect(aftermath.mailbox).toBe(isSaved ? saved : old);
        const { state, events, names, joined } = aftermath;
        expect({ state, events }, `after ${after}`).toEqual(isSaved ? kept : keptBefore);
        const usual = [MAILBOX, ".lock", "session.json", "events.jsonl"];
        for (const name of names.filter((other) => !usual.includes(other)))
          expect(name).toMatch(/^(lead\.jsonl|session\.json)\.\d+$/);
        expect(joined.filter((name) => !usual.includes(name))).toEqual([]);
        expect(joined).not.toContain(".lock");
      }
      figures.kills += points.length;
      figures.operations = operations.length;
    },
    240_000,
  );
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
        const before = { state: stateOf(session), files: mailFiles(session) };
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
          expect({ state: stateOf(session), files: mailFiles(session) }, where).toEqual(before);
          expect((await findSession(session.directory)).state, where).toEqual(before.state);
          await saving.save(session);
          figures.refused += 1;
        }
        // A fault that was mended, and one that was refused and tried again, end like a save without any.
        expect(stateOf(session), where).toEqual(stateOf(whole));
        const [found, undisturbed] = [
          await findSession(session.directory),
          await findSession(whole.directory),
        ];
        expect(found.state, where).toEqual(undisturbed.state);
        expect(found.events, where).toEqual(undisturbed.events);
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
    const before = { state: stateOf(session), files: mailFiles(session) };
    const save = saveWith(
      saving,
      session,
      shortWrites((bytes) => Math.floor(bytes / 2), "ENOSPC"),
    );
    expect(await refusalOf(() => save)).toMatchObject({ code: "save-failed", fields: { cause: "ENOSPC" } });
    expect({ state: stateOf(session), files: mailFiles(session) }).toEqual(before);
    figures.faults += 1;
    figures.refused += 1;
  });
});
