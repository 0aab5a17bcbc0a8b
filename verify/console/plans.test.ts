import { describe, expect, test } from "vitest";
import { plansFor } from "../../fixtures/model-scripts/console-plans.ts";
import { guards } from "../../user_code/console/tour.ts";
import { filesIn } from "../harness/sessions.ts";
import { answersOf, eventsOf, type TestRoom, testRoom } from "./console-room.ts";

/** The calls of the plans that were submitted, in order. */
function planned(test: TestRoom): string[] {
  return eventsOf(test, "request_opened").flatMap(({ call }) =>
    call ? [`${call.tool} ${Object.values(call.input)[0]}`] : [],
  );
}

function plansOf(test: TestRoom): string[] {
  return eventsOf(test, "request_opened").flatMap(({ kind, payload }) =>
    kind === "plan" ? [payload.replace(/ \([a-z_]+\) \[sha256.*$/, "")] : [],
  );
}

describe("a plan is about the task that was given", () => {
  const tasks: [task: string, call: string][] = [
    ["delete sessions.py", "bash rm -- sessions.py"],
    ["clean up: remove the old file sessions.py", "bash rm -- sessions.py"],
    ["borrar sessions.py", "bash rm -- sessions.py"],
    ["apagar sessions.py", "bash rm -- sessions.py"],
    ["удалить sessions.py", "bash rm -- sessions.py"],
    ["refactor sessions.py", "edit_file sessions.py"],
    ["a risky refactoring task", "edit_file auth.py"],
    ["fix the bug in auth.py", "bash python3 test_auth.py"],
    ["write tests", "write_file test_sessions.py"],
    ["document the service", "edit_file auth.py"],
    ['run "ls -la"', "bash ls -la"],
    ['replace "ada" with "eve" in auth.py', "edit_file auth.py"],
    ["rename auth.py to login.py", "bash mv -- auth.py login.py"],
    ["guess the latest asterisks", "write_file proposal.md"],
  ];
  for (const [task, call] of tasks) {
    test(JSON.stringify(task), () => {
      const [{ work } = { work: undefined }] = plansFor(task);
      expect(work && `${work.tool} ${Object.values(work.input)[0]}`).toBe(call);
    });
  }

  test("and so is the task that a letter gives, which is done after the yes and not before", async () => {
    const room = await testRoom({ decision: "allow" });
    await room.type("Spawn alice as a coder");
    const before = filesIn(room.workspace);
    for (const [line, call] of [
      ['Tell alice to write "hello" to notes.txt', "write_file notes.txt"],
      ["Ask alice to run touch made.txt", "bash touch made.txt"],
      ["Have alice delete notes.txt", "bash rm -- notes.txt"],
      ["Have alice submit a plan to refactor sessions.py", "edit_file sessions.py"],
    ] as const) {
      const files = filesIn(room.workspace);
      await room.type(line);
      expect(planned(room).at(-1)).toBe(call);
      expect(filesIn(room.workspace)).toEqual(files);
      await room.type("yes");
      expect(answersOf(room).at(-1)).toMatch(/alice writes: Done/);
    }
    expect(Object.keys(filesIn(room.workspace)).sort()).toEqual([...Object.keys(before), "made.txt"].sort());
  });

  test("reading needs none, and two things at once are not one plan", async () => {
    const room = await testRoom({ decision: "allow" });
    await room.type("Spawn alice to read auth.py and sessions.py");
    expect(answersOf(room).at(-1)).toMatch(
      /alice writes: Done \(read_file\)[\s\S]*alice writes: Done \(read_file\)/,
    );
    await room.type('Tell alice "run ls and run pwd"');
    expect(answersOf(room).at(-1)).toContain("A plan is about one call");
    expect(planned(room)).toEqual([]);
  });

  test("no plan fits in no request: each is short enough for the longest fingerprint and reason", () => {
    for (const task of [...tasks.map(([task]) => task), "x".repeat(480), ""]) {
      const plans = plansFor(task);
      expect(new Set(plans.map(({ work }) => JSON.stringify(work))).size).toBe(plans.length);
      for (const { plan } of plans) expect(plan.length).toBeLessThanOrEqual(84);
    }
  });
});

describe("after a no", () => {
  test("with a reason the next plan is another one, and says the reason", async () => {
    const room = await testRoom();
    await room.type("Spawn carol to delete sessions.py");
    const reasons = ["we still need it", "no more files, please", "not today"];
    for (const reason of reasons) await room.type(`Reject it because "${reason}". Have carol submit a plan.`);
    expect(planned(room)).toEqual([
      "bash rm -- sessions.py",
      "bash mv -- sessions.py sessions.py.old",
      "bash grep -n sessions *",
      "write_file proposal.md",
    ]);
    expect(plansOf(room)[1]).toBe(
      'You said "we still need it". Keep sessions.py: only move it out of the way.',
    );
    expect(plansOf(room)[3]).toContain('You said "not today". ');
    await room.type("no. Have carol submit a plan.");
    await room.type("Reject it. Have carol submit a plan.");
    expect(answersOf(room).at(-1)).toContain("carol writes: I have no other plan for this.");
    expect(planned(room)).toHaveLength(4);
  });

  test("without one it is another one all the same; a new task begins anew", async () => {
    const room = await testRoom();
    await room.type("Spawn bob with a risky refactoring task. Reject his plan. Have bob submit a plan.");
    expect(plansOf(room)[1]).toBe("Change nothing yet: run the tests as they are.");
    await room.type("no");
    await room.type("Tell bob to refactor sessions.py");
    expect(planned(room).at(-1)).toBe("edit_file sessions.py");
  });

  test("of which the letters came by themselves, everything is still told in the person's words", async () => {
    const room = await testRoom();
    await room.type("Spawn carol to delete sessions.py. Reject her plan: too risky.");
    await room.type("What did she propose?");
    expect(answersOf(room).at(-1)).toBe("req-1 of carol, rejected: As asked: delete sessions.py (bash)");
    await room.type("Have carol submit a plan. What did carol propose?");
    expect(answersOf(room).at(-1)).toMatch(
      /req-1 of carol, rejected: .*\nreq-2 of carol, waits for an answer: /,
    );
    await room.type("What did zed propose?");
    expect(answersOf(room).at(-1)).toMatch(/^I did nothing|^No plan of zed/);
  });
});

describe("what typing can show of the guards", () => {
  const shown: Record<string, RegExp> = {
    "a teammate's no": /Erin rejected shutdown: I must finish first: 2 steps are left\./,
    deferred: /Erin approved shutdown\./,
    "member-closed": /\(member-closed\)/,
    "request-pending": /My plan was not accepted for review\. request-pending: /,
    "plan-pending": /dave writes: Not done\. plan-pending: /,
    "plan-rejected": /dave writes: Not done\. plan-rejected: .*"we still need it"/,
    "decision-conflict": /\(decision-conflict\)/,
    "plan-used": /dave writes: Not done\. plan-used: /,
    "reserved-prefix": /\(reserved-prefix\)/,
  };

  test("is in the tour, one guard after the other, and in /help", async () => {
    const room = await testRoom({ decision: "allow" });
    const seen: Record<string, string> = {};
    for (const { guard, lines } of guards()) {
      for (const line of lines) await room.type(line);
      seen[guard] = answersOf(room).at(-1) ?? "";
    }
    expect(Object.keys(seen)).toEqual(Object.keys(shown));
    for (const [guard, answer] of Object.entries(seen)) expect(answer).toMatch(shown[guard] ?? /never/);
    expect(eventsOf(room, "reply_deferred")).toHaveLength(1);
    const help = await room.type("/help");
    for (const { guard } of guards()) expect(help).toContain(guard);
    expect(help).toContain("Spawn alice as a coder");
  });

  test("'again' makes the call of the last plan, in each language, and says when there is none", async () => {
    const room = await testRoom();
    await room.type("Spawn alice as a coder. Tell alice to try again");
    expect(answersOf(room).at(-1)).toContain("There is nothing to try again: I have submitted no plan.");
    await room.type("Have alice submit a plan");
    for (const line of [
      "Tell alice to try again",
      "Tell alice to retry",
      "Tell alice to do it anyway",
      "Dile a alice que lo intente otra vez",
      "Diga a alice que tente novamente",
      "Скажи alice: попробуй снова",
    ]) {
      await room.type(line);
      expect([line, answersOf(room).at(-1)]).toEqual([line, expect.stringContaining("plan-pending")]);
    }
  });
});
