import { writeSync } from "node:fs";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { claimPlan } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest, withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { type FolderSession, joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { randomNumbers } from "./random-choices.ts";

/** What a process was told of one operation: it says so at once, and what it said is held against the session. */
export type Told =
  | { did: "send"; id: string; body: string; recipient: string }
  | { did: "open"; id: string; payload: string }
  | { did: "reply"; id: string; approve: boolean }
  | { did: "claim"; id: string }
  | { did: "consume"; matched: [id: string, status: string][] }
  | { did: "withdraw"; id: string }
  | { did: "nothing"; code: string };

export const WORK = { sha256: "0".repeat(64), command: ["/bin/true"], folder: "/" } as const;

/**
 * A process that joins a session and does operations at random until it is killed, or has done so many:
 * `node <this program> <folder> <seed> <operations>`. A JSON line for each on stdout.
 */
async function main([directory = "", seed = "0", operations = "0"]: readonly string[]): Promise<void> {
  const random = randomNumbers(Number(seed));
  const session = await join(directory);
  const pick = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)];
  const look = <T>(find: (state: ProtocolState) => T[]): Promise<T | undefined> =>
    session.transact(find).then(pick);
  const anybody = (): Promise<string> => look(({ team }) => [...team.keys()]).then((name) => name ?? "lead");
  const requestOf = (fits: (record: { kind: string; status: string; reply: unknown }) => boolean) =>
    look(({ requests }) => [...requests].filter(([, record]) => fits(record)));

  const operation = async (number: number): Promise<Told> => {
    const words = `${seed} ${process.pid} ${number}`;
    const choice = random();
    if (choice < 0.3) {
      const [sender, recipient] = [await anybody(), await anybody()];
      const { id } = await sendMessage(session, { sender, recipient, body: words });
      return { did: "send", id, body: words, recipient };
    }
    if (choice < 0.45) {
      const sender = await anybody();
      const kind = sender === "lead" ? "shutdown" : "plan";
      const target = sender === "lead" ? `guest-${1 + Math.floor(random() * 8)}` : "lead";
      const work = kind === "plan" ? { work: WORK } : {};
      const { request_id: id } = await openRequest(session, {
        sender,
        target,
        kind,
        payload: words,
        ...work,
      });
      return { did: "open", id, payload: words };
    }
    if (choice < 0.65) {
      const [id, record] = (await requestOf(({ status }) => status === "pending")) ?? [];
      if (!id || !record) return { did: "nothing", code: "none" };
      const approve = random() < 0.7;
      await replyRequest(session, { request_id: id, actor: record.target, approve, feedback: "" });
      return { did: "reply", id, approve };
    }
    if (choice < 0.85) {
      const letters = await consumeResponses(session, await anybody());
      const matched = letters.flatMap((letter): [string, string][] =>
        letter.outcome === "matched" && letter.status !== "duplicate"
          ? [[letter.request_id, letter.status]]
          : [],
      );
      return { did: "consume", matched };
    }
    if (choice < 0.95) {
      const [id, record] =
        (await requestOf(({ kind, status }) => kind === "plan" && status === "approved")) ?? [];
      if (!id || !record) return { did: "nothing", code: "none" };
      const block = await claimPlan(session, { actor: record.sender, requestId: id, work: WORK });
      return block ? { did: "nothing", code: block.reason } : { did: "claim", id };
    }
    const [id, record] =
      (await requestOf(({ status, reply }) => status === "pending" && reply === null)) ?? [];
    if (!id || !record) return { did: "nothing", code: "none" };
    await withdrawRequest(session, { request_id: id, actor: record.sender });
    return { did: "withdraw", id };
  };

  for (let number = 1; number <= Number(operations); number += 1) {
    const told = await operation(number).catch((error: unknown): Told => {
      if (error instanceof ProtocolError) return { did: "nothing", code: error.code };
      throw error;
    });
    writeSync(1, `${JSON.stringify(told)}\n`);
  }
}

/** A joining that was overtaken has changed nothing, and is begun again. */
async function join(directory: string): Promise<FolderSession> {
  try {
    return await joinSession(directory, { program: "practice", staleMs: 2_000, waitMs: 20_000 });
  } catch (error) {
    if (error instanceof ProtocolError && error.code === "lock-lost") return join(directory);
    throw error;
  }
}

await main(process.argv.slice(2));
