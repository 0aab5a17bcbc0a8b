import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { practiceScript } from "../../../fixtures/model-scripts/practice.ts";
import { AnthropicModel } from "../../../lessons/s01-agent-loop/anthropic-model.ts";
import { type Model, type ModelResponse, toolResults } from "../../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel } from "../../../lessons/s01-agent-loop/scripted-model.ts";
import { type MailboxMessage, readMailbox } from "../../../lessons/s15-mailboxes/mailbox.ts";
import { openSessionFolder } from "../../../lessons/s15-mailboxes/session-folder.ts";
import type { ProtocolSession, RequestRecord } from "../../../lessons/s16-team-protocols/protocol-state.ts";
import { openDecisionLog } from "../../../lessons/s16-team-protocols/run/decision-log.ts";
import type { SessionEvent } from "../../../lessons/s16-team-protocols/session-event.ts";
import { runPractice } from "../../../user_code/practice/path.ts";
import { layOutWorkspace, type PracticeSetup, practiceTeam } from "../../../user_code/practice/setup.ts";
import { testInterpreter } from "../../harness/processes/interpreter.ts";
import { API_KEY, type Exchange, type Reply, type StandInOptions, startStandIn } from "./stand-in.ts";

export type Path = Pick<PracticeSetup, "plan" | "decision">;

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
export async function runPath(path: Path, model: Model): Promise<PracticeRun> {
  const directory = mkdtempSync(join(tmpdir(), "two-gates-sdk-"));
  try {
    const folder = await openSessionFolder(directory, practiceTeam());
    layOutWorkspace(directory);
    const session: ProtocolSession = { ...folder, requests: new Map() };
    const events: SessionEvent[] = [];
    const error = await errorOf(
      runPractice({
        ...path,
        session,
        directory,
        model,
        modelName: "scripted",
        emit: async (event) => {
          events.push(event.event === "result" ? { ...event, dir: "" } : event);
        },
        environment: process.env,
        interpreter: testInterpreter,
        decisions: openDecisionLog(directory),
      }),
    );
    const counter = join(directory, "workspace/runs.txt");
    return {
      events,
      error,
      letters: [...session.team.keys()].flatMap((name) => readMailbox(session, name)),
      requests: [...session.requests.values()],
      members: Object.fromEntries([...session.team].map(([name, { status }]) => [name, status])),
      counter: existsSync(counter) ? readFileSync(counter, "utf8") : null,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export function script(path: Path): ScriptedModel {
  return new ScriptedModel(practiceScript(path));
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

async function errorOf(run: Promise<unknown>): Promise<unknown> {
  try {
    await run;
    return undefined;
  } catch (error) {
    return error;
  }
}
