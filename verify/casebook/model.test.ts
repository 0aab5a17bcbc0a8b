import "../agent-loop/sdk/messages-api/loopback-only.ts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AnthropicModel, type AnthropicOptions } from "../../lessons/s01-agent-loop/anthropic-model.ts";
import type { Model, ModelResponse } from "../../lessons/s01-agent-loop/model.ts";
import type { RetryWait } from "../../lessons/s01-agent-loop/retry-wait.ts";
import { waitSentence } from "../../user_code/practice/choose-model.ts";
import {
  BOTH_OPEN,
  injectAt,
  overSdk,
  REVIEWED,
  script,
  useTools,
} from "../agent-loop/sdk/messages-api/practice-run.ts";
import {
  API_KEY,
  type Exchange,
  errorReply,
  messageReply,
  type Reply,
  type StandInOptions,
  startStandIn,
} from "../agent-loop/sdk/messages-api/stand-in.ts";

const yes: ModelResponse = { content: [{ type: "text", text: "Yes." }], stop_reason: "end_turn" };
const agreeing: Model = { respond: async () => yes };

type Asked = {
  url: string;
  answer: Promise<ModelResponse>;
  waits: RetryWait[];
  exchanges: readonly Exchange[];
};

/** Asks the live model one question, with the stand-in of the API behind it until the test ends. */
async function ask(api: Partial<StandInOptions>, options: Partial<AnthropicOptions> = {}): Promise<Asked> {
  const server = await startStandIn({ model: agreeing, ...api });
  onTestFinished(() => server.close());
  const waits: RetryWait[] = [];
  const model = new AnthropicModel({
    apiKey: API_KEY,
    model: "any-model",
    baseURL: server.url,
    onWait: (wait) => {
      waits.push(wait);
      // Whoever waits has set the timer when this runs.
      if (vi.isFakeTimers()) queueMicrotask(() => vi.advanceTimersByTime(wait.ms));
    },
    ...options,
  });
  const answer = model.respond({
    actor: "reader",
    system: "You answer.",
    messages: [{ role: "user", content: [{ type: "text", text: "Ready?" }] }],
    tools: [],
  });
  return { url: server.url, answer, waits, exchanges: server.exchanges };
}

/** Answers the first `times` requests with 529 and these headers, and the ones after them as asked. */
function overloadedAtFirst(
  times: number,
  headers: Record<string, string>,
  status = 529,
): Partial<StandInOptions> {
  const reply = { ...errorReply({ status, type: "overloaded_error", message: "Overloaded" }), headers };
  return { inject: (_, count) => (count <= times ? reply : undefined) };
}

function promised<T>(): { value: Promise<T>; fulfil: (value: T) => void } {
  let fulfil: (value: T) => void = () => undefined;
  const value = new Promise<T>((resolve) => {
    fulfil = resolve;
  });
  return { value, fulfil };
}

