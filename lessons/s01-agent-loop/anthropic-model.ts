import { Anthropic } from "@anthropic-ai/sdk";
import * as z from "zod";
import { type Message, type Model, type ModelRequest, type ModelResponse, repeatedCallId } from "./model.ts";
import { CHECK_ADDRESS, inSeconds, ModelError, modelErrorFor, oneLine } from "./model-error.ts";
import { LONGEST_WAIT_MS, type RetryWait, waitAfter } from "./retry-wait.ts";
import { isWellFormed } from "./well-formed.ts";

export type AnthropicOptions = {
  apiKey: string;
  model: string;
  /** Where the API is; the official address when left out. */
  baseURL?: string;
  /** The most tokens of one response. A model that thinks spends them on that, too. */
  maxTokens?: number;
  /** How often a request is sent again after a 408, 409, 429, 5xx or a failed connection. */
  maxRetries?: number;
  /** Told of each wait before a request is sent again. */
  onWait?: (wait: RetryWait) => void;
};

/** The slowest that the official client reckons with: 128,000 tokens an hour. */
const MS_PER_TOKEN = 3_600_000 / 128_000;

/** Node's fetch gives up after 300 s without a word, and says less about it. */
const LONGEST_ANSWER_MS = 290_000;

/** Milliseconds from a request to the last byte of its answer: a minute, and what so many tokens can take. */
function answerLimit(maxTokens: number): number {
  return Math.min(60_000 + Math.ceil(maxTokens * MS_PER_TOKEN), LONGEST_ANSWER_MS);
}

/** The client's own log would go to standard output, between the events of `--json`. */
const NO_LOG = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const portBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
  }),
]);
const hiddenBlock = z.object({ type: z.enum(["thinking", "redacted_thinking"]) });
const answer = z.object({
  content: z.array(z.discriminatedUnion("type", [portBlock, hiddenBlock])),
  stop_reason: z.string().nullable(),
});

/**
 * A live model: the official client of the Messages API behind the `Model` port.
 *
 * A request is sent again when the API is overloaded or the connection fails. That repeats the request and nothing
 * else, since tools run only after a response has come. The waits before that are what the API asks for, 60 s together
 * at most, each told to `onWait`. Throws a `ModelError`: `model-unauthorized` (401, 402, 403), `model-bad-request`
 * (other 4xx), `model-overloaded` (429, 529), `model-unavailable` (408, 409, other 5xx), `model-connection` (no
 * connection, or it broke off), `model-timeout` (not whole within a minute and what `maxTokens` tokens can take),
 * `model-bad-response` (no JSON, not the shape of a response, two tool calls with one id, or thinking that is no
 * well-formed Unicode), `model-stop-reason` (anything but `end_turn` and `tool_use`: such a response is cut short, and
 * no tool call in it may run).
 */
export class AnthropicModel implements Model {
  readonly #client: Anthropic;
  readonly #apiKey: string;
  readonly #model: string;
  readonly #maxTokens: number;
  readonly #attempts: number;
  readonly #onWait: (wait: RetryWait) => void;
  /** Answers with thinking in them, whole, by the part of them that the port carries. */
  readonly #thoughtfulAnswers = new Map<string, Anthropic.ContentBlock[]>();

