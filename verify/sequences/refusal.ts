import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";

/** A refusal in two words. Every other error is a fault and goes on. */
export function refusalOf(error: unknown, verb = "refused"): string {
  if (error instanceof ProtocolError) return `${verb} ${error.code}`;
  throw error;
}
