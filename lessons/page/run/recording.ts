import type { CallOutcome } from "../../../fixtures/scenarios/scenario.ts";
import type { SessionState, Snapshot } from "../../../fixtures/scenarios/trace.ts";
import type { ToolResultBlock } from "../../s01-agent-loop/model.ts";
import type { Block } from "../../s07-hooks/execute-hooked.ts";
import type { Receipt } from "../../s15-mailboxes/mailbox.ts";
import type { ConsumedLetter } from "../../s16-team-protocols/consume-responses.ts";
import type { Call, CallName, OwnStep } from "./call.ts";

/** A function that has begun and not ended. A callback belongs to the function that its text stands in. */
export type StackFrame = { function: string; line: number };

/** One stop. The innermost frame is the last, and its line is the snapshot's; at the end of a call there is none. */
export type RecordedSnapshot = Snapshot & { stack: readonly StackFrame[] };

/** What a call came to. `fault` is an error that is no refusal, as code throws it that lacks a guard. */
export type CallResult =
  | CallOutcome
  | { request_id: string; status: "withdrawn" }
  | { letters: readonly ConsumedLetter[] }
  /** Null when the gate is open, or the approval claimed. */
  | { block: Block | null }
  | { tool_result: ToolResultBlock }
  | Receipt
  | { status: "joined" | "taken"; incarnation: number }
  /** Of a turn: `unavailable` is a closed member, `busy` one that is in a turn. */
  | { status: "running" | "busy" | "unavailable" }
  /** Whether the end of the run was kept. */
  | { isKept: boolean }
  | { fault: { message: string } };

/** One call, in the shape of a trace: the last snapshot is taken after it, and has neither line nor locals. */
export type RecordedCall = {
  function: CallName;
  input: Snapshot["locals"];
  snapshots: readonly RecordedSnapshot[];
  result: CallResult;
};

/** What was put in place by hand, and the state after it. `refused` is the sentence when that was not possible. */
export type RecordedCircumstance = {
  step: Exclude<OwnStep, Call>;
  state: SessionState;
  refused: string | null;
};

/**
 * What a run of one's own gives. The call itself is `function`, `input`, `snapshots`, `result`; what was before it is
 * `setup`. When the set-up refuses, the call that refused is the one shown, and nothing came after it.
 */
export type Recording = RecordedCall & {
  setup: readonly (RecordedCall | RecordedCircumstance)[];
  isRefusedBefore: boolean;
  /** The guards that were out. */
  out: readonly string[];
  /** Why stops are missing at the end: the functions ran on, and were not looked at any more. */
  cut: "stops" | "size" | null;
};

/** What the recorder knows of one stop. */
export type StopPlace = {
  function: string;
  line: number;
  column: number;
  /** The whole line, trimmed. */
  text: string;
  /** The variables that can be seen there, in the order in which the function names them. */
  names: readonly string[];
  /** What the line is when one of these guards is out: other text, or null for a line where nothing stops then. */
  out?: Readonly<Record<string, string | null>>;
  /** Variables that no function captures any more when one of these guards is out, so that a debugger lists them not. */
  hidden?: Readonly<Record<string, readonly string[]>>;
  /** A stop that is there only when this guard is out. */
  only?: string;
};
