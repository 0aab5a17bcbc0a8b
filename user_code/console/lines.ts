import { type AsyncCompleter, createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** A longer line is not taken as a sentence. */
export const LINE_CHARACTERS = 4_000;

/** Where the person's lines come from. */
export type Lines = {
  /** The next line; undefined at the end of the input, or when the person leaves. */
  next: () => Promise<string | undefined>;
  /** Asks a question and waits for a line that is typed after it. "" when nobody answers. */
  ask: (question: string) => Promise<string>;
  close: () => void;
};

type TerminalOptions = {
  input: Readable;
  output: Writable;
  /** False for a terminal that cannot move its cursor: then there is no line editing. */
  canEdit: boolean;
  prompt: string;
  complete: (line: string) => Promise<[string[], string]>;
  /** Told of Ctrl-C. */
  onInterrupt: () => void;
};

/** Lines from a terminal, with editing, history and completion. */
export function terminalLines(options: TerminalOptions): Lines {
  const { input, output, canEdit, prompt, complete, onInterrupt } = options;
  const completer: AsyncCompleter = (line, done) =>
    void complete(line).then(
      (completions) => done(null, completions),
      // Nothing is offered then; whatever stands in the way is told by the next round.
      () => done(null, [[], line]),
    );
  const reader = createInterface({ input, output, terminal: canEdit, completer, prompt });
  const typed: string[] = [];
  let isClosed = false;
  let waiting: ((line: string | undefined) => void) | undefined;
  let answering: ((answer: string) => void) | undefined;

  reader.on("line", (line) => {
    if (answering) answering(line);
    else if (waiting) waiting(line);
    else typed.push(line);
  });
  // A "y" is an answer, and no sentence to come back to.
  reader.on("history", (history: string[]) => {
    if (answering) history.shift();
  });
  reader.on("SIGINT", onInterrupt);
  reader.on("close", () => {
    isClosed = true;
    answering?.("");
    waiting?.(undefined);
  });

  return {
    close: () => reader.close(),
    next: async () => {
      const line = typed.shift();
      if (line !== undefined || isClosed) return line;
      reader.setPrompt(prompt);
      reader.prompt();
      return new Promise((resolve) => {
        waiting = (next) => {
          waiting = undefined;
          resolve(next);
        };
      });
    },
    ask: async (question) => {
      if (isClosed) return "";
      reader.setPrompt(question);
      reader.prompt();
      return new Promise((resolve) => {
        answering = (answer) => {
          answering = undefined;
          resolve(answer);
        };
      });
    },
  };
}

/** Lines from a pipe or a file, split at line feeds and nowhere else. Nobody is there who could be asked. */
export function pipedLines(input: Readable): Lines {
  const lines = splitLines(input);
  let leave: (nothing: undefined) => void = () => undefined;
  const left = new Promise<undefined>((resolve) => {
    leave = resolve;
  });
  return {
    close: () => {
      leave(undefined);
      input.destroy();
    },
    next: () => Promise.race([left, lines.next().then(({ value }) => value)]),
    ask: async () => "",
  };
}

async function* splitLines(input: Readable): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    // One character more than a line may have is enough to see that it is too long.
    rest = (parts.pop() ?? "").slice(0, LINE_CHARACTERS + 1);
    for (const part of parts) yield part.replace(/\r$/u, "");
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
  return undefined;
}
