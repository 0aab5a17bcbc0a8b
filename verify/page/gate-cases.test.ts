import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CaseName, GATE_CASES } from "../../lessons/page/gates/gate-cases.ts";
import { questionBefore } from "../../lessons/page/gates/questions.ts";
import { runBehind } from "../../lessons/page/gates/run-behind.ts";
import { explain, gatesAfter } from "../../lessons/page/path-gates.ts";
import { recordRun } from "../../lessons/page/run/record-run.ts";
import strings from "../../lessons/page/strings/en.json" with { type: "json" };
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { playPractice } from "../practice/played.ts";
import { CAME_TO, paths } from "./gate-cases.ts";

const CASE_NAMES = Object.keys(GATE_CASES) as CaseName[];

describe("a case of a call at a gate", () => {
  test.each(CASE_NAMES)("%s comes to what its name says, and its set-up is not refused", async (name) => {
    const watch = () => () => undefined;
    const { result, isRefusedBefore } = await recordRun(GATE_CASES[name], { watch, isInto: false });
    expect(isRefusedBefore).toBe(false);
    const told = "block" in result ? (result.block?.reason ?? "open") : undefined;
    const content = "tool_result" in result ? result.tool_result.content.split(":")[0] : undefined;
    expect(told ?? content).toBe(CAME_TO[name]);
  });

  test.each(paths)(
    "what stands behind the looks at a gate of $name comes to what they came to",
    async ({ name, events }) => {
      const decision = name.endsWith("allow") ? "allow" : "deny";
      const looks = events.flatMap((event, step) => {
        const run = runBehind(GATE_CASES, events, step, decision);
        return run ? [{ event, run }] : [];
      });
      expect(looks.length).toBe(
        events.filter(({ event }) => /^(gate_checked|program_started)$/.test(event)).length,
      );
      for (const { event, run } of looks) {
        const { result } = await recordRun(run, { watch: () => () => undefined, isInto: false });
        const isOpen =
          "block" in result ? result.block === null : "tool_result" in result && !result.tool_result.is_error;
        expect(isOpen).toBe(event.event === "gate_checked" ? event.open : true);
      }
    },
  );
});

describe("read off the events", () => {
  const changed = (at: SessionEvent["event"], gate: string) => (event: SessionEvent, workspace: string) => {
    if (event.event === at && (!("gate" in event) || event.gate === gate))
      writeFileSync(join(workspace, "main.py"), "print(43)\n");
  };

  test("gate 1 that is closed at the call is plan-changed, and the host is not asked", async () => {
    const { told } = await playPractice({ decision: "allow", on: changed("response_matched", "") });
    expect(explain(told)).toMatchObject({
      how: "blocked",
      gate: "plan",
      atClaim: false,
      reason: "plan-changed",
    });
    expect(explain(told).hostAsked).toBe(false);
    expect(gatesAfter(told)).toMatchObject({
      plan: { reason: "plan-changed" },
      permission: { state: "not_asked" },
    });
  });

  test("gate 1 that is closed at the last look counts, although both gates were open before", async () => {
    const { told } = await playPractice({ decision: "allow", on: changed("gate_checked", "permission") });
    const at = told.findIndex(({ event }) => event === "claim_refused");
    expect(at).toBeGreaterThan(0);
    expect(explain(told)).toMatchObject({
      how: "blocked",
      gate: "plan",
      atClaim: true,
      hostAsked: true,
      decidedAt: at,
    });
    expect(gatesAfter(told.slice(0, at))).toMatchObject({
      plan: { state: "open" },
      permission: { state: "open" },
    });
    expect(gatesAfter(told)).toMatchObject({
      plan: { state: "closed", reason: "plan-changed" },
      permission: { state: "open" },
    });
    expect(questionBefore(told, at)).toMatchObject({ about: "claim", right: "refused" });
  });

  test("an outcome that is unknown, a start that failed and a call that nobody made are told apart", () => {
    const start: SessionEvent = {
      event: "program_not_started",
      reason: "not-found",
      message: "There is none.",
    };
    const lost: SessionEvent = {
      event: "outcome_unknown",
      member: "reader",
      tool: "run_main",
      request_id: "req-1",
      message: "Killed.",
    };
    expect(explain([start])).toMatchObject({ how: "not_started", reason: "not-found", decidedAt: 0 });
    expect(explain([lost])).toMatchObject({ how: "unknown", gate: null });
    expect(explain([])).toMatchObject({ how: "undecided", decidedAt: Number.POSITIVE_INFINITY });
  });

  test("gates are those of the member that came to one last, whoever else has been there", () => {
    const look = (member: string, gate: "plan" | "permission", open: boolean): SessionEvent => ({
      event: "gate_checked",
      gate,
      member,
      tool: "bash",
      input: {},
      sha256: null,
      open,
      reason: open ? "plan-approved" : "plan-rejected",
      message: "",
      request_id: null,
    });
    const events = [look("ada", "plan", true), look("bea", "plan", false), look("ada", "permission", true)];
    expect(gatesAfter(events.slice(0, 2))).toMatchObject({
      call: { member: "bea" },
      permission: { state: "not_asked" },
    });
    expect(gatesAfter(events)).toMatchObject({
      call: { member: "ada" },
      plan: { state: "open" },
      permission: { state: "open" },
    });
  });
});

describe("what is asked before a step", () => {
  test.each(paths)("of $name has one right answer among its answers, and words for all", ({ events }) => {
    const asked = events.flatMap((_, step) => questionBefore(events, step) ?? []);
    expect(asked.map(({ about }) => about)).toEqual(
      expect.arrayContaining(["reply", "match", "plan", "closed"]),
    );
    for (const { about, answers, right } of asked) {
      expect(answers).toContain(right);
      expect(Object.keys(strings.gates.questions[about].answers)).toEqual(answers);
    }
  });
});
