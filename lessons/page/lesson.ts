import type { Scenario } from "../../fixtures/scenarios/scenario.ts";
import type { Trace } from "../../fixtures/scenarios/trace.ts";
import type { ModelExchange } from "../s15-mailboxes/member-event.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import type { Guard } from "../x2-break-it/guard.ts";
import type { BreakIt } from "./break-it/break-it-data.ts";
import type { GateCases } from "./gates/gate-cases.ts";
import type { StopPlace } from "./run/recording.ts";
import type { SessionRecord } from "./session/session-record.ts";
import type { StoppingFunction } from "./shown-functions.ts";
import type strings from "./strings/en.json";

export type FunctionName = Trace["function"];
export type PathName = "approve-allow" | "reject-allow" | "approve-deny" | "reject-deny";
export type Strings = typeof strings;

/** A piece of a line of code, and what it is to the language: `keyword`, `string`, `comment`, … */
export type Token = readonly [text: string, kind: string];

/** One function as it stands in its file, and its body where that is the function below it, highlighted at build time. */
export type Listing = {
  file: string;
  /** The line of the file, from 1, that `lines[0]` is. */
  firstLine: number;
  lines: readonly (readonly Token[])[];
  /** The paragraphs of its docstring. */
  contract: readonly string[];
  /** The lines on which a recording of this function stopped: the only ones that can hold a breakpoint. */
  stoppable: readonly number[];
};

/** A guard, where it stands, and what the listing shows when it is out. */
export type ShownGuard = Omit<Guard, "find" | "replace"> & {
  /** Whether the page can take it out: the others stand in modules that need Node. */
  isSwitch: boolean;
  /** The function that it stands in, when its code can be stepped. */
  function: StoppingFunction | null;
  /** From 1. */
  line: number;
  /** The line, trimmed. */
  code: string;
  /** Each line that is another one without the guard, often none but `line`. A line without pieces is empty. */
  without: readonly { line: number; with: readonly Token[]; without: readonly Token[] }[];
  /** Lines at which nothing stops without the guard, and lines at which something stops only without it. */
  stoppable: { gone: readonly number[]; added: readonly number[] };
};

/** All that the page shows. It is embedded as JSON, apart from the code. */
export type Lesson = {
  strings: Strings;
  listings: Record<FunctionName, Listing>;
  /** Every function that a recording can stop in, by the name in its stack frames. */
  functions: Record<StoppingFunction, Listing>;
  /** What the recorder knows of the stops: handed to it with each job. */
  stops: readonly StopPlace[];
  /** In the order in which a plan meets them. */
  guards: readonly ShownGuard[];
  /** Attacks, rules and reports: what the area of attacks shows beside the guards. */
  breakIt: BreakIt;
  /** In the order of the lesson. Scenario and trace of one index belong together. */
  scenarios: readonly Scenario[];
  traces: readonly Trace[];
  paths: Record<PathName, readonly SessionEvent[]>;
  /** What the model was asked and answered on each path. */
  traffic: Record<PathName, readonly ModelExchange[]>;
  /** Every way for a call to come to a gate, in the order in which the gates look. */
  gateCases: GateCases;
  /** The session that this page was made of, if it was. It stands in a data block of its own. */
  session?: SessionRecord;
};

export const FUNCTIONS = ["open_request", "reply_request", "match_response"] as const;

export const PATHS = ["approve-allow", "reject-allow", "approve-deny", "reject-deny"] as const;

/** Id of the `<script type="application/json">` that carries the lesson. */
export const LESSON_ELEMENT = "lesson";
