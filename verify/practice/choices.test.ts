import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createMemorySession,
  type ProtocolSession,
  type ProtocolState,
} from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { CallEnding, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { UsageError } from "../../user_code/command-line.ts";
import { begin } from "../../user_code/practice/begin.ts";
import { type Choices, requireSameChoices } from "../../user_code/practice/choices.ts";
import { answeredIn, chooseModel, waitSentence } from "../../user_code/practice/choose-model.ts";
import {
  isDone,
  keepNotes,
  noteCall,
  noteDone,
  noteLook,
  notesOf,
  type PracticeNotes,
} from "../../user_code/practice/notes.ts";
import { practiceTeam } from "../../user_code/practice/setup.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { changeMember, refusalOf, temporaryFolder } from "../harness/sessions.ts";

const NOTHING: PracticeNotes = {
  plan: null,
  decision: null,
  expected: null,
  call: { how: "not_asked" },
  look: null,
  read: null,
  done: [],
};

describe("a session that is gone on with has the choices that it was started with", () => {
  const kept = { ...NOTHING, plan: "approve", decision: "deny" } as const;
  const other = (was: string, is: string): UsageError =>
    new UsageError(
      `This session was started ${was}, not ${is}. Go on with the choices that it has, or name a new folder.`,
    );
  const same: [PracticeNotes, Choices][] = [
    [NOTHING, { plan: "reject", reader: { decision: "allow", expected: "43" } }],
    [kept, {}],
    [kept, { plan: "approve" }],
    [kept, { reader: { decision: "deny", expected: null } }],
    [{ ...kept, expected: "43" }, { reader: { decision: "deny", expected: "43" } }],
    [{ ...kept, expected: "43" }, { plan: "approve" }],
  ];
  test.each(same)("%j and %j go together", (notes, choices) => {
    expect(() => requireSameChoices(notes, choices)).not.toThrow();
  });

  const different: [PracticeNotes, Choices, UsageError][] = [
    [kept, { plan: "reject" }, other("with --plan approve", "with --plan reject")],
    [
      kept,
      { reader: { decision: "allow", expected: null } },
      other("with --decision deny", "with --decision allow"),
    ],
    [
      kept,
      { reader: { decision: "deny", expected: "43" } },
      other("without --expected", 'with --expected "43"'),
    ],
    [
      { ...kept, expected: "43" },
      { reader: { decision: "deny", expected: null } },
      other('with --expected "43"', "without --expected"),
    ],
  ];
  test.each(different)("%j and %j do not", (notes, choices, error) => {
    expect(() => requireSameChoices(notes, choices)).toThrow(error);
  });
});

type Begun = {
  session: ProtocolSession;
  directory: string;
  told: SessionEvent[];
  notes: () => PracticeNotes;
};

/** One process after another chooses on one session, whose folder stays. */
async function beginWith(...choices: Choices[]): Promise<Begun> {
  const directory = temporaryFolder();
  const told: SessionEvent[] = [];
  const session = createMemorySession(practiceTeam(), { show: (event) => void told.push(event) });
  for (const each of choices) await choose({ session, directory }, each);
  return { session, directory, told, notes: () => notesOf(session.current) };
}

function choose({ session, directory }: Pick<Begun, "session" | "directory">, choices: Choices) {
  const model = { respond: () => expect.unreachable() };
  const rest = { model, modelName: "scripted", environment: {}, interpreter: testInterpreter } as const;
  return begin({ session, directory, choices, ...rest });
}

const STARTED = {
  event: "session_started",
  plan: "approve",
  decision: "allow",
  model: "scripted",
  members: ["lead", "reader", "reviewer"],
};

describe("a practice begins", () => {
  test("with both choices at once", async () => {
    const { told, notes, directory } = await beginWith({
      plan: "approve",
      reader: { decision: "allow", expected: null },
    });
    expect(told).toEqual([STARTED]);
    expect(notes()).toEqual({ ...NOTHING, plan: "approve", decision: "allow", read: "42\n" });
    expect(readFileSync(join(directory, "workspace/expected.txt"), "utf8")).toBe("42\n");
  });

  test("when the second of two has chosen, in either order, and is told once", async () => {
    const lead: Choices = { plan: "approve" };
    const reader: Choices = { reader: { decision: "allow", expected: "43" } };
    for (const order of [
      [lead, reader],
      [reader, lead],
    ]) {
      const { told, notes } = await beginWith(...order);
      expect(told).toEqual([STARTED]);
      expect(notes()).toEqual({
        ...NOTHING,
        plan: "approve",
        decision: "allow",
        expected: "43",
        read: "43\n",
      });
    }
  });

  test("not before both have chosen, and the lead's choice lays nothing out", async () => {
    const lead = await beginWith({ plan: "reject" });
    expect(lead.told).toEqual([]);
    expect(lead.notes()).toEqual({ ...NOTHING, plan: "reject" });
    expect(existsSync(join(lead.directory, "workspace"))).toBe(false);
    const reader = await beginWith({ reader: { decision: "deny", expected: null } });
    expect(reader.told).toEqual([]);
    expect(reader.notes()).toEqual({ ...NOTHING, decision: "deny", read: "42\n" });
    expect(existsSync(join(reader.directory, "workspace/main.py"))).toBe(true);
  });

  test("once: the same choices again change nothing, and leave an edited program alone", async () => {
    const both: Choices = { plan: "approve", reader: { decision: "allow", expected: null } };
    const begun = await beginWith(both);
    const before = begun.notes();
    const program = join(begun.directory, "workspace/main.py");
    writeFileSync(program, "print(43)\n");
    for (const again of [both, { plan: both.plan }, { reader: both.reader }, {}] as Choices[]) {
      await choose(begun, again);
    }
    expect(begun.notes()).toEqual(before);
    expect(begun.told).toHaveLength(1);
    expect(readFileSync(program, "utf8")).toBe("print(43)\n");
  });

  test("for nobody who chooses nothing", async () => {
    const { told, notes } = await beginWith({});
    expect(told).toEqual([]);
    expect(notes()).toEqual(NOTHING);
  });

  test("not with other choices than those that are kept", async () => {
    const begun = await beginWith({ plan: "approve" });
    await expect(choose(begun, { plan: "reject" })).rejects.toThrow(UsageError);
    expect(begun.notes().plan).toBe("approve");
  });
});

describe("the notes of the practice", () => {
  const note = async (...tasks: ((state: ProtocolState) => unknown)[]): Promise<PracticeNotes> => {
    const session = createMemorySession(practiceTeam());
    for (const task of tasks) await session.transact((state) => void task(state));
    return notesOf(session.current);
  };
  const noting = (call: CallEnding) => (state: ProtocolState) => noteCall(state, call);
  const blocked: CallEnding = { how: "blocked", gate: "plan", reason: "plan-used", at: "gate" };
  const ran: CallEnding = { how: "ran", status: "exited", exit_code: 0, signal: null };

  test("that no practice has written are refused with what to do", async () => {
    const session = createMemorySession(practiceTeam());
    await session.transact(({ notes }) => void notes.set("practice", { plan: "perhaps" }));
    expect(await refusalOf(() => notesOf(session.current))).toEqual({
      code: "session-corrupt",
      message:
        "The notes of the practice in session.json are not as it writes them. Start a new session in another folder.",
      fields: { key: "practice" },
    });
  });

  test("hold what is done, each part once", async () => {
    const twice = [
      (state: ProtocolState) => noteDone(state, "plan"),
      (state: ProtocolState) => noteDone(state, "plan"),
      (state: ProtocolState) => noteDone(state, "work"),
    ];
    expect((await note(...twice)).done).toEqual(["plan", "work"]);
    const session = createMemorySession(practiceTeam());
    await session.transact((state) => noteDone(state, "plan"));
    expect([isDone(session.current, "plan"), isDone(session.current, "review")]).toEqual([true, false]);
  });

  test("hold the call that came furthest: a later blocked one does not undo a run", async () => {
    expect((await note(noting(ran), noting(blocked))).call).toEqual(ran);
    expect((await note(noting(blocked), noting(ran))).call).toEqual(ran);
    const unknown: CallEnding = { how: "outcome_unknown" };
    expect((await note(noting(unknown), noting(blocked))).call).toEqual(unknown);
    expect((await note(noting(unknown), noting(ran))).call).toEqual(ran);
    const notStarted: CallEnding = { how: "not_started", reason: "gone", message: "It is gone." };
    expect((await note(noting(blocked), noting(notStarted))).call).toEqual(notStarted);
  });

  test("tell the same look at gate 1 from another one", async () => {
    const session = createMemorySession(practiceTeam());
    const look = { call: "c1", reason: "plan-pending", sha256: "ab" };
    const isNew = (changes: Partial<typeof look>): Promise<boolean> =>
      session.transact((state) => noteLook(state, { ...look, ...changes }));
    expect(await isNew({})).toBe(true);
    expect(await isNew({})).toBe(false);
    expect(notesOf(session.current).look).toEqual(look);
    expect(await isNew({ call: "c2" })).toBe(true);
    expect(await isNew({ call: "c2", reason: "plan-approved" })).toBe(true);
    expect(await isNew({ call: "c2", reason: "plan-approved", sha256: "cd" })).toBe(true);
    expect(await isNew({ call: "c2", reason: "plan-approved", sha256: "cd" })).toBe(false);
  });

  test("keep everything else when one is changed", async () => {
    const changed = await note(
      (state) => keepNotes(state, { plan: "reject" }),
      (state) => keepNotes(state, { read: "42\n" }),
    );
    expect(changed).toEqual({ ...NOTHING, plan: "reject", read: "42\n" });
  });
});

describe("the model of the practice", () => {
  const live = { model: "anthropic", plan: "approve", step: false } as const;
  const key = { ANTHROPIC_API_KEY: "sk-test" };
  const needs = (what: string): UsageError =>
    new UsageError(
      `--model anthropic needs ${what} in the environment: your own key for the Claude API (or ` +
        "ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script " +
        "plays the model and needs neither.",
    );

  test("plays what is left of the script, and says when it is not finished", async () => {
    const choose = await chooseModel({ ...live, model: "scripted" }, {});
    expect(() => choose({}).assertFinished()).toThrow();
    expect(() => choose({ reader: 5, lead: 2 }).assertFinished()).not.toThrow();
  });

  test.each([
    [{}, "ANTHROPIC_API_KEY and ANTHROPIC_MODEL"],
    [{ ANTHROPIC_MODEL: "some" }, "ANTHROPIC_API_KEY"],
    [{ ...key }, "ANTHROPIC_MODEL"],
    [{ ...key, ANTHROPIC_MODEL: " " }, "ANTHROPIC_MODEL"],
  ])("is refused when the environment is %j", async (environment, what) => {
    await expect(chooseModel(live, { ...environment })).rejects.toThrow(needs(what));
  });

  test.each([
    "nothing",
    "ftp://127.0.0.1",
    "xhttp://127.0.0.1",
    "http://ada@127.0.0.1",
    "http://:secret@127.0.0.1",
    "http://127.0.0.1/?key=1",
    "http://127.0.0.1/#key",
  ])("is refused at the address %s, which is not shown", async (ANTHROPIC_BASE_URL) => {
    const environment = { ...key, ANTHROPIC_MODEL: "some", ANTHROPIC_BASE_URL };
    await expect(chooseModel(live, environment)).rejects.toThrow(
      new UsageError(
        "ANTHROPIC_BASE_URL must be an http or https address without a user name, a password or a query, such as " +
          "http://127.0.0.1:8080.",
      ),
    );
  });

  test.each(["", " ", "http://127.0.0.1:8080", " https://host/path "])(
    "is taken with the address %j",
    async (ANTHROPIC_BASE_URL) => {
      const choose = await chooseModel(live, { ...key, ANTHROPIC_MODEL: "some", ANTHROPIC_BASE_URL });
      expect(() => choose({}).assertFinished()).not.toThrow();
    },
  );

  test("reads its key from standard input unless --step reads there too", async () => {
    const environment = { ANTHROPIC_MODEL: "some", ANTHROPIC_API_KEY_FILE: "/dev/stdin" };
    await expect(chooseModel({ ...live, step: true }, environment)).rejects.toThrow(
      "--step reads from standard input, so the key cannot come that way. Name a file instead.",
    );
    const choose = await chooseModel({ ...live, step: true }, { ...key, ANTHROPIC_MODEL: "some" });
    expect(choose({})).toHaveProperty("model");
  });

  test("says how long it waits, when that is a second or more", () => {
    const wait = { ms: 1_000, isAskedFor: true, attempt: 2, attempts: 3 };
    expect(waitSentence(wait)).toBe("The API asks to wait 1 s (attempt 2 of 3)");
    expect(waitSentence({ ...wait, ms: 1_001, isAskedFor: false })).toBe(
      "The API did not answer the request: asking again in 2 s (attempt 2 of 3)",
    );
    expect(waitSentence({ ...wait, ms: 999 })).toBeUndefined();
  });

  test("knows how often each member was answered", async () => {
    const session = createMemorySession(practiceTeam());
    await changeMember(session, "reader", { modelCalls: 3 });
    expect(answeredIn(session.current)).toEqual({ lead: 0, reader: 3, reviewer: 0 });
  });
});
