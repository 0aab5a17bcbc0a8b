import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { type FolderSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { OPERATIONS } from "./durable-writes.ts";
import { interleave, timed } from "./interleave.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import { rawSave } from "./raw-save.ts";

const ROUNDS = { warmUp: 40, measured: 400 };

/** (a) openRequest in a session folder, against as many durable writes of the same bytes. */
export function measureOpenRequest(place: string): Promise<Ratio> {
  return measureOperation(place, { id: "a", what: "openRequest", operation: "open", most: 2 });
}

/** (f) The whole life of a request: opened, answered, matched. */
export function measureLife(place: string): Promise<Ratio> {
  return measureOperation(place, { id: "f", what: "open, reply, match", operation: "life", most: 1.6 });
}

async function measureOperation(
  place: string,
  measured: { id: Ratio["id"]; what: string; operation: keyof typeof OPERATIONS; most: number },
): Promise<Ratio> {
  const { durableFiles, work } = OPERATIONS[measured.operation];
  const saved = new Map<string, string>();
  const times = await interleave(
    {
      ours: () =>
        inFreshFolder(place, async (folder) => {
          const session = await start(folder);
          const ms = await timed(() => work(session));
          for (const name of durableFiles) saved.set(name, readFileSync(join(folder, name), "utf8"));
          return ms;
        }),
      floor: () =>
        inFreshFolder(place, (folder) =>
          timed(() => {
            for (const name of durableFiles) rawSave(folder, name, saved.get(name) ?? "");
          }),
        ),
    },
    ROUNDS,
  );
  const { id, what, most } = measured;
  const floor = `${durableFiles.length} durable writes`;
  return ratioOf({ id, what, ms: times.ours, floor, floorMs: times.floor }, most);
}

/** (c) One more letter in a mailbox with seven, against one more in a mailbox with one. */
export async function measureMailboxLength(place: string): Promise<Ratio> {
  const body = "A letter of ordinary length. ".repeat(7);
  const letterTime = (before: number) => () =>
    inFreshFolder(place, async (folder) => {
      const session = await start(folder);
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

function start(folder: string): Promise<FolderSession> {
  return startSession(folder, scenarioTeam(), { program: "practice" });
}

async function inFreshFolder<T>(place: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(place, "two-gates-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
