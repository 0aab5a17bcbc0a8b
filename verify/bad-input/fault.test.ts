import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { UsageError } from "../../user_code/command-line.ts";
import { exitCodeFor, Fault, sentenceFor } from "../../user_code/fault.ts";

function thrown(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    return error;
  }
}

test.each<[string, unknown, string, number]>([
  ["a wrong command line", new UsageError("Use one."), "usage: Use one.", 2],
  [
    "a folder that is not empty",
    new ProtocolError("directory-not-empty", "It holds a.txt."),
    "directory-not-empty: It holds a.txt.",
    2,
  ],
  ["another refusal", new ProtocolError("save-failed", "No room."), "save-failed: No room.", 1],
  ["what stands in the way", new Fault("There is no python3."), "There is no python3.", 1],
  ["what is no error", "a word", "unexpected fault: a word", 1],
])("%s is told in a sentence with its code", (_, error, sentence, exitCode) => {
  expect(sentenceFor(error)).toBe(sentence);
  expect(exitCodeFor(error)).toBe(exitCode);
});

test("an error of Node names its code once", () => {
  const error = thrown(() => readFileSync("/nowhere/at/all"));
  expect(sentenceFor(error)).toBe("ENOENT: no such file or directory, open '/nowhere/at/all'");
});

test("a package that is not installed is named, with the command that installs it", () => {
  const message = "Cannot find package 'fast-check' imported from /somewhere/random.ts";
  const error = Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
  expect(sentenceFor(error)).toBe(
    "The package fast-check is not installed, which this command needs. In the project's folder: npm ci",
  );
});

test("what should not have happened comes with its stack", () => {
  expect(sentenceFor(new TypeError("x is not a function"))).toMatch(
    /^unexpected fault: TypeError: x is not a function\n {4}at /,
  );
});
