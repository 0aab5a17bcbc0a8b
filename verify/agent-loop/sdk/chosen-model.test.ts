import "./messages-api/loopback-only.ts";
import { expect, onTestFinished, test } from "vitest";
import { parsePracticeArguments } from "../../../user_code/practice/arguments.ts";
import { chooseModel } from "../../../user_code/practice/choose-model.ts";
import { captured } from "../../harness/streams.ts";
import { overloaded } from "./messages-api/faults.ts";
import { BOTH_OPEN, runPath, script } from "./messages-api/practice-run.ts";
import { API_KEY, startStandIn } from "./messages-api/stand-in.ts";

test("the model of --model anthropic is asked at the address and with the key of the environment, and a wait is told", async () => {
  const { text } = captured("stderr");
  const inAWhile = { ...overloaded, headers: { "retry-after": "1" } };
  const server = await startStandIn({
    model: script(BOTH_OPEN),
    inject: (_, count) => (count === 1 ? inAWhile : undefined),
  });
  onTestFinished(server.close);
  const choose = await chooseModel(parsePracticeArguments(["--model", "anthropic"]), {
    ANTHROPIC_API_KEY: API_KEY,
    ANTHROPIC_MODEL: "any-model",
    ANTHROPIC_BASE_URL: server.url,
  });
  const { model, assertFinished } = choose({});
  expect(await runPath(BOTH_OPEN, model)).toMatchObject({ error: undefined, counter: "x" });
  expect(assertFinished).not.toThrow();
  expect(text()).toMatch(/^The API asks to wait 1 s \(attempt 2 of \d\)\n$/);
});
