import { LETTERS_READ, practiceScript } from "../../fixtures/model-scripts/practice.ts";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import type { RetryWait } from "../../lessons/s01-agent-loop/retry-wait.ts";
import {
  type Answered,
  ScriptedModel,
  type ScriptStep,
} from "../../lessons/s01-agent-loop/scripted-model.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { say } from "../../lessons/strings/say.ts";
import { UsageError } from "../command-line.ts";
import { safeWriter } from "../terminal.ts";
import { isKeyOnStandardInput, takeApiKey } from "./api-key.ts";
import type { PracticeArguments } from "./arguments.ts";

export type Played = {
  model: Model;
  /** Told of a member that gets no turn any more. */
  giveUp: (member: string) => void;
  /** Throws when the run ended before the model was done: only a script can know that. */
  assertFinished: () => void;
};

/** The model for a session in which the members have been answered so often already. */
export type ChosenModel = (answered: Answered) => Played;

/**
 * The model of `--model`. A live one takes the key out of `environment` and says on standard error how long it waits.
 * Throws `UsageError` when the environment lacks what a live model needs.
 */
export async function chooseModel(
  { model: choice, plan, step }: Pick<PracticeArguments, "model" | "plan" | "step">,
  environment: NodeJS.ProcessEnv,
): Promise<ChosenModel> {
  if (choice === "scripted") {
    return (answered) => scripted(practiceScript({ plan }), answered);
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
  const nothing = (): void => undefined;
  return () => ({ model: new AnthropicModel({ ...live, onWait }), giveUp: nothing, assertFinished: nothing });
}

/**
 * The stand-in, which plays what is left of these steps. A turn without tools is for letters that came in, and for no
 * step: whether there are any is nobody's to know before.
 */
export function scripted(steps: readonly ScriptStep[], answered: Answered): Played {
  const script = new ScriptedModel(steps, answered);
  return {
    model: {
      respond: async (request) =>
        request.tools.length === 0 ? structuredClone(LETTERS_READ) : script.respond(request),
    },
    giveUp: (member) => script.giveUp(member),
    assertFinished: () => script.assertFinished(),
  };
}

/** How many answers the history of each member holds already. Only for use inside a critical section. */
export function answeredIn({ team }: ProtocolState): Answered {
  return Object.fromEntries([...team].map(([name, { modelCalls }]) => [name, modelCalls]));
}

/** What a person is told who waits. Nobody notices less than a second. */
export function waitSentence({ ms, isAskedFor, attempt, attempts }: RetryWait): string | undefined {
  if (ms < 1_000) return undefined;
  const seconds = Math.ceil(ms / 1_000);
  return say(isAskedFor ? "api-asks-to-wait" : "api-silent", { seconds, attempt, attempts });
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
