import type { Circumstance, ProtocolCall } from "../../../fixtures/scenarios/scenario.ts";
import type { PermissionDecision, ToolAccess } from "../../s04-permission/execute-guarded.ts";
import type { MailboxMessage } from "../../s15-mailboxes/mailbox.ts";
import type { ApprovedWork } from "../../s16-team-protocols/protocol-state.ts";

type OpenCall = Extract<ProtocolCall, { function: "open_request" }>;

/** A call of a function of the lessons, as data. Nothing about its values is checked: that is what the functions are for. */
export type Call =
  | (OpenCall & { arguments: { work?: ApprovedWork } })
  | Exclude<ProtocolCall, OpenCall>
  | { function: "withdraw_request"; arguments: { request_id: string; actor: string } }
  | { function: "consume_responses"; arguments: { recipient: string } }
  /** A call of `run_main` at the plan gate alone. `work` is what would run now, null when there is nothing to run. */
  | {
      function: "plan_gate";
      arguments: { actor: string; request_id: string | null; work: ApprovedWork | null };
    }
  | { function: "claim_plan"; arguments: { actor: string; request_id: string; work: ApprovedWork | null } }
  /**
   * A call of a tool at the permission gate alone: the tools of the turn take no input, `host` is what the host says.
   * With `only` the turn has one purpose and that one tool.
   */
  | {
      function: "execute_guarded";
      arguments: {
        tool: string;
        input: Record<string, string>;
        tools: { name: string; access: ToolAccess }[];
        host: PermissionDecision;
        only?: string;
      };
    }
  | { function: "send_message"; arguments: { sender: string; recipient: string; body: string } }
  | { function: "join_team"; arguments: { member: string } }
  /** A turn of the member begins: it waits before the model is asked. */
  | { function: "run_member"; arguments: { member: string } }
  | { function: "keep_run_end"; arguments: { request_id: string; exit_code: number } }
  /** A call of `run_main` at both gates: the plan gate as a before-hook, the host behind it. Nothing starts. */
  | {
      function: "execute_hooked";
      arguments: {
        actor: string;
        request_id: string | null;
        work: ApprovedWork | null;
        host: PermissionDecision;
      };
    };

export type CallName = Call["function"];

/** What was before somebody's call: what a set-up of a scenario can have, and what a hand puts in place. */
export type OwnStep =
  | Call
  | Circumstance
  | { circumstance: "member_is_closed"; member: string }
  /** A name that has been closed can join again. */
  | { circumstance: "member_joins"; member: string }
  /** An ordinary letter, sent as a member sends it. */
  | { circumstance: "letter_is_sent"; sender: string; recipient: string; body: string }
  /** A letter that somebody else has written behind the others, whatever it says. */
  | { circumstance: "letter_by_hand"; mailbox: string; letter: MailboxMessage };

/** Values that somebody has typed in. */
export type OwnRun = {
  /** The guards that are taken out, by id. */
  out?: readonly string[];
  setup: readonly OwnStep[];
  call: Call;
};
