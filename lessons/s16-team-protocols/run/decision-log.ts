import { closeSync, constants, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { ProtocolError } from "../../s15-mailboxes/protocol-error.ts";

/** No member can have a mailbox of this name. */
export const DECISION_LOG = "decisions.log";

/** What one gate said to one call. */
export const gateDecision = z.strictObject({
  gate: z.enum(["plan", "permission"]),
  /** Who wants the call. */
  member: z.string(),
  tool: z.string(),
  input: z.unknown(),
  /** What exactly would run; null when there is nothing to run. */
  sha256: z.string().nullable(),
  /** The plan that the call stands on, if there is one. */
  request_id: z.string().nullable(),
  answer: z.enum(["open", "closed"]),
  /** Why, as a fixed word: `plan-approved`, `permission-denied`. */
  reason: z.string(),
});
export type GateDecision = z.output<typeof gateDecision>;

export type DecisionLog = { record: (decision: GateDecision) => void; close: () => void };

/**
 * The record of who allowed what: `decisions.log` in the session folder, one JSON line a decision, in their order.
 *
 * `record` returns once the disk has the line, and throws `save-failed` when it cannot be kept: like sudo, nobody
 * acts on a decision that leaves no trace. The file is made new (mode 600) and held open, so that nothing put in its
 * place later is written to. It bears no time, so the same session writes the same bytes.
 */
export function openDecisionLog(directory: string): DecisionLog {
  const path = join(directory, DECISION_LOG);
  const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND } = constants;
  const file = kept(path, () => openSync(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND, 0o600));
  return {
    record: (decision) =>
      kept(path, () => {
        const bytes = new TextEncoder().encode(`${JSON.stringify(gateDecision.parse(decision))}\n`);
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
        fsyncSync(file);
      }),
    close: () => closeSync(file),
  };
}

function kept<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new ProtocolError(
      "save-failed",
      `${path} could not be written (${code}), so the decision is not acted on. Mend the cause and try again.`,
      { path, cause: code },
      { cause: error },
    );
  }
}
