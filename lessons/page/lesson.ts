import type { Scenario } from "../../fixtures/scenarios/scenario.ts";
import type { Trace } from "../../fixtures/scenarios/trace.ts";
import type { ModelExchange } from "../s15-mailboxes/member-event.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import type { SessionRecord } from "./session/session-record.ts";
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

/** All that the page shows. It is embedded as JSON, apart from the code. */
export type Lesson = {
  strings: Strings;
  listings: Record<FunctionName, Listing>;
  /** In the order of the lesson. Scenario and trace of one index belong together. */
  scenarios: readonly Scenario[];
  traces: readonly Trace[];
  paths: Record<PathName, readonly SessionEvent[]>;
  /** What the model was asked and answered on each path. */
  traffic: Record<PathName, readonly ModelExchange[]>;
  /** The session that this page was made of, if it was. It stands in a data block of its own. */
  session?: SessionRecord;
};

export const FUNCTIONS = ["open_request", "reply_request", "match_response"] as const;

export const PATHS = ["approve-allow", "reject-allow", "approve-deny", "reject-deny"] as const;

/** Id of the `<script type="application/json">` that carries the lesson. */
export const LESSON_ELEMENT = "lesson";
