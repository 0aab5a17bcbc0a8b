import type { Readable } from "node:stream";
import type { ReadStream } from "node:tty";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/requests.ts";

/** The learner pressed `q`: the practice ends here, and the session folder stays as it is. */
export class StoppedByLearner extends Error {
  override name = "StoppedByLearner";
}

export type Stepper = {
  /** Waits for the key that goes on. Throws `StoppedByLearner` for `q`. At the end of input it no longer waits. */
  next: () => Promise<void>;
  close: () => void;
};

type StepperOptions = { input: ReadStream | Readable; write: (text: string) => void; inspect: () => string };

/** Holds a practice run after every event: Enter goes on, `s` shows state and mailboxes, `q` quits. */
export function createStepper({ input, write, inspect }: StepperOptions): Stepper {
  const keys = readKeys(input);
  return {
    close: keys.close,
    next: async () => {
      write("   [Enter] next  [s] state  [q] quit ");
      for (;;) {
        const key = await keys.read();
        if (key === "q" || key === "\u0003") {
          write("\n");
          throw new StoppedByLearner();
        }
        if (key === "s") write(`\n${inspect()}\n   [Enter] next  [s] state  [q] quit `);
        else if (key === undefined || key === "\r" || key === "\n") break;
      }
      write("\r\u001b[K".repeat(isTerminal(input) ? 1 : 0) || "\n");
    },
  };
}

/** State and mailboxes as they are now: the table of requests, the members, every mailbox as its literal lines. */
export function inspectSession({ requests, team, mail }: ProtocolSession): string {
  const table = [...requests].map(([id, { kind, sender, target, status, reply, used }]) => {
    const saved = reply ? `reply saved (${reply.approve ? "yes" : "no"})` : "no reply saved";
    return `   ${id}  ${kind} ${sender} -> ${target}  ${status}, ${saved}${used ? ", used" : ""}`;
  });
  const members = [...team.values()].map(
    ({ name, status, turns, cursor }) =>
      `   ${name.padEnd(9)} ${status}, ${turns} turns, ${cursor} letters read`,
  );
  const mailboxes = [...team.keys()].map((name) => {
    const text = mail.read(name);
    return `   ${name}.jsonl${text ? `\n     ${text.trimEnd().replaceAll("\n", "\n     ")}` : " (empty)"}`;
  });
  return [
    "   requests",
    ...(table.length > 0 ? table : ["   none"]),
    "   members",
    ...members,
    "   mailboxes",
    ...mailboxes,
  ].join("\n");
}

/** Keys one by one: at a terminal as they are pressed, from a pipe as the characters come. */
function readKeys(input: ReadStream | Readable): {
  read: () => Promise<string | undefined>;
  close: () => void;
} {
  if (isTerminal(input)) input.setRawMode(true);
  const pressed: string[] = [];
  let waiting: ((key: string | undefined) => void) | undefined;
  let ended = false;
  const onData = (chunk: Buffer | string): void => {
    pressed.push(...chunk.toString());
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
      input.pause();
    },
  };
}

function isTerminal(input: ReadStream | Readable): input is ReadStream {
  return "isTTY" in input && input.isTTY;
}
