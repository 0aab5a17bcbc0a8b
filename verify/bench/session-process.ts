import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { timed } from "./interleave.ts";
import { rawSave } from "./raw-save.ts";

/** Saves `letters` letters in a session of its own, or as raw bytes. Answers with the milliseconds of one. */
export type SessionOrder = { work: "letters" | "raw"; letters: number };

const [place = ""] = process.argv.slice(2);

process.on("message", async ({ work, letters }: SessionOrder) => {
  const folder = mkdtempSync(join(place, "two-gates-bench-"));
  const limits = { ...practiceLimits, mailboxMessages: letters };
  const session = await startSession(folder, scenarioTeam(), { program: "practice", limits });
  const save = (letter: number) =>
    work === "raw"
      ? rawSave(folder, "reader.jsonl", "A letter.\n".repeat(letter))
      : sendMessage(session, { sender: "lead", recipient: "reader", body: "A letter." });
  const ms = await timed(async () => {
    for (let letter = 1; letter <= letters; letter += 1) await save(letter);
  });
  rmSync(folder, { recursive: true });
  process.send?.(ms / letters);
});
process.send?.("ready");
