import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { createTimeline, sideHeading, takenUp } from "../../user_code/practice/timeline.ts";
import type { Paint } from "../../user_code/terminal.ts";
import { marked, readDrawn } from "../harness/drawn-rows.ts";
import { practicePaths, transcriptFile } from "../recordings/transcripts/practice-transcripts.ts";

const plain: Paint = (_, text) => text;

describe("the timeline of the practice", () => {
  test.each(readDrawn(join(import.meta.dirname, "rows.txt")))("draws event $name", ({ event, lines }) => {
    expect(createTimeline(marked)(event).split("\n")).toEqual(lines);
  });

  test("numbers its rows", () => {
    const ended: SessionEvent = {
      event: "turn_ended",
      member: "reader",
      turn: 2,
      status: "finished",
      text: "",
      model_calls: 2,
    };
    const draw = createTimeline(plain);
    expect([draw(ended), draw(ended)]).toEqual([" 1  reader   ends turn 2", " 2  reader   ends turn 2"]);
  });

  test("heads a session that goes on, and the side of each member", () => {
    const columns =
      "\n\n<dim> #  who      what                                                                  request status</>";
    expect(takenUp({ plan: "approve", decision: "deny" }, marked)).toBe(
      `<bold>two gates, taken up again: the lead will approve the plan, the host will deny the run</>${columns}`,
    );
    expect(sideHeading("lead", { plan: "reject" }, marked)).toBe(
      `<bold>two gates, the side of lead: the lead will reject the plan</>${columns}`,
    );
    expect(sideHeading("reader", { reader: { decision: "allow" } }, marked)).toBe(
      `<bold>two gates, the side of reader: the host will allow the run</>${columns}`,
    );
    expect(sideHeading("reviewer", {}, marked)).toBe(
      `<bold>two gates, the side of reviewer: it has no part in this practice and ends with it</>${columns}`,
    );
  });

  test.each(practicePaths)("draws the recorded events of $plan, $decision as the recorded text", (path) => {
    const draw = createTimeline(plain);
    const events = readFileSync(transcriptFile(path, "jsonl"), "utf8").trimEnd().split("\n");
    const text = events.map((line) => `${draw(JSON.parse(line))}\n`).join("");
    expect(text).toBe(readFileSync(transcriptFile(path, "txt"), "utf8"));
  });
});
