import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import {
  type Decide,
  defineTool,
  denyAll,
  dispatchOnly,
  errorResult,
  executeGuarded,
  type PermissionDecision,
  Refusal,
  type Tool,
  type ToolAccess,
  type ToolOutput,
  toolDefinition,
} from "../../lessons/s04-permission/execute-guarded.ts";

type Counted = { tool: Tool; runs: unknown[] };

/** A tool that takes a path and keeps what it was run with. */
function pathTool(access: ToolAccess, output: () => ToolOutput = () => "done", name = "touch"): Counted {
  const runs: unknown[] = [];
  const tool = defineTool({
    name,
    description: "Touches a file.",
    access,
    input: z.strictObject({ path: z.string().trim() }),
    run: async (input, call) => {
      runs.push({ input, id: call.id });
      return output();
    },
  });
  return { tool, runs };
}

const call = (input: unknown = { path: "a" }, name = "touch"): ToolUseBlock => ({
  type: "tool_use",
  id: "t1",
  name,
  input,
});

/** A host that keeps the calls it was asked about. */
function host(...answers: PermissionDecision[]): { decide: Decide; asked: ToolUseBlock[] } {
  const asked: ToolUseBlock[] = [];
  const decide: Decide = (made) => {
    asked.push(made);
    return answers[asked.length - 1] ?? "deny";
  };
  return { decide, asked };
}

const success = { type: "tool_result", tool_use_id: "t1", content: "done" };
const denied = {
  type: "tool_result",
  tool_use_id: "t1",
  content: "permission-denied: the host did not allow this call of touch.",
  is_error: true,
};

