import type { Lesson, ShownGuard, Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { View } from "../view.ts";
import { codeNameOf } from "./shown-run.ts";
import type { SteppedStops, Stop } from "./stops.ts";
import type { RecordingState } from "./use-recording.ts";

type Told = {
  stops: SteppedStops;
  /** Undefined before the call. */
  stop: Stop | undefined;
  shown: View;
  made: RecordingState;
  lesson: Lesson;
  out: readonly string[];
};

/** What a step has done and what comes next, in words: read aloud, and shown above the code. */
export function sentenceOf({ stops, stop, shown, made, lesson, out }: Told): string {
  const { strings } = lesson;
  const name = codeNameOf(stops.call.function);
  if (made.state === "failed") return fill(strings.sentences.not_recorded, { message: made.message });
  if (stops.all.length === 0) return strings.sentences.recording;
  if (!stop) return fill(strings.sentences.not_run, { name });
  if (shown.line === null)
    return [...changesOf(shown, strings.sentences), endOf(shown, name, strings)].join(" ");
  const next = outNote(lesson.guards, shown.line, stop, out, strings) ?? noteAt(stop, shown, stops, strings);
  return [...changesOf(shown, strings.sentences), next].filter((part) => part !== "").join(" ");
}

/** The note for a statement: the first whose fragment is in it. Fragments are text and not line numbers. */
export function noteOf(statement: string, notes: readonly (readonly string[])[]): string {
  const [, note = ""] = notes.find(([fragment = ""]) => statement.includes(fragment)) ?? [];
  return note;
}

function noteAt({ depth, stack }: Stop, { statement }: View, stops: SteppedStops, strings: Strings): string {
  const notes: Record<string, readonly (readonly string[])[]> = strings.lines;
  const innermost = stack.at(-1)?.function ?? "";
  const caller = stack.at(-2)?.function ?? "";
  const note = noteOf(statement, notes[depth === 0 ? stops.call.function : innermost] ?? []);
  if (depth === 0) return note;
  return `${fill(strings.sentences.in_function, { name: innermost, caller })} ${note}`.trim();
}

/** At a line whose guard is out: what the guard was for. */
export function outNote(
  guards: readonly ShownGuard[],
  line: number,
  { stack }: Pick<Stop, "stack">,
  out: readonly string[],
  { sentences }: Strings,
): string | undefined {
  const innermost = stack.at(-1)?.function;
  const guard = guards.find((one) => out.includes(one.id) && one.line === line && one.function === innermost);
  return guard && fill(sentences.guard_out, { id: guard.id, purpose: guard.purpose });
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
  for (const { name, status, changed, cursorChanged, cursor } of shown.members) {
    if (cursorChanged) said.push(fill(sentences.cursor_moved, { member: name, cursor }));
    else if (changed) said.push(fill(sentences.member_changed, { member: name, status }));
  }
  if (shown.lockChanged) said.push(sectionOf(shown, sentences));
  return said;
}

function sectionOf({ lockHeld, result }: View, sentences: Strings["sentences"]): string {
  if (lockHeld) return sentences.section_begins;
  return result?.error ? sentences.draft_dropped : sentences.draft_kept;
}

/** What the last step says: never only that the function is over, but what it came to. */
function endOf({ result, card }: View, name: string, { sentences, card: { no_status } }: Strings): string {
  if (!result) return "";
  if (result.error) return fill(sentences.refused, { code: result.error.code });
  if (result.fault) return fill(sentences.fault, { message: result.fault.message });
  if (result.letters) return fill(sentences.letters, { name, count: result.letters.length });
  if (result.reason !== undefined) {
    const status = card.row?.record.status ?? no_status;
    return fill(sentences.ignored, { reason: result.reason, status });
  }
  const returned: Record<string, string> = sentences.returned;
  const { request_id: id = "", receipt = "" } = result;
  return fill(returned[result.status ?? ""] ?? "", { id, receipt });
}
