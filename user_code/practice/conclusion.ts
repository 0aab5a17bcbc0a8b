import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";
import type { Key } from "../../lessons/strings/catalogue.ts";
import { clipCells } from "../../lessons/strings/cells.ts";
import { say } from "../../lessons/strings/say.ts";
import { type Paint, safeLine } from "../terminal.ts";

type ProcessEnding = Pick<Extract<PracticeResult["call"], { how: "ran" }>, "status" | "exit_code" | "signal">;

/** How the practice ended, and where its session lies. */
export function conclusion(result: PracticeResult, paint: Paint): string {
  const style = { match: "green", mismatch: "yellow", not_run: "red" } as const;
  const sentence = say("result", { sentence: safeLine(conclusionSentence(result)) });
  const folder = say("session-folder", { folder: printable(result.dir) });
  return `\n${paint(["bold", style[result.verdict]], sentence)}\n${paint("dim", folder)}`;
}

function conclusionSentence(result: PracticeResult): string {
  const { call, verdict, compared } = result;
  switch (call.how) {
    case "not_asked":
      return say("not-asked");
    case "blocked":
      return call.gate === "plan" ? planSentence(call) : say("not-allowed");
    case "not_started":
      return say("not-started", { message: call.message });
    case "outcome_unknown":
      return say("unknown-end");
    case "ran":
      if (!compared) return notComparedSentence(call, result);
      return verdict === "match" ? matchSentence(compared) : differenceSentence(compared);
  }
}

type Compared = NonNullable<PracticeResult["compared"]>;

function matchSentence({ printed }: Compared): string {
  return printed === "" ? say("matched-nothing") : say("matched", { printed: shown(printed) });
}

function differenceSentence({ printed, expected }: Compared): string {
  if (printed === "") return say("differs-nothing-printed", { expected: shown(expected) });
  if (expected === "") return say("differs-nothing-expected", { printed: shown(printed) });
  return say("differs", { printed: shown(printed), expected: shown(expected) });
}

function notComparedSentence(
  { status, exit_code, signal }: ProcessEnding,
  { stdout, expected }: PracticeResult,
): string {
  if (exit_code !== 0) {
    if (status === "exited") return say("ran-exited", { code: exit_code ?? "" });
    return status === "killed" ? say("ran-killed", { signal: signal ?? "" }) : say(`ran-${status}`);
  }
  if (expected !== "") return say("too-much-printed");
  const printed = stdout?.trim() ?? "";
  return printed === "" ? say("no-expectation-nothing") : say("no-expectation", { printed: shown(printed) });
}

/** One line, however many the program wrote: no output can add a line of its own to the result. */
function shown(text: string): string {
  const isPlain = safeLine(text) === text;
  return clipCells(isPlain ? text : safeLine(JSON.stringify(text)), 200);
}

function planSentence({ reason, at }: { reason: string; at: "gate" | "claim" }): string {
  const key = PLAN_REASONS.get(reason);
  const first = key === undefined ? say("closed-other", { reason }) : say(key);
  return say("two-sentences", {
    first,
    second: say(at === "gate" ? "host-never-asked" : "closed-after-yes"),
  });
}

type PlanReason = Extract<Key, `closed-plan-${string}`>;

const PLAN_REASONS: ReadonlyMap<string, PlanReason> = new Map([
  ["plan-missing", "closed-plan-missing"],
  ["plan-not-yours", "closed-plan-not-yours"],
  ["plan-pending", "closed-plan-pending"],
  ["plan-rejected", "closed-plan-rejected"],
  ["plan-used", "closed-plan-used"],
  ["plan-changed", "closed-plan-changed"],
] as const);
