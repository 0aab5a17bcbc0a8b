import { afterAll, beforeEach, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    globalNamespace: string;
  }
}

/** A mutant is tried in a worker thread, where Node refuses to change the process's umask. */
process.umask = () => 0o022;

/**
 * What a test puts back at its end (`onTestFinished`) is code that this test reaches. StrykerJS takes the end of the test
 * for the end of its reach, and tries whatever is reached after that on all tests there are.
 */
const coverage: { currentTestId: string | undefined } = Reflect.get(globalThis, inject("globalNamespace"));

beforeEach(() => {
  const test = coverage.currentTestId;
  return () => {
    coverage.currentTestId = test;
  };
});

afterAll(() => {
  coverage.currentTestId = undefined;
});
