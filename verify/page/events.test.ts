import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeEvent } from "../../lessons/page/gates/describe-event.ts";
import { markOf } from "../../lessons/page/gates/diagram-marks.ts";
import { PATHS } from "../../lessons/page/lesson.ts";
import { pathView, requestTracks } from "../../lessons/page/path-view.ts";
import strings from "../../lessons/page/strings/en.json" with { type: "json" };
import { type SessionEvent, sessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";

/** One event of each kind that no path of the practice has. */
const RARE = [
  { event: "members_attended", members: ["lead", "reader"], interrupted: ["reader"] },
  { event: "member_joined", member: "alice", role: "a coder", incarnation: 1 },
  {
    event: "letter_sent",
    sender: "lead",
    recipient: "reader",
    letter: "reader-1",
    type: "message",
    text: "Hello",
  },
  { event: "letter_ignored", member: "reader", letter: "reader-1", sender: "lead", reason: "bad_json" },
  { event: "turn_failed", member: "reader", message: "The model did not answer." },
  {
    event: "model_exchange",
    member: "reader",
    call: 1,
    system: "You are reader.",
    tools: ["look"],
    messages: 1,
    newest: [{ type: "text", text: "Look." }],
    answer: [{ type: "text", text: "I see." }],
  },
  { event: "reply_deferred", actor: "reader", request_id: "req-2" },
  { event: "request_withdrawn", actor: "reader", request_id: "req-1", because: "asked" },
  { event: "unanswered", member: "lead", request_id: "req-1", asker: "reader" },
  { event: "unread_letters", member: "reader", request_id: "req-2", letters: ["reader-3", "reader-4"] },
  { event: "mailbox_unreadable", member: "reader", message: "line 1 is cut off." },
  {
    event: "claim_refused",
    member: "reader",
    tool: "run_main",
    input: {},
    sha256: null,
    reason: "plan-used",
    message: "req-1 was good for one run.",
    request_id: "req-1",
  },
  { event: "program_not_started", reason: "not-found", message: "There is no python3." },
  {
    event: "outcome_unknown",
    member: "reader",
    tool: "run_main",
    request_id: "req-1",
    message: "its process was killed.",
  },
  { event: "task_given", member: "alice", task: "Write the tests", plan_first: true },
  { event: "lead_answered", text: "Alice is at work." },
  { event: "notice", text: "Waiting for the lock." },
] satisfies SessionEvent[];

const paths = PATHS.map((name): SessionEvent[] =>
  readFileSync(`fixtures/transcripts/${name}.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line)),
);

describe("on the page", () => {
  const events = [...paths.flat(), ...RARE];

  test("an event of every kind has a sentence without a hole and a place in the diagram", () => {
    const kinds = sessionEvent.options.map(({ shape }) => shape.event.value);
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(kinds));
    for (const event of events) {
      const { who, short, long } = describeEvent(event, strings);
      expect({ who, short, long, event }).not.toMatchObject({ who: "" });
      expect(`${short} ${long}`).not.toMatch(/\{\w+\}|undefined|\[object/);
      expect(markOf(event).form).toMatch(/^(arrow|note)$/);
    }
  });

  test("a request that was withdrawn is drawn to its end as withdrawn, and is not pending any more", () => {
    const opened = paths[0]?.find(({ event }) => event === "request_opened");
    const withdrawn = RARE.find(({ event }) => event === "request_withdrawn");
    if (!opened || !withdrawn) throw new Error("The events that this is about are not there.");
    const story = [opened, withdrawn];
    expect(pathView(story, 0).requests).toMatchObject([{ id: "req-1", status: "pending" }]);
    expect(pathView(story, 1).requests).toMatchObject([
      { id: "req-1", status: "withdrawn", approve: null, statusChanged: true },
    ]);
    expect(requestTracks(story)).toEqual([
      { id: "req-1", opened: 0, replied: Number.POSITIVE_INFINITY, settled: 1, status: "withdrawn" },
    ]);
    expect(requestTracks([opened])).toMatchObject([{ settled: Number.POSITIVE_INFINITY, status: "pending" }]);
  });
});
