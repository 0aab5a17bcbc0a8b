import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { practiceScript } from "../../../../fixtures/model-scripts/practice.ts";
import { AnthropicModel } from "../../../../lessons/s01-agent-loop/anthropic-model.ts";
import { type Model, type ModelResponse, toolResults } from "../../../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel } from "../../../../lessons/s01-agent-loop/scripted-model.ts";
import { type MailboxMessage, readMailbox } from "../../../../lessons/s15-mailboxes/mailbox.ts";
import type { RequestRecord } from "../../../../lessons/s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../../../../lessons/s16-team-protocols/session-event.ts";
import { startSession } from "../../../../lessons/x1-shared-session/folder-session.ts";
import { isDrawn } from "../../../../user_code/practice/display.ts";
import { runPractice } from "../../../../user_code/practice/path.ts";
import { practiceTeam } from "../../../../user_code/practice/setup.ts";
import { testInterpreter } from "../../../harness/processes/interpreter.ts";
import { API_KEY, type Exchange, type Reply, type StandInOptions, startStandIn } from "./stand-in.ts";

export type Path = { plan: "approve" | "reject"; decision: "allow" | "deny" };

export const BOTH_OPEN: Path = { plan: "approve", decision: "allow" };

/** The scripted tool calls after which things go wrong: the lead's review, and the run of the program. */
export const REVIEWED = "call-3";
export const RAN = "call-6";

/** All that a practice run left, also when it ended in an error. */
export type PracticeRun = {
  events: SessionEvent[];
  error: unknown;
  letters: MailboxMessage[];
  requests: RequestRecord[];
  /** The members' statuses, by name. */
  members: Record<string, string>;
  /** One mark for every run of the program; null when it never ran. */
  counter: string | null;
};

/** The whole path of the practice with `model`, with real files in a folder that is removed afterwards. */
export async function runPath({ plan, decision }: Path, model: Model): Promise<PracticeRun> {
  const directory = mkdtempSync(join(tmpdir(), "two-gates-sdk-"));
  try {
    const events: SessionEvent[] = [];
    const session = await startSession(directory, practiceTeam(), {
      program: "practice",
      show: (event) => void (isDrawn(event) && events.push(event)),
    });
    const error = await errorOf(async () => {
      const result = await runPractice({
        session,
        directory,
        choices: { plan, reader: { decision, expected: null } },
        model,
        modelName: "scripted",
        environment: process.env,
        interpreter: testInterpreter,
      });
      events.push({ ...result, dir: "" });
    });
    const counter = join(directory, "workspace/runs.txt");
    return await session.transact((state) => ({
      events,
      error,
      letters: [...state.team.keys()].flatMap((name) => readMailbox(state, name)),
      requests: [...state.requests.values()],
      members: Object.fromEntries([...state.team].map(([name, { status }]) => [name, status])),
      counter: existsSync(counter) ? readFileSync(counter, "utf8") : null,
    }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export function script(path: Path): ScriptedModel {
  return new ScriptedModel(practiceScript({ plan: path.plan }));
}

export function liveModel(
  url: string,
  options: { apiKey?: string; maxRetries?: number } = {},
): AnthropicModel {
  return new AnthropicModel({ apiKey: API_KEY, model: "any-model", baseURL: url, ...options });
}

/** One path of the practice through the real client, over a real socket; the server is stopped at its end. */
export async function overSdk(
  options: StandInOptions,
  path = BOTH_OPEN,
  connect: (url: string) => Model = liveModel,
): Promise<PracticeRun & { exchanges: readonly Exchange[] }> {
  const server = await startStandIn(options);
  try {
    return { ...(await runPath(path, connect(server.url))), exchanges: server.exchanges };
  } finally {
    await server.close();
  }
}

/** Answers the request that carries the result of the tool call `id` with `reply`, `times` times. */
export function injectAt(
  id: string,
  reply: Reply,
  times = Number.POSITIVE_INFINITY,
): NonNullable<StandInOptions["inject"]> {
  let left = times;
  return ({ request }) => {
    if (left === 0 || !toolResults(request.messages.slice(-1)).has(id)) return undefined;
    left -= 1;
    return reply;
  };
}

export function useTools(...calls: [id: string, name: string, input?: unknown][]): ModelResponse {
  return {
    content: calls.map(([id, name, input = {}]) => ({ type: "tool_use", id, name, input })),
    stop_reason: "tool_use",
  };
}

async function errorOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error;
  }
}
