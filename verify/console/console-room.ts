import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Message, type ModelResponse, toolResults } from "../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel, type ScriptStep } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam, LEAD, type Member, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { createMemorySession, type ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { type Screen, takeLine } from "../../user_code/console/conversation.ts";
import { consoleLimits, type OpenRoom, openRoom, type RoomOptions } from "../../user_code/console/set-up.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";

const plain: Screen["paint"] = (_style, text) => text;

export type TestRoom = Pick<OpenRoom, "room" | "directory" | "found" | "interrupted" | "leave"> & {
  workspace: string;
  events: SessionEvent[];
  /** The questions that the host was asked: who wanted what. */
  asked: string[];
  /** The session as it was after the last line. */
  state: ProtocolState;
  /** Takes a line as the console does and returns what it prints apart from the events. */
  type: (line: string) => Promise<string>;
  /** What a test does the moment an event has been kept and shown. */
  when: (meddle: (event: SessionEvent) => void | Promise<void>) => void;
};

type MemoryOptions = { limits: RoomOptions["limits"]; show: RoomOptions["show"] };

export type TestOptions = Partial<
  Pick<RoomOptions, "limits" | "model" | "signal" | "environment" | "interpreter">
> & {
  directory?: string;
  /** The session is to be in its folder even where the rooms of tests are kept in memory. */
  isFolderMeant?: boolean;
  decision?: "allow" | "deny";
};

/** For a room whose folder is the subject, or what is in it. */
export const inFolder = { isFolderMeant: true } as const;

/** A room with real files and the real lock, in a fresh folder; the host answers with `decision`, else with no. */
export async function testRoom({
  decision = "deny",
  directory,
  isFolderMeant = directory !== undefined,
  ...options
}: TestOptions = {}): Promise<TestRoom> {
  const events: SessionEvent[] = [];
  const asked: string[] = [];
  let meddle: Parameters<TestRoom["when"]>[0] = () => undefined;
  const opening: RoomOptions = {
    environment: process.env,
    interpreter: testInterpreter,
    place: { dir: directory ?? join(temporaryFolder(), "session") },
    ...options,
    show: (event) => {
      events.push(event);
      return meddle(event);
    },
    decide: (member, call) => {
      asked.push(`${member} ${call.tool}`);
      return decision;
    },
  };
  const opened = await openRoom(opening);
  // What is told of the opening itself is no part of any test's story.
  events.length = 0;
  const { room } = opened;
  if (!isFolderMeant && process.env.TEST_ROOMS === "in memory") {
    keepInMemory(room, { limits: options.limits, show: opening.show });
  }
  const leave = once(opened.leave);
  onTestFinished(leave);
  const look = (): Promise<ProtocolState> => room.session.transact((state) => state);
  const test: TestRoom = {
    ...opened,
    leave,
    workspace: room.workspace.path,
    events,
    asked,
    state: await look(),
    type: async (line) => {
      const printed: string[] = [];
      await takeLine(room, line, { print: (text) => void printed.push(text), paint: plain });
      test.state = await look();
      return printed.join("\n");
    },
    when: (meddling) => {
      meddle = meddling;
    },
  };
  return test;
}

/**
 * What is said and decided is the same in memory, and costs a quarter: for who runs these tests some thousand times
 * (`TEST_ROOMS="in memory"`).
 */
function keepInMemory(room: OpenRoom["room"], { limits = consoleLimits, show }: MemoryOptions): void {
  room.session = createMemorySession(
    createTeam([[LEAD, "talks to you, reviews plans, asks for shutdowns"]]),
    {
      limits,
      show,
    },
  );
  room.attend = async () => undefined;
  room.isAttended = async () => true;
  room.giveUp = async () => undefined;
}

function once(task: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= task();
    return done;
  };
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

/** The process of a test's room is gone: it keeps nothing any more. */
class Killed extends Error {}

/** Kills the process of the room when a section has been kept at whose end `isReached` holds, in the middle of a line. */
export async function killWhen(
  { room, type, leave }: TestRoom,
  line: string,
  isReached: (state: ProtocolState) => boolean,
): Promise<void> {
  const { session } = room;
  let isDead = false;
  room.session = {
    limits: session.limits,
    transact: async (section) => {
      if (isDead) throw new Killed();
      return session.transact((state) => {
        const value = section(state);
        isDead = isReached(state);
        return value;
      });
    },
  };
  await expect(type(line)).rejects.toThrow(Killed);
  await leave();
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
export function resultOf(test: TestRoom, member: string, id: string): string {
  const history: readonly Message[] = memberIn(test, member).history;
  const result = toolResults(history).get(id);
  if (!result) return "no result";
  return `${result.is_error ? "error" : "ok"}: ${result.content}`;
}

export function eventsOf<Name extends SessionEvent["event"]>(
  { events }: TestRoom,
  name: Name,
): Extract<SessionEvent, { event: Name }>[] {
  return events.filter((event): event is Extract<SessionEvent, { event: Name }> => event.event === name);
}

/** What the lead has said to the person, newest last. */
export function answersOf(test: TestRoom): string[] {
  return eventsOf(test, "lead_answered").map(({ text }) => text);
}

/** The member as it was after the last line. */
export function memberIn({ state }: TestRoom, name: string): Member {
  return requireMember(state.team, name);
}

export function lettersOf({ state }: TestRoom, member: string): string[] {
  return readMailbox(state, member).map(({ sender, body }) => `${sender}: ${body}`);
}

/** alice, bob and charlie on the team, each with its first turn behind it. */
export function threeTeammates() {
  return [spawns("alice"), ends("alice"), spawns("bob"), ends("bob"), spawns("charlie"), ends("charlie")];
}
