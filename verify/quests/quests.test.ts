import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { guardOf } from "../../lessons/x2-break-it/without.ts";
import { UsageError } from "../../user_code/command-line.ts";
import { parseQuestArguments } from "../../user_code/quests/arguments.ts";
import {
  keepPredictions,
  lineOfMark,
  myProtocol,
  readPredictions,
  requireProtocol,
} from "../../user_code/quests/my-protocol.ts";
import { play } from "../../user_code/quests/play.ts";
import { quests } from "../../user_code/quests/quests.ts";
import { checksOf, type Standing } from "../../user_code/quests/standing.ts";
import { sentenceOf } from "../../user_code/quests/story.ts";
import { allChecks } from "../conformance/checks/all-checks.ts";
import { classRoom } from "./class-room.ts";

const room = classRoom();
afterAll(room.remove);

describe("the quests", () => {
  test("are two dozen guards, each with an attack and a function that is there", () => {
    expect(quests).toHaveLength(24);
    expect(new Set(quests.map(({ guard }) => guard)).size).toBe(24);
    for (const quest of quests) {
      const { file } = guardOf(quest.guard);
      expect(guards.map(({ id }) => id)).toContain(quest.guard);
      expect(checksOf(quest)[0]?.name).toMatch(/^attack\//);
      for (const row of quest.also) expect(allChecks().map(({ name }) => name)).toContain(row);
      const source = readFileSync(join(import.meta.dirname, "../../lessons", file), "utf8");
      expect(source.slice(0, source.indexOf(guardOf(quest.guard).find)), quest.guard).toContain(
        `function ${quest.where}(`,
      );
    }
  });

  test("tell every step of what they are checked with in words", () => {
    const state = { members: {}, requests: {}, mailboxes: {}, runs: {} };
    for (const { steps } of quests.flatMap(checksOf))
      for (const step of steps)
        expect(sentenceOf(typeof step === "function" ? step(state) : step)).toMatch(/\w+ \w+/);
  });
});

describe("a learner's folder", () => {
  const parent = join(room.parent, "folders");
  mkdirSync(parent);
  const first = myProtocol(parent, false);

  test("is the protocol without the guards, with a mark at each place", () => {
    expect(first).toEqual({ folder: join(parent, "my-protocol"), isNew: true });
    for (const { guard } of quests) {
      const { file, find } = guardOf(guard);
      const source = readFileSync(join(first.folder, file), "utf8");
      expect(source, guard).not.toContain(find);
      expect(lineOfMark(first.folder, guard), guard).toBeGreaterThan(1);
    }
  });

  test("is never written over: it is kept, and a fresh one is made beside it", () => {
    const path = join(first.folder, "s16-team-protocols/requests.ts");
    writeFileSync(path, "// mine\n");
    expect(myProtocol(parent, false)).toEqual({ folder: first.folder, isNew: false });
    const second = myProtocol(parent, true);
    expect(second).toEqual({ folder: join(parent, "my-protocol-2"), isNew: true });
    expect(myProtocol(parent, false)).toEqual({ ...second, isNew: false });
    expect(readFileSync(path, "utf8")).toBe("// mine\n");
    expect(readdirSync(parent).sort()).toEqual(["my-protocol", "my-protocol-2"]);
  });

  test("is asked for by check, and not made by it", () => {
    expect(requireProtocol(parent)).toBe(join(parent, "my-protocol-2"));
    expect(() => requireProtocol(first.folder)).toThrow(
      new UsageError("There is no protocol of yours yet: npm run quest makes it."),
    );
  });

  test("keeps what was predicted, and says so when that file is damaged", () => {
    keepPredictions(first.folder, { direction: 2 });
    expect(readPredictions(first.folder)).toEqual({ direction: 2 });
    writeFileSync(join(first.folder, "predictions.json"), "{");
    expect(() => readPredictions(first.folder)).toThrow(/Remove it/);
  });
});

describe("what a learner sees", () => {
  const { folder } = myProtocol(room.parent, true);

  /** Plays these inputs, with one look after the other. */
  async function played(looks: readonly (Standing[] | string)[], inputs: readonly string[]): Promise<string> {
    let screen = "";
    const left = [...inputs];
    const looked = [...looks];
    await play({
      folder,
      isNew: false,
      look: async () => looked.shift() ?? looks.at(-1) ?? "",
      next: async () => left.shift() ?? "q",
      write: (text) => {
        screen += text;
      },
      paint: (_, text) => text,
    });
    return screen;
  }

  /** These guards stand, and of the others the first attack gets through. */
  function standing(count: number, ...missing: string[]): Standing[] {
    return quests.map((quest, index) => {
      const [check] = checksOf(quest);
      if (!check || (index < count && !missing.includes(quest.guard))) return { quest, attack: null };
      const deviation = { sent: [check.start], isState: false, expected: "refused: x", got: "{}" };
      return { quest, attack: { check, deviation } };
    });
  }

  test("is first asked what it expects, and then shown the attack, whatever it said", async () => {
    const before = await played([standing(0)], ["h", "x"]);
    expect(before).toContain("Quest 1: direction");
    expect(before).toContain("What do you expect? 1, 2 or 3");
    expect(before).toContain("Say first what you expect: 1, 2 or 3.");
    expect(before).not.toContain("It gets through");
    const wrong = await played([standing(0)], ["1"]);
    expect(wrong).toContain("It comes differently: The request is pending");
    expect(wrong).toContain("It gets through  attack/asked-the-wrong-one");
    expect(wrong).toMatch(/requests\.ts:\d+/);
    // It is asked once.
    expect(await played([standing(0)], [])).not.toContain("What do you expect?");
  });

  test("gets three hints, each clearer, and ours", async () => {
    const screen = await played([standing(0)], ["1", "h", "h", "h", "h", "s"]);
    expect(screen.match(/Hint 1 of 3/g)).toHaveLength(1);
    expect(screen.match(/Hint 3 of 3: Ours begins: if \(known/g)).toHaveLength(2);
    expect(screen).toMatch(
      /Ours, lessons\/s16-team-protocols\/requests\.ts:\d+\n {4}if \(known && right\) return;/,
    );
  });

  test("is told when the guard stands, and goes on", async () => {
    const screen = await played(
      [standing(0), standing(0), standing(1)],
      ["1", "n", "saved", "saved", "n", "q"],
    );
    expect(screen).toContain("direction does not stand yet.");
    expect(screen).toContain("The guard direction stands.\n1 of 24 guards stand.");
    expect(screen).toContain("[#.......................] 1 of 24 guards stand");
    expect(screen).toContain("Quest 2: request-pending");
  });

  test("is told when an earlier guard has gone", async () => {
    keepPredictions(folder, Object.fromEntries(quests.map(({ guard }) => [guard, 1])));
    const screen = await played([standing(3), standing(4, "direction")], ["saved", "n"]);
    expect(screen).toContain("direction stood before, and does not any more (attack/asked-the-wrong-one).");
    expect(screen).toContain("3 of 24 guards stand.");
    expect(screen).toContain("Quest 1: direction");
  });

  test("is told why the code cannot be asked, and goes on once it can", async () => {
    const screen = await played(
      ["it does not compile", standing(0), "again not", standing(1)],
      ["r", "r", "r", "q"],
    );
    expect(screen).toContain("Your code cannot be asked.\nit does not compile\nSave again, or r.");
    expect(screen).toContain("Quest 1: direction");
    expect(screen).toContain("The guard direction stands.");
  });

  test("is told when all stand", async () => {
    expect(await played([standing(24)], [])).toContain("All 24 guards stand.");
    const screen = await played([standing(23), standing(24)], ["saved"]);
    expect(screen).toContain("The guard closed-recipient stands.");
    expect(screen).toContain("All 24 guards stand.");
  });

  test("fits in 80 columns, each quest, hint and solution of ours", async () => {
    for (const [index] of quests.entries()) {
      const screen = await played([standing(index)], ["h", "h", "h", "s"]);
      for (const line of screen.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });
});

describe("the command line", () => {
  test("knows check, --again, --dir and --junit", () => {
    const nothing = { again: false, folder: undefined, junit: undefined };
    expect(parseQuestArguments([], room.parent)).toEqual({ mode: "play", ...nothing });
    expect(parseQuestArguments(["--again"], room.parent)).toEqual({ mode: "play", ...nothing, again: true });
    expect(parseQuestArguments(["check", "--dir", "my-protocol", "--junit", "x.xml"], room.parent)).toEqual({
      mode: "check",
      again: false,
      folder: join(room.parent, "my-protocol"),
      junit: join(room.parent, "x.xml"),
    });
    expect(parseQuestArguments(["--help"], room.parent).mode).toBe("help");
  });

  test.each([
    [["chek"], 'There is no command "chek". Did you mean check? There are: check, practice.'],
    [["--junit", "x"], "--junit belongs to check: npm run quest -- check --junit FILE."],
    [["check", "--again"], "--again makes a new folder: use it alone."],
    [["--dir", "nowhere"], `There is no protocol of yours in ${room.parent}/nowhere (it has no port.ts).`],
    [["--colour"], "Unknown option '--colour'. See --help for the options."],
  ])("%j is refused in one sentence", (words, sentence) => {
    expect(() => parseQuestArguments(words, room.parent)).toThrow(new UsageError(sentence));
  });
});
