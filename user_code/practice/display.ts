import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { paintFor, safeText, safeWriter } from "../terminal.ts";
import { createStepper, inspectSession } from "./stepper.ts";
import { createTimeline } from "./timeline.ts";

export type Display = {
  /** Draws an event and, with `--step`, waits for a key. Throws `StoppedByLearner` for `q`. */
  event: (event: SessionEvent) => Promise<void>;
  /** Writes the heading, when it stands nowhere yet. The first event does, too. */
  begin: () => void;
  close: () => void;
};

export type DisplayOptions = {
  json: boolean;
  /** Which events are drawn. */
  draws?: (event: SessionEvent) => boolean;
  step?: boolean;
  /** Draws the model's traffic too: with `json` as the event that it is. */
  showModel?: boolean;
  /** What a timeline begins with whose first event is not the session's. */
  heading?: () => string | undefined;
  /** The state that `s` shows. */
  look: () => ProtocolState;
  /** Once it says so, no key is waited for. */
  isStopped?: () => boolean;
};

/**
 * Whether an event is drawn. The result of submitting and reviewing a plan is told by the request itself, unless it was
 * refused, whom a process plays goes without saying, unless somebody was in a turn, and the model's traffic is drawn
 * for those who ask for it.
 */
export function isDrawn(event: SessionEvent): boolean {
  if (event.event === "tool_finished") return event.is_error || !/^(?:submit|review)_plan$/.test(event.tool);
  if (event.event === "model_exchange") return false;
  return event.event !== "members_attended" || event.interrupted.length > 0;
}

/** Draws the events on standard output: as JSON, one a line, or as a timeline. */
export function createDisplay({
  json,
  step = false,
  showModel = false,
  draws = isDrawn,
  heading = () => undefined,
  look,
  isStopped = () => false,
}: DisplayOptions): Display {
  const write = safeWriter(process.stdout, process.env);
  const draw = json ? JSON.stringify : createTimeline(paintFor(process.stdout, process.env));
  const stepper = step
    ? createStepper({
        input: process.stdin,
        // The stepper moves the cursor back over its own question.
        write: (text) => process.stdout.write(text),
        inspect: () => safeText(inspectSession(look())),
      })
    : undefined;
  let hasBegun = json;
  const begin = (): void => {
    const text = hasBegun ? undefined : heading();
    hasBegun = true;
    if (text !== undefined) write(`${text}\n`);
  };
  return {
    begin,
    close: () => stepper?.close(),
    event: async (event) => {
      const isTraffic = event.event === "model_exchange";
      if (isTraffic ? !showModel : !draws(event)) return;
      if (event.event !== "result") begin();
      write(`${draw(event)}\n`);
      if (waitsAfter(event, showModel) && !isStopped()) await stepper?.next();
    },
  };
}

/** An answer and its traffic are one step, and what a session begins and ends with is none. */
function waitsAfter({ event }: SessionEvent, showModel: boolean): boolean {
  return event !== "session_started" && event !== "result" && !(showModel && event === "model_called");
}
