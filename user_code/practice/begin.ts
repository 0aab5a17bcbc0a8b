import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { requireSameChoices } from "./choices.ts";
import { keepNotes, notesOf, type PracticeNotes } from "./notes.ts";
import { completeWorkspace, type PracticeSetup, readExpected } from "./setup.ts";

/**
 * Keeps what this process chose, when nobody has chosen it yet, and tells `session_started` once all is chosen. The
 * workspace is laid out before the reader's choice is kept, so a session that has it has a workspace.
 *
 * Throws `UsageError` for a choice that the session has otherwise, and what `completeWorkspace` throws.
 */
export async function begin({ session, directory, choices, modelName }: PracticeSetup): Promise<void> {
  const kept = await session.transact(notesOf);
  requireSameChoices(kept, choices);
  const opens = choices.plan !== undefined && kept.plan === null;
  const reader = kept.decision === null ? choices.reader : undefined;
  if (!opens && !reader) return;
  if (reader) completeWorkspace(directory, reader.expected);
  const read = readExpected(directory) ?? null;
  await session.transact((state) => {
    const wasWhole = isWhole(notesOf(state));
    keepNotes(state, {
      ...(opens && { plan: choices.plan }),
      ...(reader && { ...reader, read }),
    });
    if (!wasWhole) tellStarted(state, modelName);
  });
}

function isWhole(notes: PracticeNotes): boolean {
  return notes.plan !== null && notes.decision !== null;
}

function tellStarted(state: ProtocolState, model: PracticeSetup["modelName"]): void {
  const { plan, decision } = notesOf(state);
  if (plan === null || decision === null) return;
  state.tell({ event: "session_started", plan, decision, model, members: [...state.team.keys()] });
}