describe("the permission gate", () => {
  test("an execute tool runs when the host allows this call", async () => {
    const { tool, runs } = pathTool("execute");
    const { decide, asked } = host("allow");
    expect(await executeGuarded(call(), [tool], decide)).toEqual(success);
    expect(asked).toEqual([call()]);
    expect(runs).toEqual([{ input: { path: "a" }, id: "t1" }]);
  });

  test.each<PermissionDecision>(["deny", "ask"])("the host's answer %s closes the gate", async (answer) => {
    const { tool, runs } = pathTool("execute");
    expect(await executeGuarded(call(), [tool], () => answer)).toEqual(denied);
    expect(runs).toEqual([]);
  });

  test("a host that nobody named denies", async () => {
    const { tool, runs } = pathTool("execute");
    expect(await executeGuarded(call(), [tool])).toEqual(denied);
    expect(runs).toEqual([]);
    expect(denyAll(call())).toBe("deny");
  });

  test("the host is asked again for every call: an answer is never kept", async () => {
    const { tool, runs } = pathTool("execute");
    const { decide, asked } = host("allow", "deny", "allow");
    const results = [];
    for (let round = 0; round < 3; round += 1) results.push(await executeGuarded(call(), [tool], decide));
    expect(results).toEqual([success, denied, success]);
    expect(asked).toHaveLength(3);
    expect(runs).toHaveLength(2);
  });

  test("the tool waits until a slow host has answered", async () => {
    const { tool, runs } = pathTool("execute");
    let answer: (decision: PermissionDecision) => void = () => undefined;
    const result = executeGuarded(call(), [tool], () => new Promise((resolve) => (answer = resolve)));
    expect(runs).toEqual([]);
    answer("allow");
    expect(await result).toEqual(success);
    expect(runs).toHaveLength(1);
  });

  test("a host that fails is a fault, and the tool does not run", async () => {
    const { tool, runs } = pathTool("execute");
    const failing: Decide = () => Promise.reject(new Error("the host is gone"));
    await expect(executeGuarded(call(), [tool], failing)).rejects.toThrow("the host is gone");
    expect(runs).toEqual([]);
  });

  test.each<ToolAccess>(["read", "protocol"])("a %s tool runs without asking the host", async (access) => {
    const { tool, runs } = pathTool(access);
    const { decide, asked } = host("deny");
    expect(await executeGuarded(call(), [tool], decide)).toEqual(success);
    expect(asked).toEqual([]);
    expect(runs).toHaveLength(1);
  });

  test("an unknown tool is an error that lists the tools of the turn", async () => {
    const { decide, asked } = host("allow");
    const tools = [pathTool("execute").tool, pathTool("read", undefined, "look").tool];
    expect(await executeGuarded(call({}, "rm"), tools, decide)).toEqual(
      errorResult(call(), "unknown-tool: there is no tool rm. The tools of this turn: touch, look."),
    );
    expect(await executeGuarded(call({}, "rm"), [])).toMatchObject({
      content: "unknown-tool: there is no tool rm. The tools of this turn: none.",
      is_error: true,
    });
    expect(asked).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["a missing key", {}],
    ["a wrong type", { path: 7 }],
    ["an extra key, such as who is calling", { path: "a", actor: "lead" }],
    ["no object", "a"],
  ])("input with %s is refused before the host is asked", async (_, input) => {
    const { tool, runs } = pathTool("execute");
    const { decide, asked } = host("allow");
    const result = await executeGuarded(call(input), [tool], decide);
    expect(result).toMatchObject({ tool_use_id: "t1", is_error: true });
    expect(result.content).toMatch(/^invalid-input: \S/);
    expect(asked).toEqual([]);
    expect(runs).toEqual([]);
  });

  test("the tool gets the input as its schema parsed it", async () => {
    const { tool, runs } = pathTool("read");
    await executeGuarded(call({ path: "  a " }), [tool]);
    expect(runs).toEqual([{ input: { path: "a" }, id: "t1" }]);
  });

  test("a refusal that a tool throws is an answer with its code and sentence", async () => {
    const { tool } = pathTool("read", () => {
      throw new Refusal("no-such-file", "There is no file a.");
    });
    expect(await executeGuarded(call(), [tool])).toEqual(
      errorResult(call(), "no-such-file: There is no file a."),
    );
  });

  test("an error that a tool returns is an error result", async () => {
    const { tool } = pathTool("read", () => ({ content: "exit code 3", is_error: true }));
    expect(await executeGuarded(call(), [tool])).toEqual(errorResult(call(), "exit code 3"));
  });

  test("any other error that a tool throws goes up as a fault", async () => {
    const { tool } = pathTool("read", () => {
      throw new RangeError("off by one");
    });
    await expect(executeGuarded(call(), [tool])).rejects.toThrow(RangeError);
  });
});

describe("a turn with one purpose", () => {
  test("dispatches its one tool", async () => {
    const { tool, runs } = pathTool("protocol");
    expect(await dispatchOnly(tool)(call())).toEqual(success);
    expect(runs).toHaveLength(1);
  });

  test("answers every other name with not-in-this-turn", async () => {
    const { tool, runs } = pathTool("protocol");
    expect(await dispatchOnly(tool)(call({}, "run_main"))).toEqual(
      errorResult(call(), "not-in-this-turn: only touch can be called in this turn."),
    );
    expect(runs).toEqual([]);
  });

  test("has no host that could allow an execute tool", async () => {
    const { tool, runs } = pathTool("execute");
    expect(await dispatchOnly(tool)(call())).toEqual(denied);
    expect(runs).toEqual([]);
  });
});

test("a model is told name, description and input schema of a tool, closed against extra keys", () => {
  expect(toolDefinition(pathTool("execute").tool)).toEqual({
    name: "touch",
    description: "Touches a file.",
    input_schema: {
      type: "object",
      properties: { path: { type: "string" } },
      required: ["path"],
      additionalProperties: false,
    },
  });
});

test("a refusal says by its name what it is, and keeps its code and its cause", () => {
  const cause = new Error("EACCES");
  const refusal = new Refusal("save-failed", "It could not be saved.", { cause });
  expect(refusal).toMatchObject({ name: "Refusal", code: "save-failed", cause });
  expect(String(refusal)).toBe("Refusal: It could not be saved.");
});
