import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import type { RetryWait } from "../../lessons/s01-agent-loop/retry-wait.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { UsageError } from "../command-line.ts";
import { safeWriter } from "../terminal.ts";
import { isKeyOnStandardInput, takeApiKey } from "./api-key.ts";
import type { PracticeArguments } from "./arguments.ts";

/** `assertFinished` throws when the run ended before the model was done: only a script can know that. */
export type ChosenModel = { model: Model; assertFinished: () => void };

/**
 * The model of `--model`. A live one takes the key out of `environment` and says on standard error how long it waits.
 * Throws `UsageError` when the environment lacks what a live model needs.
 */
export async function chooseModel(
  { model: choice, plan, decision, step }: PracticeArguments,
  environment: NodeJS.ProcessEnv,
): Promise<ChosenModel> {
  if (choice === "scripted") {
    const model = new ScriptedModel(practiceScript({ plan, decision }));
    return { model, assertFinished: () => model.assertFinished() };
  }
  if (step && isKeyOnStandardInput(environment)) {
    throw new UsageError(
      "--step reads from standard input, so the key cannot come that way. Name a file instead.",
    );
  }
  const live = liveOptions(environment);
  // Loaded here, so that a scripted run does not pay for a client that it never uses.
  const { AnthropicModel } = await import("../../lessons/s01-agent-loop/anthropic-model.ts");
  const onWait = (wait: RetryWait): void => {
    const sentence = waitSentence(wait);
    if (sentence) safeWriter(process.stderr, process.env)(`${sentence}\n`);
  };
  return { model: new AnthropicModel({ ...live, onWait }), assertFinished: () => undefined };
}

/** What a person is told who waits. Nobody notices less than a second. */
export function waitSentence({ ms, isAskedFor, attempt, attempts }: RetryWait): string | undefined {
  if (ms < 1_000) return undefined;
  const wait = `${Math.ceil(ms / 1_000)} s (attempt ${attempt} of ${attempts})`;
  return isAskedFor
    ? `The API asks to wait ${wait}`
    : `The API did not answer the request: asking again in ${wait}`;
}

function liveOptions(environment: NodeJS.ProcessEnv): { apiKey: string; model: string; baseURL?: string } {
  const apiKey = takeApiKey(environment);
  const [model, baseURL] = ["ANTHROPIC_MODEL", "ANTHROPIC_BASE_URL"].map((name) => environment[name]?.trim());
  if (!apiKey || !model) {
    const missing = [apiKey ? [] : ["ANTHROPIC_API_KEY"], model ? [] : ["ANTHROPIC_MODEL"]].flat();
    throw new UsageError(
      `--model anthropic needs ${missing.join(" and ")} in the environment: your own key for the Claude API (or ` +
        "ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script " +
        "plays the model and needs neither.",
    );
  }
  if (baseURL) requireAddress(baseURL);
  return { apiKey, model, ...(baseURL && { baseURL }) };
}

function requireAddress(baseURL: string): void {
  const address = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  const secrets = address && [address.username, address.password, address.search, address.hash];
  if (address && /^https?:$/.test(address.protocol) && !secrets?.some(Boolean)) return;
  throw new UsageError(
    "ANTHROPIC_BASE_URL must be an http or https address without a user name, a password or a query, such as " +
      "http://127.0.0.1:8080.",
  );
}
