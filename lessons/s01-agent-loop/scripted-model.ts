import { frozenCopy } from "./frozen-copy.ts";
import { type Message, type Model, type ModelRequest, type ModelResponse, toolResults } from "./model.ts";

/** What the request of a step must look like. Each part that is left out is not looked at. */
export type Expectation = {
  /** The names of the offered tools, in order. */
  tools?: readonly string[];
  /** Each of these must be part of the text in the last user message. */
  lastTexts?: readonly string[];
  /** A tool result the request must hold: the call it answers and, if said, whether it is an error, what it contains. */
  toolResult?: { tool_use_id: string; is_error?: boolean; contains?: string };
  /** How many messages the history must hold at least: a kept history is longer than a fresh one. */
  minMessages?: number;
};

export type ScriptStep = {
  actor: string;
  expect: Expectation;
  reply: ModelResponse | ((request: ModelRequest) => ModelResponse);
};

/** The loop asked for a response after the last step of the script. */
export class UnexpectedModelCallError extends Error {
  override name = "UnexpectedModelCallError";
  readonly code = "unexpected-model-call";
  readonly call: number;
  readonly actor: string;
  readonly steps: number;

  constructor(call: number, actor: string, steps: number) {
    super(
      `Model call ${call}, by ${actor}, is one too many: the script ends after step ${steps}. ` +
        "Add a step for it, or find out why the loop went on.",
    );
    this.call = call;
    this.actor = actor;
    this.steps = steps;
  }
}

/** The run ended although steps of the script were never asked for. */
export class UnconsumedStepsError extends Error {
  override name = "UnconsumedStepsError";
  readonly code = "unconsumed-steps";
  readonly consumed: number;
  readonly leftOver: readonly string[];

  constructor(consumed: number, leftOver: readonly string[]) {
    super(
      `The run ended after ${consumed} model calls and left ${leftOver.length} of the script's steps unused, ` +
        `next one for ${leftOver[0]}. Remove them, or find out why the loop stopped early.`,
    );
    this.consumed = consumed;
    this.leftOver = leftOver;
  }
}

/** A request does not look as its step says. */
export class ScriptMismatchError extends Error {
  override name = "ScriptMismatchError";
  readonly code = "script-mismatch";
  readonly step: number;
  readonly part: string;
  readonly expected: string;
  readonly received: string;

  constructor(step: number, part: string, expected: string, received: string) {
    super(`Step ${step} of the script: ${part} differs.\n  expected: ${expected}\n  received: ${received}`);
    this.step = step;
    this.part = part;
    this.expected = expected;
    this.received = received;
  }
}

/** How many answers each actor's history holds already. An actor that is left out has none. */
export type Answered = Readonly<Record<string, number>>;

/**
 * A model that plays a script: one step for each call, in order, the request checked against the step first. Of each
 * actor, as many steps as it has been `answered` already are behind it: a process that goes on with a session plays
 * what is left.
 *
 * One call too many throws `UnexpectedModelCallError`, a request that does not fit throws `ScriptMismatchError`, and
 * `assertFinished()` throws `UnconsumedStepsError` while steps are left. `requests` holds frozen copies of all
 * requests that came, the one that failed included. After a mismatch the step counts as consumed.
 */
export class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #steps: readonly ScriptStep[];
  readonly #left: number[];
  /** How many model calls there have been, those of earlier processes too. */
  #calls: number;

  constructor(steps: readonly ScriptStep[], answered: Answered = {}) {
    this.#steps = steps;
    this.#left = steps.flatMap(({ actor }, index) => {
      const earlier = steps.slice(0, index).filter((step) => step.actor === actor);
      return earlier.length < (answered[actor] ?? 0) ? [] : [index];
    });
    this.#calls = steps.length - this.#left.length;
  }

  async respond(request: ModelRequest): Promise<ModelResponse> {
    const kept = frozenCopy(request);
    this.requests.push(kept);
    this.#calls += 1;
    const index = this.#left.shift() ?? this.#steps.length;
    const step = this.#steps[index];
    if (!step) throw new UnexpectedModelCallError(this.#calls, request.actor, this.#steps.length);
    checkRequest(index + 1, step, kept);
    return structuredClone(typeof step.reply === "function" ? step.reply(kept) : step.reply);
  }

  /** The steps of an actor that gets no turn any more: nobody will ask for them. */
  giveUp(actor: string): void {
    const others = this.#left.filter((index) => this.#steps[index]?.actor !== actor);
    this.#calls += this.#left.length - others.length;
    this.#left.splice(0, this.#left.length, ...others);
  }

  assertFinished(): void {
    const leftOver = this.#left.flatMap((index) => this.#steps[index]?.actor ?? []);
    if (leftOver.length > 0) throw new UnconsumedStepsError(this.#calls, leftOver);
  }
}

function checkRequest(number: number, { actor, expect }: ScriptStep, request: ModelRequest): void {
  const check = (part: string, expected: string, received: string, fits: boolean): void => {
    if (!fits) throw new ScriptMismatchError(number, part, expected, received);
  };

  check("the actor", actor, request.actor, request.actor === actor);
  if (expect.tools) {
    const expected = expect.tools.join(", ");
    const received = request.tools.map((tool) => tool.name).join(", ");
    check("the offered tools", expected, received, received === expected);
  }
  for (const text of expect.lastTexts ?? []) {
    const received = lastUserText(request.messages);
    check("the text of the last user message", `… ${text} …`, received, received.includes(text));
  }
  if (expect.toolResult) {
    const { tool_use_id, is_error, contains = "" } = expect.toolResult;
    const result = toolResults(request.messages).get(tool_use_id);
    const describe = (isError: boolean | undefined, content: string): string =>
      `${isError === undefined ? "success or error" : isError ? "error" : "success"}: ${content}`;
    check(
      `the result of ${tool_use_id}`,
      describe(is_error, `… ${contains} …`),
      result ? describe(result.is_error === true, result.content) : "no such result",
      result !== undefined &&
        (is_error === undefined || is_error === (result.is_error === true)) &&
        result.content.includes(contains),
    );
  }
  if (expect.minMessages !== undefined) {
    const received = request.messages.length;
    check(
      "the length of the history",
      `at least ${expect.minMessages} messages`,
      `${received}`,
      received >= expect.minMessages,
    );
  }
}

function lastUserText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "user");
  return last?.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n") ?? "";
}
