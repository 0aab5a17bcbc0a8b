import { describe, expect, test } from "vitest";
import { readSentence } from "../../fixtures/model-scripts/console-sentences.ts";
import { answersOf, lettersOf, testRoom } from "./console-room.ts";

const everyone = new Set(["alice", "bob", "charlie"]);
const team = { names: everyone, open: everyone, last: "bob" };

function read(sentence: string): unknown {
  const reading = readSentence(sentence, team);
  return "unknown" in reading ? reading.hint : reading.intents;
}

/** What the lead says to one line, in a room with what was typed before. */
async function answer(line: string, ...before: string[]): Promise<string> {
  const room = await testRoom();
  for (const each of before) await room.type(each);
  await room.type(line);
  return answersOf(room).at(-1) ?? "";
}

const shutdown = (name: string) => ({ intent: "shutdown", name });
const killed = (name: string, word = "kill") => [{ intent: "handshake", word }, shutdown(name)];
const yes = [{ intent: "verdict", approve: true }];
const no = [{ intent: "verdict", approve: false }];

describe("what people say in other words", () => {
  const same: [expected: unknown, sentences: string[]][] = [
    [
      [shutdown("alice")],
      [
        "Ask alice to leave",
        "Ask alice to quit",
        "Let alice go",
        "Let alice go home",
        "Dismiss alice",
        "Ask alice to stop working",
        "Pide a alice que se apague",
        "Peça para alice sair",
        "Попроси alice завершить работу",
        "Закрой alice",
      ],
    ],
    [killed("dana"), ["kill dana", "Kill Dana!", "Mata a dana", "Mate dana", "Убей dana"]],
    [killed("alice", "fire"), ["fire alice", "Fire alice, now"]],
    [killed("alice", "remove"), ["remove alice", "Remove alice from the team"]],
    [killed("alice", "get rid of"), ["Get rid of alice", "get rid of Alice."]],
    [
      [{ intent: "handshake", word: "kill" }, shutdown("alice"), shutdown("bob")],
      ["kill alice and bob", "kill alice, bob"],
    ],
    [
      ["alice", "bob", "charlie"].map(shutdown),
      ["shut down everyone", "ask everybody to shut down", "close the team", "cierra a todos"],
    ],
    [
      yes,
      [
        "LGTM",
        "yes",
        "Yes!",
        "yes, please",
        "looks good",
        "Looks good to me.",
        "go ahead",
        "ok",
        "Sounds good, ship it",
        "LGTM. Go ahead.",
        "sí",
        "adelante",
        "sim",
        "да",
      ],
    ],
    [no, ["no", "nope", "No!", "don't do it", "não", "нет"]],
    [
      [{ intent: "decide", name: "bob", requestId: undefined, approve: true, feedback: "" }],
      ["yes, approve it", "Looks good. Approve bob's plan.", "ok, approve his plan", "approve bobs plan"],
    ],
    [
      [{ intent: "proposed", name: "bob" }],
      [
        "what did bob propose",
        "What did he propose?",
        "what does bob want to do?",
        "what is bob's plan?",
        "show me bob's plan",
        "¿Qué propuso bob?",
        "Que propôs bob?",
        "Что предложил bob?",
      ],
    ],
    [
      [{ intent: "list" }],
      [
        "status",
        "Status?",
        "team",
        "is alice done?",

        "how is alice",
        "what is alice doing?",
        "is bob idle?",
        "how many teammates do I have?",
      ],
    ],
    [
      [{ intent: "list" }],
      ["who is there", "who's left?", "estado", "Кто в команде?", "¿Quién está en el equipo?"],
    ],
    [[{ intent: "help" }], ["what can you do", "What can I do here?", "help me", "что ты умеешь?"]],
  ];
  for (const [expected, sentences] of same) {
    for (const sentence of sentences) {
      test(JSON.stringify(sentence), () => expect(read(sentence)).toEqual(expected));
    }
  }

  test("a word about a shutdown in a message is no shutdown", () => {
    for (const content of [
      "stop reading auth.py",
      "leave auth.py alone",
      "shut down the server",
      "don't stop",
    ]) {
      expect(read(`Tell alice to ${content}`)).toEqual([{ intent: "message", name: "alice", content }]);
    }
    expect(read("Tell alice to shut down bob")).toEqual([
      { intent: "message", name: "alice", content: "shut down bob" },
    ]);
  });

  test("a name in front of a relative clause keeps its task", () => {
    const who = { intent: "spawn", name: "dora", role: "coder", prompt: "writes tests", planFirst: false };
    expect(read("Spawn dora as a coder who writes tests")).toEqual([who]);
    expect(read("Spawn dora, who writes tests")).toEqual([who]);
    expect(read("I want you to spawn dora, a coder who writes tests")).toEqual([who]);
    expect(read("who writes tests")).toMatch(/^Type: List teammates/);
  });
});

