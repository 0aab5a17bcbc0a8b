import type { FunctionName, Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { View } from "../view.ts";

/** What a step has done and what comes next, in words: read aloud, and shown above the code. */
export function sentenceOf(shown: View, area: FunctionName, strings: Strings): string {
  const next = shown.line === null ? endOf(shown, strings) : noteOf(shown.statement, strings.lines[area]);
  return [...changesOf(shown, strings.sentences), next].filter((part) => part !== "").join(" ");
}

export function placeOf({ line, step, steps }: View, { sentences }: Strings): string {
  const values = { step: step + 1, steps };
  return line === null ? fill(sentences.event, values) : fill(sentences.step, { ...values, line });
}

/** The note for a statement: the first whose fragment is in it. Fragments are text and not line numbers. */
export function noteOf(statement: string, notes: readonly (readonly string[])[]): string {
  const [, note = ""] = notes.find(([fragment = ""]) => statement.includes(fragment)) ?? [];
  return note;
}

function changesOf(shown: View, sentences: Strings["sentences"]): string[] {
  if (shown.step === 0) return [];
  const said: string[] = [];
  for (const { member, lines } of shown.mailboxes) {
    if (lines.some(({ isNew }) => isNew)) said.push(fill(sentences.letter_saved, { member }));
  }
  for (const { id, record, change, replyChanged, statusChanged } of shown.requests) {
    const { status } = record;
    if (change === "new") said.push(fill(sentences.registered, { id, status }));
    else if (statusChanged) said.push(fill(sentences.status_changed, { id, status }));
    else if (replyChanged) said.push(fill(sentences.reply_saved, { id, status }));
  }
  for (const { name, status, changed } of shown.members) {
    if (changed) said.push(fill(sentences.member_changed, { member: name, status }));
  }
  if (shown.lockChanged) said.push(sectionOf(shown, sentences));
  return said;
}

function sectionOf({ lockHeld, result }: View, sentences: Strings["sentences"]): string {
  if (lockHeld) return sentences.section_begins;
  return result && "error" in result ? sentences.draft_dropped : sentences.draft_kept;
}

/** What the last step says: never only that the function is over, but what it came to. */
function endOf({ result, card }: View, { sentences, card: { no_status } }: Strings): string {
  if (!result) return "";
  if ("error" in result) return fill(sentences.refused, { code: result.error.code });
  if ("reason" in result) {
    const status = card.row?.record.status ?? no_status;
    return fill(sentences.ignored, { reason: result.reason, status });
  }
  const returned: Record<string, string> = sentences.returned;
  return fill(returned[result.status] ?? "", { id: result.request_id, receipt: result.receipt ?? "" });
}
