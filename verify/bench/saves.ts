import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { openSessionFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { interleave, timed } from "./interleave.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import { rawSave } from "./raw-save.ts";

const ROUNDS = { warmUp: 40, measured: 400 };
const PLAN = "Read expected.txt, run main.py, compare. [sha256 0123456789abcdef]";

/** (a) openRequest with the file store and the lock, against the durable write of the same bytes. */
export async function measureOpenRequest(place: string): Promise<Ratio> {
  let saved = "";
  const times = await interleave(
    {
      ours: () =>
        inFreshFolder(place, async (folder) => {
          const session = await startSession(folder);
          // As in a turn, in which the member was occupied under the lock before it asks for anything.
          await session.lock.run(() => undefined);
          const ms = await timed(() =>
            openRequest(session, { sender: "reader", target: "lead", kind: "plan", payload: PLAN }),
          );
          saved = readFileSync(join(folder, "lead.jsonl"), "utf8");
          return ms;
        }),
      floor: () => inFreshFolder(place, (folder) => timed(() => rawSave(folder, "lead.jsonl", saved))),
    },
    ROUNDS,
  );
  const what = "openRequest, file store and lock";
  return ratioOf({ id: "a", what, ms: times.ours, floor: "write, sync, rename", floorMs: times.floor }, 2);
}

/** (c) One more letter in a mailbox with seven, against one more in a mailbox with one. */
export async function measureMailboxLength(place: string): Promise<Ratio> {
  const body = "A letter of ordinary length. ".repeat(7);
  const letterTime = (before: number) => () =>
    inFreshFolder(place, async (folder) => {
      const session = await startSession(folder);
      await session.lock.run(() => undefined);
      const records = Array.from({ length: before }, (_, index) =>
        JSON.stringify({ id: `reader-${index + 1}`, sender: "lead", recipient: "reader", body: body.trim() }),
      );
      writeFileSync(join(folder, "reader.jsonl"), records.map((line) => `${line}\n`).join(""));
      return timed(() => sendMessage(session, { sender: "lead", recipient: "reader", body }));
    });
  const times = await interleave({ second: letterTime(1), eighth: letterTime(7) }, ROUNDS);
  const line = { id: "c", what: "the eighth letter of a mailbox", ms: times.eighth } as const;
  return ratioOf({ ...line, floor: "the second letter", floorMs: times.second }, 1.2);
}

async function startSession(folder: string): Promise<ProtocolSession> {
  return { ...(await openSessionFolder(folder, scenarioTeam())), requests: new Map() };
}

async function inFreshFolder<T>(place: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(place, "two-gates-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
