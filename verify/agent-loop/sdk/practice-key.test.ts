import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../user_code/command-line.ts";
import { takeApiKey } from "../../../user_code/practice/api-key.ts";
import { parsePracticeArguments } from "../../../user_code/practice/arguments.ts";
import { chooseModel } from "../../../user_code/practice/choose-model.ts";
import { temporaryFolder } from "../../harness/sessions.ts";

const SECRET = "sk-of-a-test-that-nobody-may-see";

/** A file with mode 600 in a folder of its own. */
function fileWith(text: string | Buffer, mode = 0o600): string {
  const path = join(temporaryFolder(), "key");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** The sentence with which the file is refused. It holds neither the key nor the value that was set. */
function refusal(file: string): string {
  try {
    takeApiKey({ ANTHROPIC_API_KEY_FILE: file });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).not.toContain(SECRET);
    expect(error.message).not.toContain(file);
    return error.message;
  }
  throw new Error("The file was taken.");
}

describe("the key of the API", () => {
  test("comes from the environment, and is no longer in it afterwards", () => {
    const environment = { ANTHROPIC_API_KEY: ` ${SECRET} `, HOME: "/" };
    expect(takeApiKey(environment)).toBe(SECRET);
    expect(environment).toEqual({ HOME: "/" });
  });

  test("comes from a file of mode 600 or 400, without the blanks around it", () => {
    expect(takeApiKey({ ANTHROPIC_API_KEY_FILE: fileWith(`\n ${SECRET}\r\n`) })).toBe(SECRET);
    expect(takeApiKey({ ANTHROPIC_API_KEY_FILE: fileWith(SECRET, 0o400) })).toBe(SECRET);
  });

  test("comes from the file when both are set, and leaves the environment all the same", () => {
    const environment = { ANTHROPIC_API_KEY: "other", ANTHROPIC_API_KEY_FILE: fileWith(SECRET) };
    expect(takeApiKey(environment)).toBe(SECRET);
    expect(environment).not.toHaveProperty("ANTHROPIC_API_KEY");
  });

  test("is missing when neither is set, or both are blank", () => {
    expect(takeApiKey({})).toBeUndefined();
    expect(takeApiKey({ ANTHROPIC_API_KEY: " ", ANTHROPIC_API_KEY_FILE: "" })).toBeUndefined();
  });

  test("comes from a file behind a link, as folders of secrets are made", () => {
    const link = join(temporaryFolder(), "link");
    symlinkSync(fileWith(SECRET), link);
    expect(takeApiKey({ ANTHROPIC_API_KEY_FILE: link })).toBe(SECRET);
  });

  test.each([0o640, 0o604, 0o620, 0o602, 0o611])("is refused from a file of mode %o", (mode) => {
    expect(refusal(fileWith(SECRET, mode))).toBe(
      "ANTHROPIC_API_KEY_FILE names a file that others may read or write. Take that from them: chmod 600 FILE.",
    );
  });

  test.each([
    ["an empty file", () => fileWith(" \n"), /^The file of ANTHROPIC_API_KEY_FILE is empty\./],
    ["two lines", () => fileWith(`${SECRET}\n${SECRET}\n`), /holds more than one line\./],
    [
      "a key with a blank in it",
      () => fileWith(`${SECRET} ${SECRET}`),
      /a space or a character that no key has/,
    ],
    [
      "bytes that are no text",
      () => fileWith(Buffer.from([0x6b, 0xff, 0x6b])),
      /a character that no key has/,
    ],
    ["1,001 characters", () => fileWith("k".repeat(1_001)), /is longer than any key\./],
    ["a file without an end", () => fileWith("k".repeat(100_000)), /is longer than any key\./],
    ["a file that is not there", () => join(temporaryFolder(), SECRET), /names a file that is not there\./],
    ["a key in the place of a file's name", () => SECRET, /names a file that is not there\./],
    ["a file inside a file", () => join(fileWith(SECRET), "key"), /names a file that is not there\./],
    ["a folder", () => temporaryFolder(), /names a folder, not a file\./],
    ["a device", () => "/dev/null", /names neither a regular file nor an open descriptor\./],
    [
      "a descriptor that is not open",
      () => "/dev/fd/987654",
      /names a descriptor with nothing to read\. .*\/dev\/stdin\.$/,
    ],
  ])("is refused from %s, in a sentence that shows nothing of it", (_, place, sentence) => {
    expect(refusal(place())).toMatch(sentence);
  });

  test("is refused from a named pipe at once, although nobody writes to it", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    await once(spawn("mkfifo", ["-m", "600", pipe]), "close");
    expect(refusal(pipe)).toMatch(/names neither a regular file nor an open descriptor\./);
  });

  test("of 1,000 characters is taken", () => {
    expect(takeApiKey({ ANTHROPIC_API_KEY_FILE: fileWith("k".repeat(1_000)) })).toHaveLength(1_000);
  });

  test("comes from an open descriptor, which is closed then", () => {
    const descriptor = openSync(fileWith(SECRET), "r");
    expect(takeApiKey({ ANTHROPIC_API_KEY_FILE: `/dev/fd/${descriptor}` })).toBe(SECRET);
    expect(() => closeSync(descriptor)).toThrow("EBADF");
  });

  test("is refused from a descriptor of a file that others may read", () => {
    const descriptor = openSync(fileWith(SECRET, 0o644), "r");
    expect(refusal(`/proc/self/fd/${descriptor}`)).toMatch(/others may read/);
    expect(() => closeSync(descriptor)).toThrow("EBADF");
  });
});

test("--step and a key on standard input are refused together: both would read the same bytes", async () => {
  const options = parsePracticeArguments(["--model", "anthropic", "--step"]);
  const environment = { ANTHROPIC_MODEL: "any-model", ANTHROPIC_API_KEY_FILE: "/dev/fd/0" };
  await expect(chooseModel(options, environment)).rejects.toThrow(
    new UsageError("--step reads from standard input, so the key cannot come that way. Name a file instead."),
  );
});
