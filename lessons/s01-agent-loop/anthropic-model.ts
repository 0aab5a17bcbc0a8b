import { Anthropic } from "@anthropic-ai/sdk";
import * as z from "zod";
import type { Message, Model, ModelRequest, ModelResponse } from "./model.ts";

export type ModelErrorCode =
  | "model-unauthorized"
  | "model-bad-request"
  | "model-overloaded"
  | "model-unavailable"
  | "model-connection"
  | "model-bad-response"
  | "model-stop-reason";

/** The API gave no response that the loop could go on with. `status` is the HTTP status, when there was one. */
export class ModelError extends Error {
  override name = "ModelError";
  readonly code: ModelErrorCode;
  readonly status: number | undefined;

  constructor(code: ModelErrorCode, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}

export type AnthropicOptions = {
  apiKey: string;
  model: string;
  /** Where the API is; the official address when left out. */
  baseURL?: string;
  /** The most tokens of one response. A model that thinks spends them on that, too. */
  maxTokens?: number;
  /** How often the client asks again after a 408, 409, 429, 5xx or a failed connection. */
  maxRetries?: number;
};

/** Milliseconds that one attempt may wait for the beginning of its answer. */
const ATTEMPT_TIMEOUT_MS = 60_000;

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
 * The client asks again by itself when the API is overloaded or the connection fails; asking again repeats the
 * request and nothing else, since tools run only after a response has come. Throws a `ModelError`:
 * `model-unauthorized` (401, 402, 403), `model-bad-request` (other 4xx), `model-overloaded` (429, 529),
 * `model-unavailable` (408, 409, other 5xx), `model-connection` (no connection, or it broke off), `model-bad-response`
 * (no JSON, or not the shape of a response), `model-stop-reason` (anything but `end_turn` and `tool_use`: such a
 * response is cut short, and no tool call in it may run).
 */
export class AnthropicModel implements Model {
  readonly #client: Anthropic;
  readonly #model: string;
  readonly #maxTokens: number;
  /** Answers with thinking in them, whole, by the part of them that the port carries. */
  readonly #thoughtfulAnswers = new Map<string, Anthropic.ContentBlock[]>();

  constructor({ apiKey, model, baseURL, maxTokens = 4096, maxRetries = 2 }: AnthropicOptions) {
    // null keeps the client from reading an address of its own from the environment.
    const client = { apiKey, baseURL: baseURL ?? null, maxRetries, timeout: ATTEMPT_TIMEOUT_MS };
    this.#client = new Anthropic(client);
    this.#model = model;
    this.#maxTokens = maxTokens;
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
    if (stop_reason !== "end_turn" && stop_reason !== "tool_use") throw stopped(stop_reason);
    const content = blocks
      .filter((block) => block.type === "text" || block.type === "tool_use")
      .filter((block) => !isBlank(block));
    if (blocks.some((block) => block.type === "thinking" || block.type === "redacted_thinking")) {
      const whole = message.content.filter((block) => !isBlank(block));
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
    try {
      return await this.#client.messages.create(body);
    } catch (error) {
      throw modelErrorFor(error, this.#client.baseURL);
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

const CHECK_ADDRESS = "Check that ANTHROPIC_BASE_URL names a Messages API, then try again.";

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

/** Anything that is not the API's or the connection's doing is returned as it came. */
function modelErrorFor(error: unknown, address: string): unknown {
  if (error instanceof SyntaxError) {
    const sentence = `The API's answer is no JSON (${oneLine(error.message)}). ${CHECK_ADDRESS}`;
    return new ModelError("model-bad-response", sentence, { cause: error });
  }
  if (error instanceof Anthropic.APIError && error.status !== undefined) {
    const { code, what, todo } = faultFor(error.status);
    const said = [error.status, error.type, error.apiMessage ?? "no message"].filter(Boolean).join(" ");
    return new ModelError(code, `${what} (${oneLine(said)}). ${todo}`, {
      cause: error,
      status: error.status,
    });
  }
  const reason = networkReason(error);
  if (reason === undefined) return error;
  return new ModelError(
    "model-connection",
    `The connection to ${address} failed or broke off (${oneLine(reason)}). Check the network and ANTHROPIC_BASE_URL, then try again.`,
    { cause: error },
  );
}

type Fault = { code: ModelErrorCode; what: string; todo: string };

const UNAUTHORIZED: Fault = {
  code: "model-unauthorized",
  what: "The API does not serve this key",
  todo: "Check ANTHROPIC_API_KEY and its account.",
};
const OVERLOADED: Fault = {
  code: "model-overloaded",
  what: "The API is overloaded or limits this key",
  todo: "The client has asked again already; try later.",
};
const UNAVAILABLE: Fault = { ...OVERLOADED, code: "model-unavailable", what: "The API failed" };
const BAD_REQUEST: Fault = {
  code: "model-bad-request",
  what: "The API refused the request",
  todo: "Check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.",
};

function faultFor(status: number): Fault {
  if (status === 429 || status === 529) return OVERLOADED;
  if (status === 408 || status === 409 || status >= 500) return UNAVAILABLE;
  return status === 401 || status === 402 || status === 403 ? UNAUTHORIZED : BAD_REQUEST;
}

/** Why the network failed: the innermost cause. Undefined when it is no network failure. */
function networkReason(error: unknown): string | undefined {
  const causes: { code: string; message: string }[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    causes.push({ code, message: cause.message });
  }
  // The client wraps what fails before the answer begins. What breaks off in its middle comes as fetch throws it.
  const isNetwork =
    error instanceof Anthropic.APIConnectionError || causes.slice(1).some((cause) => cause.code !== "");
  const { code, message } = causes.at(-1) ?? { code: "", message: "" };
  return isNetwork ? [code, message].filter(Boolean).join(": ") : undefined;
}

/** Text from outside, fit to stand in a sentence: no control characters, and not long. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
