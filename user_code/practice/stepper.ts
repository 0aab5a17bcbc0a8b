import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { ReadStream } from "node:tty";
import type { ProtocolState, RequestRecord } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { say } from "../../lessons/strings/say.ts";

/** The learner pressed `q`: the practice ends here, and the session folder stays as it is. */
export class StoppedByLearner extends Error {
  override name = "StoppedByLearner";
}

export type Stepper = {
  /** Waits for the key that goes on. Throws `StoppedByLearner` for `q`. At the end of input it no longer waits. */
  next: () => Promise<void>;
  close: () => void;
};

type StepperOptions = {
  input: ReadStream | Readable;
  write: (text: string) => void;
  inspect: () => string;
  /** Told of Ctrl-C while no key is waited for: a terminal that gives its keys one by one sends no signal. */
  interrupt?: () => void;
};

/** Holds a practice run after every event: Enter goes on, `s` shows state and mailboxes, `q` quits. */
export function createStepper(options: StepperOptions): Stepper {
  const { input, write, inspect } = options;
  const interrupt = options.interrupt ?? (() => void process.kill(process.pid, "SIGINT"));
  const keys = readKeys(input, interrupt);
  const prompt = `   ${say("step-prompt")} `;
  return {
    close: keys.close,
    next: async () => {
      write(prompt);
      for (;;) {
        const key = await keys.read();
        if (key === "quit" || key === "interrupt") {
          write("\n");
          throw new StoppedByLearner();
        }
        if (key === "next" || key === undefined) break;
        write(`\n${key === "state" ? inspect() : `   ${say("step-keys")}`}\n${prompt}`);
      }
      write("\r\u001b[K".repeat(isTerminal(input) ? 1 : 0) || "\n");
    },
  };
}

/** State and mailboxes as they are now: the table of requests, the members, every mailbox as its literal lines. */
export function inspectSession({ requests, team, mail }: ProtocolState): string {
  const table = [...requests].map(
    ([id, record]) =>
      `   ${id}  ${record.kind} ${record.sender} -> ${record.target}  ${replySentence(record)}`,
  );
  const members = [...team.values()].map(({ name, status, turns, cursor }) => {
    const counts = [say("step-turns", { count: turns }), say("step-letters", { count: cursor })];
    return `   ${name.padEnd(9)} ${[status, ...counts].join(", ")}`;
  });
  const mailboxes = [...team.keys()].map((name) => {
    const text = mail.read(name);
    const lines = text ? `\n     ${text.trimEnd().replaceAll("\n", "\n     ")}` : ` ${say("step-empty")}`;
    return `   ${name}.jsonl${lines}`;
  });
  return [
    `   ${say("step-requests")}`,
    ...(table.length > 0 ? table : [`   ${say("step-no-requests")}`]),
    `   ${say("step-members")}`,
    ...members,
    `   ${say("step-mailboxes")}`,
    ...mailboxes,
  ].join("\n");
}

function replySentence({ status, reply, used }: RequestRecord): string {
  if (!reply) return say("step-no-reply", { status });
  if (!reply.approve) return say("step-no", { status });
  return say(used ? "step-yes-used" : "step-yes", { status });
}

type Key = "next" | "state" | "quit" | "interrupt" | "other";

const MEANINGS = new Map<string, Key>([
  ["\r", "next"],
  ["\n", "next"],
  ["\r\n", "next"],
  ["s", "state"],
  ["q", "quit"],
  // Ctrl-D, and Ctrl-C.
  ["\u0004", "quit"],
  ["\u0003", "interrupt"],
]);

/** One key as a terminal sends it: an arrow or F5 is several characters (ECMA-48), a line's end may be two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the keys send.
const ONE_KEY = /\u001b\[[0-?]*[ -/]*[@-~]|\u001bO[ -~]|\u001b[^\u001b]|\r\n|./gsu;

/** The keys in what came at once. What is pasted, or a key that has no meaning here, counts as one. */
function keysIn(text: string): Key[] {
  const keys = (text.match(ONE_KEY) ?? []).map((key) => MEANINGS.get(key.toLowerCase()) ?? "other");
  return keys.filter((key, index) => key !== "other" || keys[index - 1] !== "other");
}

/** Keys one by one: at a terminal as they are pressed, from a pipe as the characters come. */
function readKeys(
  input: ReadStream | Readable,
  interrupt: () => void,
): {
  read: () => Promise<Key | undefined>;
  close: () => void;
} {
  if (isTerminal(input)) input.setRawMode(true);
  const decoder = new StringDecoder("utf8");
  const pressed: Key[] = [];
  let waiting: ((key: Key | undefined) => void) | undefined;
  let ended = false;
  const onData = (chunk: Buffer | string): void => {
    const keys = keysIn(typeof chunk === "string" ? chunk : decoder.write(chunk));
    if (!waiting && isTerminal(input) && keys.includes("interrupt")) interrupt();
    else pressed.push(...keys);
    serve();
  };
  const onEnd = (): void => {
    ended = true;
    serve();
  };
  const serve = (): void => {
    if (!waiting || (pressed.length === 0 && !ended)) return;
    const answer = waiting;
    waiting = undefined;
    answer(pressed.shift());
  };
  input.on("data", onData);
  input.on("end", onEnd);
  // A terminal that has gone cannot be read, and nothing more is pressed there.
  input.on("error", onEnd);
  return {
    read: () =>
      new Promise((resolve) => {
        waiting = resolve;
        serve();
      }),
    close: () => {
      if (isTerminal(input)) input.setRawMode(false);
      input.off("data", onData);
      input.off("end", onEnd);
      input.off("error", onEnd);
      input.pause();
    },
  };
}

function isTerminal(input: ReadStream | Readable): input is ReadStream {
  return "isTTY" in input && input.isTTY;
}