describe("what is not understood is answered in two lines", () => {
  const hints: [sentence: string, hint: string | RegExp][] = [
    ["Spwan dave", "Did you mean: Spawn dave"],
    ["spwan dave as a coder", "Did you mean: spawn dave as a coder"],
    ["Approev bob's plan", "Did you mean: Approve bob's plan"],
    ["aks alice to shut down", "Did you mean: ask alice to shut down"],
    ["Lst teammates", "Did you mean: List teammates"],
    ["Spawn 3 coders", "Each teammate needs a name. Type: Spawn alice, bob and carol as coders"],
    [
      "create a team of three testers",
      "Each teammate needs a name. Type: Spawn alice, bob and carol as coders",
    ],
    ["Genera dos codificadores", "Each teammate needs a name. Type: Spawn alice, bob and carol as coders"],
    ["Создай двух тестировщиков", "Each teammate needs a name. Type: Spawn alice, bob and carol as coders"],
    ["Spawn a coder", "A teammate needs a name. Type: Spawn alice as a coder"],
    ["Spawn a tester who writes tests", "A teammate needs a name. Type: Spawn alice as a coder"],
    ["ls -la", "For a command, type: Run ls -la"],
    ["git status", "For a command, type: Run git status"],
    ["show alice's inbox", "To look into a mailbox, type: /inbox alice"],
    ["approve everything", /^Type: Approve bob's plan/],
    ["approve all plans", /^Type: Approve bob's plan/],
    ["exit the console", "To leave, type: /quit"],
    ["edit auth.py", /^Type: Replace "ada" with "eve" in auth\.py/],
    ["auth.py", /^Type: Read auth\.py/],
    ["bob should work harder", /^Type: Tell bob \.\.\./],
    ["Make me a sandwich", /^Type: /],
    ["shut everything down", /^Type: Ask alice to shut down/],
  ];
  for (const [sentence, hint] of hints) {
    test(JSON.stringify(sentence), () => {
      if (typeof hint === "string") expect(read(sentence)).toBe(hint);
      else expect(read(sentence)).toMatch(hint);
    });
  }

  test("as the person sees it, with nothing done", async () => {
    expect(await answer("Spwan dave")).toBe(
      'I did nothing: I do not understand "Spwan dave".\nDid you mean: Spawn dave',
    );
    expect(await answer(`Spawn alice. Then ${"x".repeat(3_000)}`)).toMatch(
      /^I did nothing: I do not understand "Then x{100,114}…"\.\n[^\n]{1,200}$/,
    );
    expect((await answer("what can you do")).split("\n").length).toBeGreaterThan(10);
    expect((await answer("hello")).split("\n")).toHaveLength(1);
  });
});

describe("kill", () => {
  test("is a request that is said to be one, and the teammate's answer counts", async () => {
    const shake =
      "Nobody can kill a teammate here: a shutdown is a request, and only the teammate's own yes closes it.";
    expect(await answer("kill dana", "Spawn dana")).toBe(`${shake}\nDana approved shutdown.`);
    const busy = "Spawn dana with a long task that must finish first";
    expect(await answer("kill dana", busy)).toContain(
      `${shake}\nDana rejected shutdown: I must finish first`,
    );
    expect(await answer("kill him")).toBe(`${shake}\nWhose shutdown? Say a name: "Ask alice to shut down".`);
  });
});

describe("a yes by itself", () => {
  const bob = "Spawn bob with a risky refactoring task";
  const carol = "Spawn carol to delete sessions.py";

  test("is about the one plan that waits", async () => {
    expect(await answer("LGTM", bob)).toContain("Plan approved for 'bob': Go ahead.");
    expect(await answer("no", bob)).toBe("Plan rejected for 'bob': Do not do this.");
    expect(await answer("yes", bob, carol, "Reject bob's plan")).toContain("Plan approved for 'carol'");
  });

  test("decides nothing when none waits, or more than one", async () => {
    expect(await answer("yes")).toBe("No plan waits for an answer.");
    expect(await answer("yes", bob, "no")).toBe(
      'No plan waits for an answer. Say: "Have bob submit a plan".',
    );
    const which = 'Which plan? These wait: req-1 of bob, req-2 of carol. Say: "Approve req-1".';
    expect(await answer("looks good", bob, carol)).toBe(which);
    expect(await answer("approve the plan", bob, carol, "List teammates", "Spawn erin")).toBe(which);
  });

  test("in front of an order is no order", async () => {
    const said = await answer("Yes, reject bob's plan", bob, carol);
    expect(said).toBe("Plan rejected for 'bob': Do not do this.");
  });
});

describe("names", () => {
  test("stay as they were typed in a refusal, and are never made up from other letters", async () => {
    for (const name of ["Señor", "Bob_2", "Élan", "n9_lives"]) {
      expect(await answer(`Spawn ${name} as a coder`)).toContain(
        `spawn_teammate was refused (unknown-member): "${name}" cannot be a member's name.`,
      );
    }
    expect(await answer("Spawn Dora as a coder")).toBe("dora is on the team as coder.");
  });

  test("are not taken from what is to be made or started", () => {
    for (const sentence of [
      "Add a line to auth.py",
      "Start the server",
      "Add tests",
      "Create a file",
      "Spawn a dora",
    ]) {
      expect([sentence, read(sentence)]).toEqual([sentence, expect.stringMatching(/Type: Spawn alice/)]);
    }
    expect(read("Genera a dora como tester")).toMatchObject([{ intent: "spawn", name: "dora" }]);
    expect(read('Spawn "dora" as a "tester"')).toMatchObject([{ name: "dora", role: "tester" }]);
  });

  test("of nobody are never who is meant by 'her' afterwards, and nobody else is either", async () => {
    const lines = ["Spawn alice as a coder", "Ask zed to shut down"];
    expect(await answer("Tell him hello", ...lines)).toBe('Tell whom? Say a name: "Tell alice ...".');
    expect(await answer("Ask her to shut down", "Spawn Señora as a coder")).toBe(
      'Whose shutdown? Say a name: "Ask alice to shut down".',
    );
    expect(await answer("Ask her to shut down", ...lines, "Tell alice hello")).toBe(
      "Alice approved shutdown.",
    );
  });

  test("are not seen in the grammar of other languages", () => {
    for (const sentence of [
      "Закрой Алису",
      "Попроси боба завершиться",
      "Закрой дверь",
      "Утверди планы товарищей сегодня",
      "Cierra la puerta",
      "Close the door",
    ]) {
      expect([sentence, read(sentence)]).toEqual([sentence, expect.stringMatching(/^Type: /)]);
    }
  });

  test("of two people are two only when something joins them", () => {
    expect(read("shut down alice and zed")).toEqual([shutdown("alice"), shutdown("zed")]);
    expect(read("Close alice and bob. Then tell bob hi")).toHaveLength(3);
    expect(read("Spawn dora and erin. Then request their shutdown")).toMatchObject([
      { name: "dora" },
      { name: "erin" },
      shutdown("dora"),
      shutdown("erin"),
    ]);
    expect(read("shut down alice zed")).toMatch(/^Type: /);
    expect(read("Spawn alice bob")).toMatch(/^Type: /);
    expect(read("reject bob's plan, it is late")).toMatchObject([{ name: "bob", feedback: "it is late" }]);
  });
});

test("nothing of a line is done when a later part is not understood", async () => {
  const room = await testRoom({ decision: "allow" });
  await room.type("Spawn alice as a coder");
  const before = lettersOf(room, "alice");
  for (const rest of ["make tea", "Spwan dave", 'run "ls', "zed", "replace x in auth.py"]) {
    await room.type(`Tell alice "hello" and run "touch done". Then ${rest}`);
    expect(answersOf(room).at(-1)).toMatch(/^I did nothing: /);
  }
  expect(lettersOf(room, "alice")).toEqual(before);
  expect(room.asked).toEqual([]);
});
