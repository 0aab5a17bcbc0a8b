import { describe, expect, test } from "vitest";
import { UsageError } from "../../user_code/command-line.ts";
import { parsePracticeArguments, usage } from "../../user_code/practice/arguments.ts";

const DEFAULTS = {
  plan: "approve",
  decision: "deny",
  model: "scripted",
  place: { dir: undefined },
  expected: undefined,
  json: false,
  step: false,
  showModel: false,
  resume: false,
  help: false,
};
const STORE = "postgres://ada@host/lessons";

describe("the command line of the practice", () => {
  test.each([
    [[], {}],
    [["--plan", "reject"], { plan: "reject" }],
    [["--decision", "allow"], { decision: "allow" }],
    [["--model", "anthropic"], { model: "anthropic" }],
    [["--dir", "here"], { place: { dir: "here" } }],
    [["--expected", " 43 "], { expected: " 43 " }],
    [["--json"], { json: true }],
    [["--step"], { step: true }],
    [["--show-model"], { showModel: true }],
    [["--lang", "es"], {}],
    [["--resume", "--dir", "here"], { resume: true, place: { dir: "here" } }],
    [["--store", STORE, "--session", "one"], { place: { url: STORE, session: "one" } }],
    [
      ["--store", STORE, "--session", "one", "--resume"],
      { place: { url: STORE, session: "one" }, resume: true },
    ],
    [["--help"], { help: true }],
    [["-h"], { help: true }],
    [["--help", "--store", STORE], { help: true }],
  ])("%j means what it says", (argv, expected) => {
    expect(parsePracticeArguments(argv, {})).toEqual({ ...DEFAULTS, ...expected });
  });

  test("takes the store of the environment where no folder is named", () => {
    const environment = { TWO_GATES_STORE: STORE };
    expect(parsePracticeArguments(["--session", "one"], environment).place).toEqual({
      url: STORE,
      session: "one",
    });
    expect(parsePracticeArguments(["--dir", "here"], environment).place).toEqual({ dir: "here" });
  });

  test.each([
    [["--plan", "maybe"], '--plan takes approve or reject, not "maybe".'],
    [["--decision", "perhaps"], '--decision takes allow or deny, not "perhaps".'],
    [["--model", "me"], '--model takes scripted or anthropic, not "me".'],
    [["--plan", "__proto__"], '--plan takes approve or reject, not "__proto__".'],
    [["--colour"], "Unknown option '--colour'. See --help for the options."],
    [["extra"], "Unexpected argument 'extra'. See --help for the options."],
    [["--plan"], "Option '--plan <value>' argument missing. See --help for the options."],
    [["--plan", "approve", "--plan", "reject"], "--plan is given twice. Give it once."],
    [["--dir", ""], "--dir needs the name of a folder."],
    [["--expected", " "], "--expected needs the text that main.py should print."],
    [["--resume"], "--resume goes on with a session that is there: name its folder with --dir."],
    [["--step", "--json"], "--step waits for keys and --json is for programs: use one."],
  ])("%j is refused in one sentence", (argv, sentence) => {
    expect(() => parsePracticeArguments(argv, {})).toThrow(new UsageError(sentence));
  });

  test("is explained by a text that names every option", () => {
    const options =
      "plan decision dir expected store session resume json step show-model model lang help".split(" ");
    for (const option of options) expect(usage()).toMatch(new RegExp(`^ {2}--${option} `, "m"));
  });
});
