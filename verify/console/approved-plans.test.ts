import { describe, expect, test } from "vitest";
import { filesIn } from "../harness/sessions.ts";
import { answersOf, testRoom } from "./console-room.ts";

describe("the stand-ins", () => {
  test("do an approved plan when both say yes, and say what was changed", async () => {
    const test = await testRoom({ decision: "allow" });
    await test.type("Spawn bob with a risky refactoring task. Approve his plan.");
    expect(filesIn(test.workspace)["auth.py"]).toContain("def matches(name, password):");
    expect(answersOf(test).join("\n")).toContain("bob writes: Done (edit_file). auth.py is changed.");
    expect(test.state.requests.get("req-1")).toMatchObject({ status: "approved", used: true });
  });

  test("can try an approved plan again after the host's no", async () => {
    let decision: "allow" | "deny" = "deny";
    const test = await testRoom();
    test.room.decide = () => decision;
    expect(await test.type("Spawn bob with a risky refactoring task. Approve his plan.")).toContain(
      "Tell bob to try again",
    );
    decision = "allow";
    await test.type("Tell bob to try again");
    expect(answersOf(test).at(-1)).toContain("Done (edit_file)");
  });

  test("tell the lead that a late approval changed nothing", async () => {
    const test = await testRoom({ decision: "allow" });
    await test.type("Spawn bob with a risky refactoring task. Reject his plan because no.");
    await test.type("Approve bob's plan");
    expect(answersOf(test).at(-1)).toContain("decision-conflict");
    expect(test.state.requests.get("req-1")?.status).toBe("rejected");
    expect(filesIn(test.workspace)["auth.py"]).not.toContain("matches");
  });

  test("plan what they were told to run, ask the lead first and the host second, and then do exactly that", async () => {
    const test = await testRoom({ decision: "allow" });
    await test.type("Spawn alice as a coder");
    await test.type("Tell alice run rm -rf auth.py");
    expect(filesIn(test.workspace)).toHaveProperty("auth.py");
    expect(test.asked).toEqual([]);
    expect(test.state.requests.get("req-1")?.work?.call).toEqual({
      tool: "bash",
      input: { command: "rm -rf auth.py" },
    });
    await test.type("Approve it");
    expect(test.asked).toEqual(["alice bash"]);
    expect(filesIn(test.workspace)).not.toHaveProperty("auth.py");
  });

  test("plan a task that changes something, whatever it is called, and read without a plan", async () => {
    const test = await testRoom({ decision: "allow" });
    await test.type("Spawn alice to run echo asterisks");
    await test.type("Spawn bob to read auth.py");
    const planned = [...test.state.requests].map(([id, { work }]) => [id, work?.call]);
    expect(planned).toEqual([["req-1", { tool: "bash", input: { command: "echo asterisks" } }]]);
    expect(answersOf(test).at(-1)).toContain("bob writes: Done (read_file).");
    expect(test.asked).toEqual([]);
  });
});
