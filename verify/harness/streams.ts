import { PassThrough } from "node:stream";
import { onTestFinished, vi } from "vitest";

/** Keeps what this process writes to one of its outputs from now on to the end of the test. */
export function captured(name: "stdout" | "stderr"): { text: () => string } {
  let text = "";
  const spy = vi.spyOn(process[name], "write").mockImplementation((piece) => {
    text += String(piece);
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  return { text: () => text };
}

/** What the test writes into it is this process's standard input to the end of the test. */
export function standardInput(): PassThrough {
  const input = new PassThrough();
  const real = Object.getOwnPropertyDescriptor(process, "stdin");
  Object.defineProperty(process, "stdin", { configurable: true, value: input });
  onTestFinished(() => {
    if (real) Object.defineProperty(process, "stdin", real);
  });
  return input;
}
