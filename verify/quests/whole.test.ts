import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { guardOf } from "../../lessons/x2-break-it/without.ts";
import { myProtocol } from "../../user_code/quests/my-protocol.ts";
import { play } from "../../user_code/quests/play.ts";
import { quests } from "../../user_code/quests/quests.ts";
import type { Standing } from "../../user_code/quests/standing.ts";
import { openTerminal } from "../harness/processes/terminal.ts";
import { classRoom, lookInto, solve } from "./class-room.ts";

const ROOT = join(import.meta.dirname, "../..");
const room = classRoom();
afterAll(room.remove);

const ids = quests.map(({ guard }) => guard);

function standingIn(found: Standing[] | string): string[] {
  if (typeof found === "string") throw new Error(found);
  return found.filter(({ attack }) => !attack).map(({ quest }) => quest.guard);
}

test("all quests are played through: stripped code fails each, ours passes each, and each before it stands", async () => {
  const { folder } = myProtocol(room.parent, true);
  const looked: string[][] = [];
  let screen = "";
  let solved = 0;
  const inputs = quests.flatMap(({ right }) => [String(right), "saved", "n"]);
  await play({
    folder,
    isNew: true,
    look: async () => {
      const found = await lookInto(folder);
      looked.push(standingIn(found));
      return found;
    },
    next: async () => {
      const input = inputs.shift() ?? "q";
      if (input === "saved") {
        solved += 1;
        solve(folder, ids.slice(0, solved));
      }
      return input;
    },
    write: (text) => {
      screen += text;
    },
    paint: (_, text) => text,
  });
  expect(looked).toEqual(Array.from({ length: 25 }, (_, count) => ids.slice(0, count)));
  expect(screen.match(/You expected it/g)).toHaveLength(24);
  expect(screen.match(/It gets through {2}attack\//g)).toHaveLength(24);
  expect(screen).toContain("All 24 guards stand.");
  for (const line of screen.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
}, 180_000);

test("a solution that breaks an earlier guard is noticed", async () => {
  const { folder } = myProtocol(room.parent, true);
  solve(folder, ids.slice(0, 18));
  expect(standingIn(await lookInto(folder))).toEqual(ids.slice(0, 18));
  // It ignores whatever is no saved yes, and so the lead's no as well; and it lets any answerer answer.
  const path = join(folder, "s16-team-protocols/requests.ts");
  const source = readFileSync(path, "utf8");
  const { find } = guardOf("reply-target");
  expect(source).toContain(find);
  writeFileSync(path, source.replace(find, "record === undefined"));
  expect(standingIn(await lookInto(folder))).toEqual(ids.slice(0, 18).filter((id) => id !== "reply-target"));
});

describe("the command, as a learner starts it", () => {
  const { folder } = myProtocol(room.parent, true);
  const start = (...words: string[]) =>
    spawnSync(
      process.execPath,
      ["--import", "tsx", join(ROOT, "user_code/quest.ts"), ...words, "--dir", folder],
      {
        cwd: ROOT,
        encoding: "utf8",
        input: "2\nh\nq\n",
      },
    );

  test("plays without a terminal, and ends with its input", () => {
    const { stdout, status } = start();
    expect(stdout).toContain("You expected it");
    expect(stdout).toContain("Hint 1 of 3");
    expect(stdout).toContain("npm run quest goes on here.");
    expect(status).toBe(0);
  });

  test("check tells which guards stand, for people, for a CI server and by its exit code", () => {
    const stripped = start("check", "--junit", join(room.parent, "report.xml"));
    expect(stripped.stdout).toMatch(/^missing {2}direction +attack\/asked-the-wrong-one$/m);
    expect(stripped.stdout).toContain("0 of 24 guards stand");
    expect(stripped.status).toBe(1);
    expect(readFileSync(join(room.parent, "report.xml"), "utf8")).toContain('tests="24" failures="24"');
    solve(folder, ids);
    const whole = start("check");
    expect(whole.stdout).toContain("24 of 24 guards stand");
    expect(whole.status).toBe(0);
    const path = join(folder, "s16-team-protocols/requests.ts");
    writeFileSync(path, "this is no TypeScript");
    const broken = start("check");
    expect(broken.status).toBe(2);
    expect(broken.stderr).toMatch(/^The port has ended with exit code 1/);
    solve(folder, []);
  });

  test("watches what is saved, and takes keys at a terminal of 80 columns", async () => {
    const terminal = openTerminal(["--import", "tsx", join(ROOT, "user_code/quest.ts"), "--dir", folder], {
      NO_COLOR: "1",
    });
    try {
      // What is kept from before: the prediction.
      await terminal.shows("q quit");
      terminal.type("h");
      await terminal.shows("Hint 1 of 3");
      solve(folder, ["direction"]);
      await terminal.shows("The guard direction stands.");
      terminal.type("n");
      await terminal.shows("Quest 2: request-pending");
      terminal.type("\u0003");
      const { code, screen } = await terminal.ended;
      expect(code).toBe(0);
      expect(screen).toContain("1 of 24 guards stand");
    } finally {
      terminal.kill();
    }
  });
});
