import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answersOf, testRoom } from "../console/console-room.ts";
import { filesIn } from "../harness/sessions.ts";

test("moblin PR#450 the rest of a sentence taken into the text of its first command", async () => {
  const room = await testRoom({ decision: "allow" });
  const auth = () => readFileSync(join(room.workspace, "auth.py"), "utf8");
  const original = auth();

  await room.type('Replace "ada" with "eve" in auth.py and replace "alan" with "bob" in auth.py');
  expect(auth()).toBe(original.replace('"ada"', '"eve"').replace('"alan"', '"bob"'));
  expect(answersOf(room).at(-1)).toBe("auth.py is changed.\nauth.py is changed.");

  await room.type('Run "echo one" and run "echo two"');
  expect(answersOf(room).at(-1)).toBe("Exit code 0.\none\nExit code 0.\ntwo");

  await room.type('Write "one" to a.txt; write "two" to b.txt');
  expect(filesIn(room.workspace)).toMatchObject({ "a.txt": "one\n", "b.txt": "two\n" });

  const files = filesIn(room.workspace);
  for (const line of [
    'Replace "eve" with "ada" in auth.py and make tea',
    'Replace "eve" with "ada" in auth.py. Then alan with bob in auth.py',
    'Write "three" to a.txt, four to b.txt',
    'Run "touch c.txt" and drink it',
  ]) {
    await room.type(line);
    expect(answersOf(room).at(-1)).toMatch(/^I did nothing: I do not understand /);
  }
  expect(filesIn(room.workspace)).toEqual(files);
});
