import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { UsageError } from "../command-line.ts";
import type { PracticeArguments } from "./arguments.ts";

/** `assertFinished` throws when the run ended before the model was done: only a script can know that. */
export type ChosenModel = { model: Model; assertFinished: () => void };

/** The model of `--model`. Throws `UsageError` when the environment lacks what a live model needs. */
export async function chooseModel(
  { model: choice, plan, decision }: PracticeArguments,
  environment: NodeJS.ProcessEnv,
): Promise<ChosenModel> {
  if (choice === "scripted") {
    const model = new ScriptedModel(practiceScript({ plan, decision }));
    return { model, assertFinished: () => model.assertFinished() };
  }
  const live = liveOptions(environment);
  // Loaded here, so that a scripted run does not pay for a client that it never uses.
  const { AnthropicModel } = await import("../../lessons/s01-agent-loop/anthropic-model.ts");
  return { model: new AnthropicModel(live), assertFinished: () => undefined };
}

function liveOptions(environment: NodeJS.ProcessEnv): { apiKey: string; model: string; baseURL?: string } {
  const [apiKey, model, baseURL] = ["ANTHROPIC_API_KEY", "ANTHROPIC_MODEL", "ANTHROPIC_BASE_URL"].map(
    (name) => environment[name]?.trim() ?? "",
  );
  if (!apiKey || !model) {
    const missing = [apiKey ? [] : ["ANTHROPIC_API_KEY"], model ? [] : ["ANTHROPIC_MODEL"]].flat();
    throw new UsageError(
      `--model anthropic needs ${missing.join(" and ")} in the environment: your own key for the Claude API and the ` +
        "name of a model. Without --model, the script plays the model and needs neither.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UsageError("ANTHROPIC_API_KEY holds a space or a character that no key has. Set it anew.");
  }
  if (baseURL) requireAddress(baseURL);
  return { apiKey, model, ...(baseURL && { baseURL }) };
}

function requireAddress(baseURL: string): void {
  const address = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (address && /^https?:$/.test(address.protocol) && !address.username && !address.password) return;
  throw new UsageError(
    "ANTHROPIC_BASE_URL must be an http or https address without a user name or password, such as http://127.0.0.1:8080.",
  );
}
