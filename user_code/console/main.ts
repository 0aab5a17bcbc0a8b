import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { requireInterpreter, weaknessOf } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { retell, retellCoded, say } from "../../lessons/strings/say.ts";
import { exitCodeFor, sentenceFor } from "../fault.ts";
import { speakAsAsked } from "../language-option.ts";
import { createTrafficDrawing } from "../model-traffic.ts";
import { endWithStandardOutput } from "../standard-output.ts";
import { leaveStores } from "../store.ts";
import { hanging, paintFor, safeWriter } from "../terminal.ts";
import { type ConsoleArguments, parseConsoleArguments, usage } from "./arguments.ts";
import { completionsFor } from "./completion.ts";
import { converse, prompt, type Screen, showLine, showNextStep, takeLine } from "./conversation.ts";
import { isYes, question, questionText } from "./host-question.ts";
import { type Lines, pipedLines, terminalLines } from "./lines.ts";
import type { Room } from "./room.ts";
import { openRoom } from "./set-up.ts";
import { columnHeading, drawEvent } from "./timeline.ts";
import { type Tour, tourOf } from "./tour.ts";
import { takeUpRound } from "./turns.ts";

const EXIT = { done: 0 } as const;

/** A process that a signal ends reports 128 and the signal's number. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

const write = safeWriter(process.stdout, process.env);
const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

/** The team console, with these words behind its name. Returns the exit status. */
export async function consoleCommand(argv: readonly string[]): Promise<number> {
  return main(argv).finally(leaveStores);
}

async function main(argv: readonly string[]): Promise<number> {
  await speakAsAsked(argv, process.env);
  try {
    const options = parseConsoleArguments(argv);
    if (options.help) write(usage());
    else return await talk(options);
    return EXIT.done;
  } catch (error) {
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

async function talk(options: ConsoleArguments): Promise<number> {
  const paint = paintFor(process.stdout, process.env);
  const print = (text: string): boolean => write(`${text}\n`);
  const screen = { print, paint };
  const drawTraffic = createTrafficDrawing(paint);
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !options.tour;
  const leaving = new AbortController();
  let lines: Lines | undefined;
  const tellOnce = once(() => print(paint("yellow", say("nobody-to-ask"))));

  const interpreter = await requireInterpreter(process.env);
  // Without an interpreter there is no monitor either, and each command is refused with that sentence.
  const weakness = typeof interpreter === "string" ? undefined : weaknessOf(interpreter.holds);
  if (weakness) complain(`${retell(weakness)}\n`);

  const {
    room,
    directory,
    found,
    interrupted,
    damage,
    leave: giveUp,
  } = await openRoom({
    place: options.place,
    isNew: options.tour !== false,
    environment: process.env,
    interpreter,
    signal: leaving.signal,
    show: (event) => {
      if (event.event === "model_exchange") {
        if (options.showModel) print(drawTraffic(event));
        return;
      }
      const row = drawEvent(event, paint);
      if (row !== undefined) print(row);
    },
    decide: async (member, call) => {
      if (options.decision) return options.decision;
      if (isTerminal && lines && !leaving.signal.aborted) return askPerson(lines, screen, member, call);
      if (!options.tour && !leaving.signal.aborted) tellOnce();
      return "deny";
    },
  });

  let exitCode: number = EXIT.done;
  const leave = (code: number): void => {
    if (leaving.signal.aborted) process.exit(code);
    exitCode = code;
    leaving.abort();
    lines?.close();
  };
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => leave(code));

  try {
    if (options.tour) {
      await play(tourOf(options.tour), room, screen, leaving.signal);
    } else {
      lines = isTerminal ? openTerminal(room, screen, () => leave(EXIT.done)) : pipedLines(process.stdin);
      print(greeting(screen));
      if (found) await takeUp(room, { found, interrupted }, screen);
      await converse(room, lines, { ...screen, echo: !isTerminal });
    }
  } finally {
    lines?.close();
  }
  const broken = await damage();
  await giveUp();
  const saved = say("two-sentences", {
    first: broken === undefined ? say("all-saved") : say("not-all-saved", { damage: retellCoded(broken) }),
    second: say("session-folder", { folder: printable(directory) }),
  });
  print(`${isTerminal ? "\n" : ""}${paint("dim", saved)}`);
  return exitCode;
}

/** What was found is told, and what was interrupted is brought to its end before anything new begins. */
async function takeUp(
  room: Room,
  { found, interrupted }: { found: string; interrupted: readonly string[] },
  screen: Screen,
): Promise<void> {
  screen.print(hanging(found));
  await takeUpRound(room, interrupted);
  await showNextStep(room, screen);
}

function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) task();
    isDone = true;
  };
}

function openTerminal(room: Room, { paint }: Screen, onInterrupt: () => void): Lines {
  return terminalLines({
    input: process.stdin,
    output: process.stdout,
    canEdit: process.env.TERM !== "dumb",
    prompt: paint(["bold", "cyan"], prompt()),
    complete: (line) => completionsFor(room, line),
    onInterrupt,
  });
}

/** The second gate at the terminal: one question for one call, and only a yes is a yes. */
async function askPerson(
  lines: Lines,
  { print, paint }: Screen,
  ...asked: Parameters<typeof questionText>
): Promise<"allow" | "deny"> {
  print(paint("yellow", questionText(...asked)));
  return isYes(await lines.ask(paint(["bold", "yellow"], question()))) ? "allow" : "deny";
}

async function play(
  { title, stops, afterwards }: Tour,
  room: Room,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  screen.print(`${screen.paint("bold", title)}\n`);
  screen.print(`${columnHeading(screen.paint)}\n`);
  for (const { heading, lines } of stops) {
    screen.print(screen.paint("dim", heading));
    for (const line of lines) {
      if (signal.aborted) return;
      showLine(line, screen);
      await takeLine(room, line, screen);
    }
  }
  screen.print(afterwards);
}

function greeting({ paint }: Screen): string {
  return [
    paint("bold", say("console-title")),
    say("console-try", { sentence: say("exercise-1") }),
    "",
    columnHeading(paint),
  ].join("\n");
}