  constructor({ apiKey, model, baseURL, maxTokens = 4096, maxRetries = 2, onWait }: AnthropicOptions) {
    this.#client = new Anthropic({
      apiKey,
      // null keeps the client from reading an address of its own from the environment.
      baseURL: baseURL ?? null,
      logger: NO_LOG,
      logLevel: "off",
      // It would wait as long as it is told, and in silence.
      maxRetries: 0,
    });
    this.#apiKey = apiKey;
    this.#model = model;
    this.#maxTokens = maxTokens;
    this.#attempts = maxRetries + 1;
    this.#onWait = onWait ?? (() => undefined);
  }

  async respond({ actor, system, messages, tools }: ModelRequest): Promise<ModelResponse> {
    const message = await this.#create({
      model: this.#model,
      max_tokens: this.#maxTokens,
      system,
      messages: messages.map((each) => this.#wireMessage(each)),
      tools,
      metadata: { user_id: actor },
    });
    const { stop_reason, content: blocks } = requireAnswer(message);
    requireNewIds(messages, blocks);
    if (stop_reason !== "end_turn" && stop_reason !== "tool_use") throw stopped(stop_reason);
    const content = blocks
      .filter((block) => block.type === "text" || block.type === "tool_use")
      .filter((block) => !isBlank(block));
    if (blocks.some((block) => block.type === "thinking" || block.type === "redacted_thinking")) {
      const whole = message.content.filter((block) => !isBlank(block));
      requireReturnable(whole);
      this.#thoughtfulAnswers.set(JSON.stringify(content), whole);
    }
    return { content, stop_reason };
  }

  /** Thinking has to go back unchanged together with the tool call that it led to, or the API refuses the request. */
  #wireMessage(message: Message): Anthropic.MessageParam {
    if (message.role === "user") return message;
    return {
      role: "assistant",
      content: this.#thoughtfulAnswers.get(JSON.stringify(message.content)) ?? message.content,
    };
  }

  async #create(body: Anthropic.MessageCreateParamsNonStreaming): Promise<Anthropic.Message> {
    let waited = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(body, attempt);
      } catch (error) {
        const wait = attempt < this.#attempts ? waitAfter(error, attempt) : undefined;
        if (!wait || waited + wait.ms > LONGEST_WAIT_MS) {
          const { baseURL: address } = this.#client;
          throw modelErrorFor(error, { address, attempts: attempt, secret: this.#apiKey });
        }
        waited += wait.ms;
        this.#onWait({ ...wait, attempt: attempt + 1, attempts: this.#attempts });
        await new Promise((resolve) => setTimeout(resolve, wait.ms));
      }
    }
  }

  async #attempt(
    body: Anthropic.MessageCreateParamsNonStreaming,
    attempt: number,
  ): Promise<Anthropic.Message> {
    const limit = answerLimit(body.max_tokens);
    const tooSlow = new AbortController();
    const timer = setTimeout(() => tooSlow.abort(), limit);
    try {
      return await this.#client.messages.create(body, {
        signal: tooSlow.signal,
        // The client's own limit ends with the first byte of an answer.
        timeout: 2 * limit,
        headers: { "x-stainless-retry-count": String(attempt - 1) },
      });
    } catch (error) {
      throw tooSlow.signal.aborted ? tooSlowAnswer(body.max_tokens, error) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The API refuses a history that holds blank text, so none of it is kept. */
function isBlank(block: { type: string; text?: unknown }): boolean {
  return block.type === "text" && String(block.text).trim() === "";
}

function requireAnswer(message: unknown): z.output<typeof answer> {
  const parsed = answer.safeParse(message);
  if (parsed.success) return parsed.data;
  throw new ModelError(
    "model-bad-response",
    `The API's answer has not the shape of a response (${oneLine(z.prettifyError(parsed.error))}). ${CHECK_ADDRESS}`,
    { cause: parsed.error },
  );
}

/** Which result belongs to which call is told by the id alone, so two calls with one id are one fault and no calls. */
function requireNewIds(history: readonly Message[], blocks: z.output<typeof answer>["content"]): void {
  const id = repeatedCallId(history, blocks);
  if (id === undefined) return;
  throw new ModelError(
    "model-bad-response",
    `The API's answer gives a tool call the id of another one (${oneLine(JSON.stringify(id))}). No tool call of it was run. ${CHECK_ADDRESS}`,
  );
}

/** Thinking goes back unchanged or not at all, and the API takes no half of a surrogate pair from anybody. */
function requireReturnable(blocks: readonly Anthropic.ContentBlock[]): void {
  const thoughts = blocks.filter(({ type }) => type === "thinking" || type === "redacted_thinking");
  if (isWellFormed(thoughts)) return;
  throw new ModelError(
    "model-bad-response",
    "The API's answer holds half of a surrogate pair in its thinking, which no later request could send back. " +
      "No tool call of it was run. Start a new session.",
  );
}

function tooSlowAnswer(maxTokens: number, cause: unknown): ModelError {
  return new ModelError(
    "model-timeout",
    `The API is too slow: an answer of up to ${maxTokens} tokens may take ${inSeconds(answerLimit(maxTokens))}, and this one was not whole by then. Try later, or name a faster model in ANTHROPIC_MODEL.`,
    { cause },
  );
}

const STOP_REASONS = new Map([
  ["max_tokens", "the response was longer than max_tokens"],
  ["model_context_window_exceeded", "the history is longer than the model can take"],
  ["refusal", "the model refused to answer"],
  ["pause_turn", "the API paused a long turn, which this loop does not resume"],
  ["stop_sequence", "a stop sequence was met, though none was asked for"],
]);

function stopped(stopReason: string | null): ModelError {
  const why = STOP_REASONS.get(stopReason ?? "") ?? "this loop does not know that reason";
  return new ModelError(
    "model-stop-reason",
    `The response stopped with ${oneLine(JSON.stringify(stopReason))}: ${why}. No tool call of it was run. Start a new session.`,
  );
}
