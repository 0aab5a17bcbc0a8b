/** What a call came to. Only what was done looks like a yes: the others have left everything as it was. */
export type OutcomeKind = "done" | "unchanged" | "ignored" | "refused";

const UNCHANGED = ["deferred", "already_sent", "duplicate"];

export function kindOf(outcome: unknown): OutcomeKind {
  const { error, status } = Object(outcome);
  if (error !== undefined) return "refused";
  if (status === "ignored") return "ignored";
  return UNCHANGED.includes(status) ? "unchanged" : "done";
}

/** The fields of a result by name, in their order. Of a refusal that is its code: the message is a sentence. */
export function fieldsOf(outcome: unknown): Map<string, string> {
  const { error, ...fields } = Object(outcome);
  if (error !== undefined) return new Map([["error", String(error.code)]]);
  return new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** What a refusal says, "" for every other result. */
export function messageOf(outcome: unknown): string {
  return String(Object(outcome).error?.message ?? "");
}
