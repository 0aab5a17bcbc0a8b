import type { RequestKind } from "../../lessons/s16-team-protocols/protocol-message.ts";
import type { RequestStatus } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { IgnoredReason } from "../../lessons/s16-team-protocols/requests.ts";
import type { LetterType } from "./letter.ts";
import type { WorkCall } from "./work-call.ts";

/** What happens in the console. The terminal, the pipe and the tour are all drawn from this. */
export type ConsoleEvent =
  | { event: "member_joined"; member: string; role: string; incarnation: number; plan_first: boolean }
  | {
      event: "request_opened";
      actor: string;
      target: string;
      kind: RequestKind;
      request_id: string;
      letter: string;
      text: string;
      /** The exact call that a plan is about. */
      work: WorkCall | null;
    }
  | {
      event: "reply_saved";
      actor: string;
      kind: RequestKind;
      request_id: string;
      approve: boolean;
      feedback: string;
      letter: string;
      status: RequestStatus;
    }
  | { event: "reply_deferred"; actor: string; request_id: string }
  | { event: "member_closed"; member: string; request_id: string; status: RequestStatus }
  | {
      event: "letter_sent";
      sender: string;
      recipient: string;
      letter: string;
      type: LetterType;
      text: string;
    }
  | {
      event: "letter_delivered";
      member: string;
      letter: string;
      sender: string;
      type: LetterType;
      request_id: string | null;
      status: RequestStatus | null;
    }
  | { event: "letter_ignored"; member: string; letter: string; sender: string; reason: IgnoredReason }
  | {
      event: "response_matched";
      member: string;
      letter: string;
      request_id: string;
      status: "approved" | "rejected" | "duplicate";
    }
  | {
      event: "gate_checked";
      gate: "plan" | "permission";
      member: string;
      /** The whole call, as it would be done. */
      call: { tool: string; input: unknown };
      /** The name of exactly this call; null for a call that its tool would refuse. */
      sha256: string | null;
      open: boolean;
      reason: string;
      message: string;
      /** The plan that the member has submitted last. */
      request_id: string | null;
    }
  | {
      event: "tool_finished";
      member: string;
      tool: string;
      input: unknown;
      is_error: boolean;
      content: string;
    }
  | { event: "turn_ended"; member: string; text: string }
  /** The member used up its model calls for this round and has more to do. */
  | { event: "turn_paused"; member: string; model_calls: number }
  | { event: "turn_failed"; member: string; message: string }
  | { event: "lead_answered"; text: string }
  | { event: "notice"; text: string };