/** From here to the end of the test, a minute passes when the test says so. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

describe("pi PR#4991: a wait that the API asks for is told, and never longer than a minute", () => {
  test.each([
    { "retry-after": "3600" },
    { "retry-after": "61" },
    { "retry-after-ms": "60001" },
    { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" },
    { "retry-after": "9e99" },
  ])("%j ends the call at once, and the error says what was asked for", async (headers) => {
    const { answer, waits, exchanges } = await ask(overloadedAtFirst(1, headers));
    await expect(answer).rejects.toMatchObject({
      code: "model-overloaded",
      message: expect.stringMatching(
        / It was asked once, and asks to wait [\de+]+ s, while a call waits 60 s at most; try later\.$/,
      ),
    });
    expect([waits, exchanges.length]).toEqual([[], 1]);
  });

  test("3600 s are told as such, also of an API that failed otherwise", async () => {
    const { answer } = await ask(overloadedAtFirst(1, { "retry-after": "3600" }, 503));
    await expect(answer).rejects.toMatchObject({
      code: "model-unavailable",
      message: expect.stringContaining("asks to wait 3600 s, while"),
    });
  });

  test("two waits of 40 s are more than a minute: the second is not begun", async () => {
    stopTheClock();
    const { answer, waits, exchanges } = await ask(overloadedAtFirst(9, { "retry-after": "40" }));
    await expect(answer).rejects.toThrow("It was asked 2 times, and asks to wait 40 s; try later.");
    expect(waits).toEqual([{ ms: 40_000, isAskedFor: true, attempt: 2, attempts: 3 }]);
    expect(exchanges.map(({ status }) => status)).toEqual([529, 529]);
  });

  test.each([
    [{ "retry-after": "8" }, 8_000],
    [{ "retry-after": "60" }, 60_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "8", "retry-after-ms": "2500" }, 2_500],
  ])("%j is waited for and counted, then the request is sent again", async (headers, ms) => {
    stopTheClock();
    const { answer, waits, exchanges } = await ask(overloadedAtFirst(1, headers));
    expect(await answer).toEqual(yes);
    expect(waits).toEqual([{ ms, isAskedFor: true, attempt: 2, attempts: 3 }]);
    expect(exchanges.map(({ retry }) => retry)).toEqual(["0", "1"]);
  });

  test.each([{}, { "retry-after": "soon" }, { "retry-after": "-5" }, { "retry-after": "0" }])(
    "%j asks for no wait: half a second and a second are waited",
    async (headers) => {
      stopTheClock();
      const { answer, waits } = await ask(overloadedAtFirst(2, headers));
      expect(await answer).toEqual(yes);
      expect(waits.map(({ ms, isAskedFor }) => [ms, isAskedFor])).toEqual([
        [500, false],
        [1_000, false],
      ]);
    },
  );

  test("waits of its own end at 8 s each", async () => {
    stopTheClock();
    const { answer, waits } = await ask(overloadedAtFirst(7, {}), { maxRetries: 7 });
    expect(await answer).toEqual(yes);
    expect(waits.map(({ ms }) => ms)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  test("what the API says about asking again goes before its status", async () => {
    const no = await ask(overloadedAtFirst(1, { "x-should-retry": "false" }));
    await expect(no.answer).rejects.toMatchObject({ code: "model-overloaded" });
    const yesAgain = await ask(
      overloadedAtFirst(1, { "x-should-retry": "true", "retry-after-ms": "1" }, 400),
    );
    expect(await yesAgain.answer).toEqual(yes);
  });

  test("a person reads the seconds and the attempts, and nothing of a wait below a second", () => {
    const wait = { ms: 7_200, isAskedFor: true, attempt: 2, attempts: 3 };
    expect(waitSentence(wait)).toBe("The API asks to wait 8 s (attempt 2 of 3)");
    expect(waitSentence({ ...wait, ms: 1_000, isAskedFor: false })).toBe(
      "The API did not answer the request: asking again in 1 s (attempt 2 of 3)",
    );
    expect(waitSentence({ ...wait, ms: 999 })).toBeUndefined();
  });
});

// https://github.com/anthropics/anthropic-sdk-python/issues/88
describe("anthropic-sdk-python#88: an answer has the time that its tokens need, and too slow is no network fault", () => {
  /** An API that has the request and holds its answer back. */
  async function askSlowApi(
    options: Partial<AnthropicOptions> = {},
  ): Promise<Asked & { answerNow: () => void }> {
    stopTheClock();
    const reached = promised<void>();
    const held = promised<ModelResponse>();
    const model: Model = {
      respond: () => {
        reached.fulfil();
        return held.value;
      },
    };
    const asked = await ask({ model }, options);
    await reached.value;
    return { ...asked, answerNow: () => held.fulfil(yes) };
  }

  test.each([
    [undefined, 175],
    [1_024, 88],
    [1_001, 88],
    [100_000, 290],
  ])("with %s tokens asked for, an answer may take %i s", async (maxTokens, seconds) => {
    const { answer, answerNow, exchanges } = await askSlowApi(maxTokens ? { maxTokens } : {});
    vi.advanceTimersByTime((seconds - 1) * 1_000);
    answerNow();
    expect(await answer).toEqual(yes);
    expect(exchanges).toHaveLength(1);
  });

  test("one that takes longer ends in one sentence about time, and is not asked for again", async () => {
    const { answer, exchanges } = await askSlowApi();
    vi.advanceTimersByTime(175_200);
    await expect(answer).rejects.toMatchObject({
      code: "model-timeout",
      message:
        "The API is too slow: an answer of up to 4096 tokens may take 176 s, and this one was not whole by then. " +
        "Try later, or name a faster model in ANTHROPIC_MODEL.",
    });
    expect(exchanges).toHaveLength(1);
  });

  test("one that begins and never ends is too slow as well", async () => {
    stopTheClock();
    const half: Reply = { ...messageReply(yes), end: "stall" };
    const sent = promised<void>();
    const { answer, url } = await ask({
      inject: () => {
        sent.fulfil();
        return half;
      },
    });
    await sent.value;
    // The half that was sent before it has arrived when this has been answered.
    await fetch(url);
    vi.advanceTimersByTime(175_200);
    await expect(answer).rejects.toMatchObject({ code: "model-timeout" });
  });
});

// https://github.com/anthropics/claude-agent-sdk-typescript/pull/235
test.each(["debug", "info", "warn", "nonsense"])(
  "claude-agent-sdk-typescript PR#235: ANTHROPIC_LOG=%s writes nothing",
  async (level) => {
    vi.stubEnv("ANTHROPIC_LOG", level);
    onTestFinished(() => void vi.unstubAllEnvs());
    const methods = ["debug", "info", "log", "warn", "error"] as const;
    const spies = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
    onTestFinished(() => void vi.restoreAllMocks());
    const { answer } = await ask(overloadedAtFirst(1, { "retry-after-ms": "1" }));
    expect(await answer).toEqual(yes);
    expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
  },
);

// https://github.com/langchain-ai/langgraph/issues/4397
describe("langgraph#4397: two tool calls with one id are one fault", () => {
  test("of the program: it does not run, and no letter is saved after it", async () => {
    const twice = useTools(["call-6", "run_main"], ["call-6", "run_main"]);
    const inject = injectAt("call-5", messageReply(twice));
    const run = await overSdk({ model: script(BOTH_OPEN), inject });
    expect(run.error).toMatchObject({ code: "model-bad-response" });
    expect(run).toMatchObject({
      counter: null,
      members: { reader: "idle" },
      requests: [{ status: "approved" }],
    });
    expect(run.letters).toHaveLength(2);
  });

  test("of one answer and an earlier one: the program does not run a second time", async () => {
    const again = useTools(["call-6", "run_main"]);
    const run = await overSdk({ model: script(BOTH_OPEN), inject: injectAt("call-6", messageReply(again)) });
    expect(run.error).toMatchObject({ code: "model-bad-response" });
    expect(run.counter).toBe("x");
  });
});

test("a key that the API repeats in its refusal is not repeated in the sentence", async () => {
  const reply = errorReply({ status: 401, type: "authentication_error", message: `no such key: ${API_KEY}` });
  const run = await overSdk({ model: script(BOTH_OPEN), inject: injectAt(REVIEWED, reply) });
  expect(String(run.error)).toContain("no such key: [key]");
  expect(String(run.error)).not.toContain(API_KEY);
});
