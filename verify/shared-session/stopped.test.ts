import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import type { FileOperation } from "../faults/file-operations.ts";
import { copySession, findSession, layOutSession } from "../faults/laid-out.ts";
import { stopsIn } from "../faults/schedules.ts";
import { type SteppedProcess, startSteppedProcess } from "../faults/stepped.ts";
import { stateOf } from "../harness/sessions.ts";

const hello = { sender: "lead", recipient: "reader", body: "hello" };
const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-stopped-"));
let before = "";
let stopped: SteppedProcess;

beforeAll(async () => {
  // Its last section has left an intent in the file, as sections with letters do.
  before = await layOutSession((session) => sendMessage(session, hello));
  copySession(before, folder);
  stopped = await startSteppedProcess();
  await stopped.ask({ order: "join", directory: folder });
  // The first lock of a process also looks how precise the times of the file system are.
  await send(-1);
});

afterAll(async () => {
  await stopped.kill();
  for (const path of [folder, before]) rmSync(path, { recursive: true, force: true });
});

function filesNow() {
  const text = (name: string): string => readFileSync(join(folder, name), { encoding: "utf8", flag: "a+" });
  return { session: text("session.json"), mailbox: text("reader.jsonl"), log: text("events.jsonl") };
}

const send = (allow: number) =>
  stopped.step({ order: "send", directory: folder, body: "late", allow, sync: false });

/** All that the process does in one section, loading what another has left included. */
async function operationsOf(): Promise<FileOperation[]> {
  copySession(before, folder);
  const done = await send(-1);
  if (!("ended" in done)) throw new Error("It has stopped.");
  return done.operations;
}

/** What others do meanwhile, from a letter in the same mailbox to more events than wait for a sync. */
async function overtake(letters: number): Promise<void> {
  rmSync(join(folder, ".lock"), { recursive: true, force: true });
  const session = await joinSession(folder, { program: "practice" });
  for (let letter = 1; letter <= letters; letter += 1)
    await sendMessage(session, { ...hello, body: `in time ${letter}` });
  for (let number = 1; number <= 70 && letters === 0; number += 1)
    await session.transact(({ tell }) =>
      tell({ event: "turn_failed", member: "reader", message: `${number}` }),
    );
}

test.each([
  ["by a letter in the same mailbox", 1],
  ["by many events", 0],
])(
  "a process that is stopped at any file operation of a section and overtaken %s changes nothing more, and says what is true",
  async (_, letters) => {
    const operations = await operationsOf();
    const acquired = operations.findIndex(({ name, target }) => name === "readdirSync" && target === ".");
    const stops = [...stopsIn(operations), operations.length - 1];
    const said = { lost: 0, saved: 0 };
    for (const stop of stops) {
      copySession(before, folder);
      const begun = await send(stop);
      // A section that follows a lost lock needs no look whether the session has changed: it is one step ahead.
      if (!("stopped" in begun)) continue;
      // Each of the many events is a durable file, so only the stops at the log are tried with them.
      if (letters === 0 && !begun.stopped.target.startsWith("events")) {
        await ending();
        continue;
      }
      const where = `stopped before ${JSON.stringify(begun.stopped)}`;
      const isSaved = filesNow().mailbox.includes('"late"');
      await overtake(letters);
      const overtaken = await findSession(folder);
      const files = filesNow();
      expect(files.mailbox.includes('"late"'), where).toBe(isSaved);

      const { ended } = await ending();
      if (stop < acquired && ended !== "lock-lost") {
        // It had not marked the lock yet: it goes on behind the others, or finds the lock taken.
        expect(ended, where).toMatch(/^(?:reader-[23]|lock-timeout)$/);
        continue;
      }
      expect(ended, where).toBe(isSaved ? "reader-2" : "lock-lost");
      said[isSaved ? "saved" : "lost"] += 1;
      expect(filesNow(), where).toEqual(files);
      expect(stateOf((await findSession(folder)).session), where).toEqual(overtaken.state);
    }
    expect(said.lost, JSON.stringify(said)).toBeGreaterThanOrEqual(letters > 0 ? 20 : 1);
    expect(said.saved, JSON.stringify(said)).toBeGreaterThanOrEqual(letters > 0 ? 4 : 1);
  },
  120_000,
);

async function ending() {
  const step = await stopped.step({ order: "allow", allow: -1 });
  if (!("ended" in step)) throw new Error("It has stopped again.");
  return step;
}

const isRename = ({ name, target }: FileOperation): boolean =>
  name === "renameSync" && target === "reader.jsonl.<number>";

test.each([
  ["before the rename of its letter", 0, "lock-lost", "reader-3"],
  ["behind the rename of its letter", 1, "reader-2", "reader-4"],
  ["at the writing of the log", 6, "reader-2", "reader-4"],
])("a process that was stopped %s goes on from what the others have left", async (_, behind, said, next) => {
  copySession(before, folder);
  let step = await send(0);
  while ("stopped" in step && !isRename(step.stopped))
    step = await stopped.step({ order: "allow", allow: 1 });
  for (let more = 0; more < behind; more += 1) await stopped.step({ order: "allow", allow: 1 });
  await overtake(1);
  expect(await ending()).toMatchObject({ ended: said });
  expect(await send(-1)).toMatchObject({ ended: next });
  const { events } = await findSession(folder);
  expect(events).toEqual(events.map((_, index) => `letter_sent reader-${index + 1}`));
});

test("a process that is stopped while it settles an intent tells nothing of it in the place of another's event", async () => {
  const killed = await startSteppedProcess();
  copySession(before, folder);
  let step = await killed.step({ order: "send", directory: folder, body: "late", allow: 0, sync: false });
  while ("stopped" in step && !isRename(step.stopped)) step = await killed.step({ order: "allow", allow: 1 });
  await killed.kill();
  rmSync(join(folder, ".lock"), { recursive: true });
  const withIntent = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-stopped-"));
  onTestFinished(() => rmSync(withIntent, { recursive: true }));
  copySession(folder, withIntent);

  let refused = 0;
  for (let stop = 0; stop < 45; stop += 1) {
    copySession(withIntent, folder);
    const begun = await send(stop);
    if (!("stopped" in begun)) break;
    const where = `stopped before ${JSON.stringify(begun.stopped)}`;
    // The intent is dropped, something else happens, and then the very same letter is sent.
    rmSync(join(folder, ".lock"), { recursive: true, force: true });
    const session = await joinSession(folder, { program: "practice" });
    await session.transact(({ tell }) =>
      tell({ event: "turn_failed", member: "reader", message: "another" }),
    );
    await sendMessage(session, { ...hello, body: "late" });
    const files = filesNow();
    const { ended } = await ending();
    if (ended === "lock-lost") {
      expect(filesNow(), where).toEqual(files);
      refused += 1;
    }
    const { events } = await findSession(folder);
    expect(events.slice(0, 3), where).toEqual([
      "letter_sent reader-1",
      "turn_failed",
      "letter_sent reader-2",
    ]);
  }
  expect(refused).toBeGreaterThan(15);
});
