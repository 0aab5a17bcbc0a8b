import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Message, type ModelResponse, toolResults } from "../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel, type ScriptStep } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { ConsoleEvent } from "../../user_code/console/console-event.ts";
import { type Screen, takeLine } from "../../user_code/console/conversation.ts";
import type { Room } from "../../user_code/console/room.ts";
import { openRoom, type RoomOptions } from "../../user_code/console/set-up.ts";
import { closeWorkspace } from "../../user_code/console/workspace.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { memberOf, temporaryFolder } from "../harness/sessions.ts";

const plain: Screen["paint"] = (_style, text) => text;

export type TestRoom = {
  room: Room;
  directory: string;
  workspace: string;
  events: ConsoleEvent[];
  /** The questions that the host was asked: who wanted what. */
  asked: string[];
  /** Takes a line as the console does and returns what it prints apart from the events. */
  type: (line: string) => Promise<string>;
};

export type TestOptions = Partial<
  Pick<RoomOptions, "limits" | "model" | "signal" | "environment" | "interpreter">
> & {
  decision?: "allow" | "deny";
};

/** A room in a fresh folder, with real files and the real lock; the host answers with `decision`, else with no. */
export async function testRoom({ decision = "deny", ...options }: TestOptions = {}): Promise<TestRoom> {
  const events: ConsoleEvent[] = [];
  const asked: string[] = [];
  const directory = join(temporaryFolder(), "session");
  const { room } = await openRoom({
    environment: process.env,
    interpreter: testInterpreter,
    ...options,
    directory,
    show: (event) => void events.push(event),
    decide: (member, call) => {
      asked.push(`${member} ${call.tool}`);
      return decision;
    },
  });
  onTestFinished(() => closeWorkspace(room.workspace));
  const type = async (line: string): Promise<string> => {
    const printed: string[] = [];
    await takeLine(room, line, { print: (text) => void printed.push(text), paint: plain });
    return printed.join("\n");
  };
  return { room, directory, workspace: room.workspace.path, events, asked, type };
}

/** A room whose members do what the script says, honest or not. The test has to play the script to its end. */
export async function scriptedRoom(
  steps: readonly ScriptStep[],
  options: Omit<TestOptions, "model"> = {},
): Promise<TestRoom> {
  const model = new ScriptedModel(steps);
  onTestFinished(() => model.assertFinished());
  return testRoom({ ...options, model });
}

/** A script step in which `actor` calls one tool. The id names the call's result afterwards. */
export function calls(actor: string, id: string, name: string, input: unknown): ScriptStep {
  return {
    actor,
    expect: {},
    reply: { content: [{ type: "tool_use", id, name, input }], stop_reason: "tool_use" },
  };
}

export function ends(actor: string, text = "done"): ScriptStep {
  const reply: ModelResponse = { content: [{ type: "text", text }], stop_reason: "end_turn" };
  return { actor, expect: {}, reply };
}

/** The lead spawns a teammate, which ends its first turn with the steps that follow. */
export function spawns(name: string, prompt = "Wait."): ScriptStep {
  return calls("lead", `spawn-${name}`, "spawn_teammate", { name, role: "coder", prompt });
}

/** One call of the lead, and what it gave. */
export async function leadCalls(
  name: string,
  input: unknown,
  { prepare, ...options }: TestOptions & { prepare?: (test: TestRoom) => void } = {},
): Promise<TestRoom & { result: string }> {
  const test = await scriptedRoom([calls("lead", "it", name, input), ends("lead")], options);
  prepare?.(test);
  await test.type("go");
  return { ...test, result: resultOf(test, "lead", "it") };
}

/** What a call gave, as "ok: …" or "error: …". */
export function resultOf({ room }: TestRoom, member: string, id: string): string {
  const history: readonly Message[] = memberOf(room.session, member).history;
  const result = toolResults(history).get(id);
  if (!result) return "no result";
  return `${result.is_error ? "error" : "ok"}: ${result.content}`;
}

export function eventsOf<Name extends ConsoleEvent["event"]>(
  { events }: TestRoom,
  name: Name,
): Extract<ConsoleEvent, { event: Name }>[] {
  return events.filter((event): event is Extract<ConsoleEvent, { event: Name }> => event.event === name);
}

/** What the lead has said to the person, newest last. */
export function answersOf(test: TestRoom): string[] {
  return eventsOf(test, "lead_answered").map(({ text }) => text);
}

export function lettersOf({ room }: TestRoom, member: string): string[] {
  return readMailbox(room.session, member).map(({ sender, body }) => `${sender}: ${body}`);
}

/** alice, bob and charlie on the team, each with its first turn behind it. */
export function threeTeammates() {
  return [spawns("alice"), ends("alice"), spawns("bob"), ends("bob"), spawns("charlie"), ends("charlie")];
}
