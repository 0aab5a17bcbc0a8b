import { expect, test } from "vitest";
import * as z from "zod";
import type { ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import {
  type Decide,
  defineTool,
  errorResult,
  type Tool,
} from "../../lessons/s04-permission/execute-guarded.ts";
import { type AfterHook, type BeforeHook, executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";

const call: ToolUseBlock = { type: "tool_use", id: "t1", name: "run_main", input: {} };

/** Everything a call passes, in order: hooks, the host, the tool. */
function recorder() {
  const passed: string[] = [];
  const tool: Tool = defineTool({
    name: "run_main",
    description: "Runs.",
    access: "execute",
    input: z.strictObject({}),
    run: async () => {
      passed.push("tool");
      return "42\n";
    },
  });
  const allow: Decide = () => {
    passed.push("host");
    return "allow";
  };
  const open =
    (name: string): BeforeHook =>
    (made) => {
      passed.push(`${name} ${made.id}`);
      return undefined;
    };
  const closed =
    (name: string): BeforeHook =>
    async () => {
      passed.push(name);
      return { reason: `${name}-closed`, message: "not today." };
    };
  const after =
    (name: string): AfterHook =>
    async (made, result) =>
      void passed.push(`${name} ${made.id} ${result.content}`);
  return { passed, tools: [tool], allow, open, closed, after };
}

const success: ToolResultBlock = { type: "tool_result", tool_use_id: "t1", content: "42\n" };

test("a call passes the before-hooks, the host, the tool, and the after-hooks, in this order", async () => {
  const { passed, tools, allow, open, after } = recorder();
  const hooks = { before: [open("first"), open("second")], after: [after("third"), after("fourth")] };
  expect(await executeHooked(call, tools, allow, hooks)).toEqual(success);
  expect(passed).toEqual(["first t1", "second t1", "host", "tool", "third t1 42\n", "fourth t1 42\n"]);
});

test("without hooks a call meets the permission gate alone", async () => {
  const { passed, tools, allow } = recorder();
  expect(await executeHooked(call, tools, allow, {})).toEqual(success);
  expect(await executeHooked(call, tools, () => "deny", {})).toMatchObject({ is_error: true });
  expect(passed).toEqual(["host", "tool"]);
});

test("the first block ends the call: neither later hooks nor the host nor the tool are reached", async () => {
  const { passed, tools, allow, open, closed } = recorder();
  const hooks = { before: [open("first"), closed("plan"), closed("later")] };
  expect(await executeHooked(call, tools, allow, hooks)).toEqual(
    errorResult(call, "plan-closed: not today."),
  );
  expect(passed).toEqual(["first t1", "plan"]);
});

test("the after-hooks see a blocked call and a denied call too", async () => {
  const { passed, tools, closed, after } = recorder();
  await executeHooked(call, tools, () => "deny", { before: [closed("plan")], after: [after("seen")] });
  await executeHooked(call, tools, () => "deny", { after: [after("seen")] });
  expect(passed).toEqual([
    "plan",
    "seen t1 plan-closed: not today.",
    "seen t1 permission-denied: the host did not allow this call of run_main.",
  ]);
});

test("a before-hook that breaks is a fault, and its gate stays closed", async () => {
  const { passed, tools, allow, after } = recorder();
  const broken: BeforeHook = () => Promise.reject(new Error("the table is gone"));
  const hooks = { before: [broken], after: [after("seen")] };
  await expect(executeHooked(call, tools, allow, hooks)).rejects.toThrow("the table is gone");
  expect(passed).toEqual([]);
});

test("an after-hook that breaks is a fault behind the call", async () => {
  const { passed, tools, allow, after } = recorder();
  const broken: AfterHook = () => Promise.reject(new Error("the log is gone"));
  const hooks = { after: [broken, after("seen")] };
  await expect(executeHooked(call, tools, allow, hooks)).rejects.toThrow("the log is gone");
  expect(passed).toEqual(["host", "tool"]);
});

test("a guard takes the place of the permission gate, behind the before-hooks", async () => {
  const { passed, tools, allow, open, closed, after } = recorder();
  const guarded: ToolResultBlock = { type: "tool_result", tool_use_id: "t1", content: "guarded" };
  const guard = async (): Promise<ToolResultBlock> => {
    passed.push("guard");
    return guarded;
  };
  const hooks = { before: [open("first")], after: [after("last")] };
  expect(await executeHooked(call, tools, allow, hooks, guard)).toEqual(guarded);
  expect(await executeHooked(call, tools, allow, { before: [closed("plan")] }, guard)).toMatchObject({
    content: "plan-closed: not today.",
  });
  expect(passed).toEqual(["first t1", "guard", "last t1 guarded", "plan"]);
});
