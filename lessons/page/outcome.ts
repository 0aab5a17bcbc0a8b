/** What a call came to. Only what was done looks like a yes: the others have left everything as it was. */
export type OutcomeKind = "done" | "unchanged" | "ignored" | "refused";

const UNCHANGED = ["deferred", "already_sent", "duplicate"];

export function kindOf(outcome: unknown): OutcomeKind {
  const { error, fault, status, letters } = Object(outcome);
  if (error !== undefined || fault !== undefined) return "refused";
  if (Array.isArray(letters)) return kindOfLetters(letters);
  if (status === "ignored") return "ignored";
  return UNCHANGED.includes(status) ? "unchanged" : "done";
}

/** Letters that were read are as good as the best of them. */
function kindOfLetters(letters: readonly unknown[]): OutcomeKind {
  if (letters.length === 0) return "unchanged";
  return letters.every((letter) => Object(letter).outcome === "ignored") ? "ignored" : "done";
}

/** The sign that says the same as a colour does. */
export const KIND_SIGNS: Record<OutcomeKind, string> = {
  done: "✓",
  unchanged: "=",
  ignored: "⊘",
  refused: "✗",
};

/** The fields of a result by name, in their order. Of a refusal that is its code: the message is a sentence. */
export function fieldsOf(outcome: unknown): Map<string, string> {
  const { error, fault, letters, ...fields } = Object(outcome);
  if (error !== undefined) return new Map([["error", String(error.code)]]);
  if (fault !== undefined) return new Map([["error", "fault"]]);
  if (Array.isArray(letters)) return lettersIn(letters);
  return new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function lettersIn(letters: readonly unknown[]): Map<string, string> {
  const each = letters.map((letter): [string, string] => {
    const { message, outcome, status, reason } = Object(letter);
    return [String(message?.id), [outcome, status, reason].filter((word) => word !== undefined).join(", ")];
  });
  return new Map(each.length > 0 ? each : [["letters", "0"]]);
}

/** What a refusal says, "" for every other result. */
export function messageOf(outcome: unknown): string {
  const { error, fault } = Object(outcome);
  return String(error?.message ?? fault?.message ?? "");
}
