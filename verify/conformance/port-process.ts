import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { safeLine } from "../../lessons/s15-mailboxes/safe-text.ts";
import { type Outcome, WIRE_VERSION, type WireRequest, wireAnswer, wireResults } from "./wire.ts";

/** How much of one line is read, and how much of what the port says on stderr is kept. */
const LINE_BYTES = 1_000_000;
const STDERR_BYTES = 4_000;
/** How long a port that has been told that it is over may take to end. */
const GRACE_MS = 1_000;
/** How long its pipes may stay open after that. */
const PIPES_MS = 300;

/** The port did not start, does not keep to the wire, does not answer or has ended: nothing more can be checked. */
export class PortFault extends Error {
  override name = "PortFault";
}

export type Port = {
  /** What the port calls itself. */
  name: string;
  /** Throws `PortFault`. One question at a time. */
  ask: (request: WireRequest) => Promise<Outcome>;
  close: () => Promise<void>;
};

export type PortOptions = {
  command: readonly string[];
  cwd: string;
  /** How long the port may take for one answer. */
  timeoutMs: number;
};

/** Starts a port and asks `hello`. Throws `PortFault`. */
export async function startPort(options: PortOptions): Promise<Port> {
  const process = new PortProcess(options);
  try {
    const hello = await process.ask({ do: "hello" });
    const greeting = wireResults.hello.safeParse("result" in hello ? hello.result : undefined);
    if (!greeting.success) {
      throw new PortFault(
        `The port answers hello with ${short(JSON.stringify(hello))}. This is wire ${WIRE_VERSION}: it should be ` +
          `{"wire":${WIRE_VERSION},"name":"..."}.`,
      );
    }
    return {
      name: greeting.data.name,
      ask: (request) => process.ask(request),
      close: () => process.close(),
    };
  } catch (error) {
    await process.close();
    throw error;
  }
}

type Waiting = {
  request: WireRequest;
  resolve: (outcome: Outcome) => void;
  reject: (fault: PortFault) => void;
};

class PortProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #timeoutMs: number;
  readonly #command: string;
  readonly #ended: Promise<void>;
  #unread = "";
  #stderr = "";
  #asked = 0;
  #waiting: Waiting | undefined;
  #fault: PortFault | undefined;

  constructor({ command, cwd, timeoutMs }: PortOptions) {
    const [program = "", ...parameters] = command;
    this.#timeoutMs = timeoutMs;
    this.#command = command.join(" ");
    // A group of its own, so that whatever it starts ends with it.
    this.#child = spawn(program, parameters, { cwd, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    process.on("exit", this.#kill);
    const { stdin, stdout, stderr } = this.#child;
    stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_BYTES);
    });
    // That it reads no more is seen by its end, or by the answer that does not come.
    stdin.on("error", () => undefined);
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error: NodeJS.ErrnoException) => {
        const cause = error.code === "ENOENT" ? "there is no such program or folder" : error.message;
        this.#fail(`The port could not be started (${this.#command}): ${cause}.`);
        resolve();
      });
      this.#child.on("exit", () => {
        // What has left its group may still hold the pipes: it is not waited for.
        setTimeout(() => {
          stdout.destroy();
          stderr.destroy();
        }, PIPES_MS).unref();
      });
      this.#child.on("close", (code, signal) => {
        const how = signal ? `by ${signal}` : `with exit code ${code}`;
        this.#fail(`The port has ended ${how} ${this.#when()}.`);
        resolve();
      });
    });
  }

  ask(request: WireRequest): Promise<Outcome> {
    if (this.#fault) return Promise.reject(this.#fault);
    this.#asked += 1;
    const id = this.#asked;
    const answered = new Promise<Outcome>((resolve, reject) => {
      this.#waiting = { request, resolve, reject };
    });
    const timer = setTimeout(() => {
      const half = this.#unread === "" ? "" : ` It has begun a line: ${short(this.#unread)}`;
      const seconds = this.#timeoutMs / 1_000;
      this.#fail(
        `The port has not answered request ${id} (${request.do}) within ${seconds} s (--timeout).${half}`,
      );
    }, this.#timeoutMs);
    this.#child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    return answered.finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    this.#fault ??= new PortFault("The port has been closed.");
    this.#child.stdin.end();
    const timer = setTimeout(this.#kill, this.#waiting ? 0 : GRACE_MS);
    await this.#ended;
    clearTimeout(timer);
    this.#kill();
    process.off("exit", this.#kill);
  }

  /** Undefined when the line is no answer to this request: then that is the fault. */
  #outcome(line: string, request: WireRequest): Outcome | undefined {
    const id = this.#asked;
    const wrong = (what: string): undefined =>
      this.#fail(`${what} (request ${id}, ${request.do}): ${short(line)}`);
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      return wrong("The port answers something that is no JSON");
    }
    const answer = wireAnswer.safeParse(json);
    if (!answer.success)
      return wrong("The port answers JSON, but no answer of the form {id, result} or {id, error}");
    if (answer.data.id !== id) return wrong(`The port answers request ${answer.data.id} instead`);
    return "error" in answer.data ? { error: answer.data.error.code } : { result: answer.data.result };
  }

  #read(text: string): void {
    if (this.#fault) return;
    this.#unread += text;
    for (let end = this.#unread.indexOf("\n"); end !== -1; end = this.#unread.indexOf("\n")) {
      const line = this.#unread.slice(0, end);
      this.#unread = this.#unread.slice(end + 1);
      const waiting = this.#waiting;
      if (!waiting) {
        this.#fail(
          `The port says something that nobody has asked (after request ${this.#asked}): ${short(line)}`,
        );
        return;
      }
      const outcome = this.#outcome(line, waiting.request);
      if (!outcome) return;
      this.#waiting = undefined;
      waiting.resolve(outcome);
    }
    if (this.#unread.length > LINE_BYTES)
      this.#fail(
        `The port floods: a line of more than ${LINE_BYTES} bytes ${this.#when()}, and no end of it.`,
      );
  }

  #when(): string {
    return this.#waiting ? `instead of answering request ${this.#asked}` : `after request ${this.#asked}`;
  }

  /** The first fault is the one that counts. */
  #fail(sentence: string): undefined {
    if (this.#fault) return;
    const said = this.#stderr.trimEnd();
    const tail = said === "" ? "" : `\n${indented(said)}`;
    this.#fault = new PortFault(`${sentence}${tail === "" ? "" : ` It said on stderr:${tail}`}`);
    this.#unread = "";
    this.#kill();
    this.#waiting?.reject(this.#fault);
  }

  readonly #kill = (): void => {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The group is gone.
    }
  };
}

function short(text: string): string {
  const line = safeLine(text);
  return line.length <= 160 ? line : `${line.slice(0, 157)}...`;
}

/** The first lines and the last: one of them says what it was. */
function indented(text: string): string {
  const lines = text.split("\n").map((line) => `    ${safeLine(line)}`);
  return (lines.length <= 24 ? lines : [...lines.slice(0, 10), "    ...", ...lines.slice(-12)]).join("\n");
}
