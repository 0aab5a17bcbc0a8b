import { parseArgs } from "node:util";
import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import { quoted } from "../../../lessons/s15-mailboxes/protocol-error.ts";
import { type Paint, safeLine } from "../../../user_code/terminal.ts";
import { hasTrace, isFresh, loadScenarios, loadTrace, RECORDED_FILE } from "./fixture-files.ts";
import { afresh, RecordingFault, recordAfresh } from "./record-afresh.ts";
import { drawTrace } from "./trace-view.ts";

const USAGE = `Usage: npm run trace [-- <function> <scenario>]

Shows the recording of one scenario, statement by statement, with what each one changed.
Without arguments it lists all scenarios.
`;

/** What the command prints, and its exit status: 0 shown, 1 nothing that can be recorded, 2 a wrong command line. */
export type Answer = { status: 0 | 1 | 2; stdout: string; stderr: string };

/** Answers `npm run trace` with the words behind it. */
export function answerTraceCommand(argv: readonly string[], paint: Paint): Answer {
  const words = parse(argv);
  if (typeof words === "string") return refusal(words);
  if (words === undefined) return shown(USAGE);
  const scenarios = loadScenarios();
  const [name, input, ...rest] = words;
  if (name === undefined) return shown(drawList(scenarios));

  const functions = [...new Set(scenarios.map((scenario) => scenario.function))];
  const ofFunction = scenarios.filter((scenario) => scenario.function === name);
  if (ofFunction.length === 0) {
    return refusal(`There is no recorded function ${quoted(name)}. Recorded: ${functions.join(", ")}.`);
  }
  const inputs = ofFunction.map(({ scenario }) => scenario).join(", ");
  if (input === undefined) return refusal(`Name a scenario of ${name} too: ${inputs}.`);
  const found = ofFunction.find(({ scenario }) => scenario === input);
  if (!found) return refusal(`${name} has no scenario ${quoted(input)}. It has: ${inputs}.`);
  if (rest.length > 0) return refusal(`One scenario at a time: leave out ${rest.map(quoted).join(" ")}.`);
  return show(found, paint);
}

/** The recording that is kept, or one made now where that is of another text of the functions, or is not there. */
function show(scenario: Scenario, paint: Paint): Answer {
  if (hasTrace(scenario)) {
    const kept = loadTrace(scenario);
    if (isFresh(kept)) return shown(drawTrace(kept, paint));
  }
  try {
    const recorded = loadTrace(scenario, recordAfresh());
    return { status: 0, stdout: drawTrace(recorded, paint), stderr: `${afresh(RECORDED_FILE)}\n\n` };
  } catch (error) {
    if (!(error instanceof RecordingFault)) throw error;
    return { status: 1, stdout: "", stderr: `${safeLine(error.message)}\n` };
  }
}

/** The words of the command line, nothing when help is asked for, or the sentence for what cannot be read. */
function parse(argv: readonly string[]): string[] | string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { help: { type: "boolean", short: "h", default: false } },
      allowPositionals: true,
    });
    return values.help ? undefined : positionals;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [sentence = message] = message.split(/\.\s/);
    return `${sentence}. See --help.`;
  }
}

function drawList(scenarios: readonly Scenario[]): string {
  const width = Math.max(...scenarios.map(({ scenario }) => scenario.length));
  const lines = scenarios.map(
    (entry) => `${entry.function.padEnd(14)}  ${entry.scenario.padEnd(width)}  ${entry.meaning}`,
  );
  return `${lines.join("\n")}\n\nShow one: npm run trace -- match_response forged\n`;
}

function shown(stdout: string): Answer {
  return { status: 0, stdout, stderr: "" };
}

function refusal(sentence: string): Answer {
  return { status: 2, stdout: "", stderr: `usage: ${safeLine(sentence)}\n` };
}
