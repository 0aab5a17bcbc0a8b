import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { bundle } from "../harness/processes/bundles.ts";
import type { Ended, Order, Stopped } from "./stepped-process.ts";

/** A process that is told what to do line by line, and answers line by line. */
export type SteppedProcess = {
  child: ChildProcess;
  /** Gives an order and waits for the answer. Rejects when the process ends instead. */
  ask: (order: Order) => Promise<unknown>;
  /** The same, for orders that are carried out in steps. */
  step: (order: Order) => Promise<Stopped | Ended>;
  /** SIGKILL, and the end of the process. */
  kill: () => Promise<NodeJS.Signals | null>;
};

/** `pid`: the process id that it takes for its own, as processes of two containers on one volume may have the same. */
export async function startSteppedProcess({ pid }: { pid?: number } = {}): Promise<SteppedProcess> {
  const otherPid = `data:text/javascript,Object.defineProperty(process, "pid", { value: ${pid} })`;
  const options = pid === undefined ? [] : ["--import", otherPid];
  const child = spawn(process.execPath, [...options, bundle("steppedProcess")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once("exit", (_code, signal) => resolve(signal));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The stepped process has ended without an answer.");
    return JSON.parse(value);
  };
  const ask = (order: Order): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    return answer();
  };
  await answer();
  return {
    child,
    ask,
    step: async (order) => {
      const answered = await ask(order);
      if (isStep(answered)) return answered;
      throw new Error(`That is no step: ${JSON.stringify(answered)}`);
    },
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

function isStep(answer: unknown): answer is Stopped | Ended {
  return typeof answer === "object" && answer !== null && ("stopped" in answer || "ended" in answer);
}
