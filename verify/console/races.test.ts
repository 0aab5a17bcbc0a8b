import { spawn } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { canReachByDescriptor } from "../../lessons/s16-team-protocols/run/open-folder.ts";
import { prepareSave } from "../../user_code/console/prepared-save.ts";
import { readWorkspaceFile } from "../../user_code/console/read-file.ts";
import { closeWorkspace, openWorkspace, type Workspace } from "../../user_code/console/workspace.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { filesIn, intercept, temporaryFolder } from "../harness/sessions.ts";

type Places = { workspace: Workspace; folder: string; elsewhere: string };

/** A workspace with a folder in it, and a folder outside that has a file of the same name. */
function places(byDescriptor = true): Places {
  const base = temporaryFolder();
  const elsewhere = join(base, "elsewhere");
  const folder = join(base, "workspace", "notes");
  for (const [path, text] of [
    [folder, "inside"],
    [elsewhere, "outside"],
  ] as const) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "today.txt"), text);
  }
  const workspace = openWorkspace(join(base, "workspace"), byDescriptor);
  onTestFinished(() => closeWorkspace(workspace));
  return { workspace, folder, elsewhere };
}

/** A process that swaps the folder for a link to the other one, as fast as it can, until the test ends. */
async function startSwapping({ folder, elsewhere }: Places): Promise<void> {
  const child = spawn(process.execPath, [bundle("swapFolder"), folder, elsewhere], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
}

function save(workspace: Workspace, path: string, text: string): void {
  const prepared = prepareSave(workspace, path, text);
  try {
    prepared.commit();
  } finally {
    prepared.discard();
  }
}

/** How often an operation was done, and how often it was refused, until both have happened often enough. */
function tryOften(times: number, operation: () => void): { done: number; refused: number } {
  const count = { done: 0, refused: 0 };
  const isEnough = (): boolean =>
    count.done >= 20 && count.refused >= 20 && count.done + count.refused >= times;
  for (let attempt = 0; attempt < 200_000 && !isEnough(); attempt += 1) {
    try {
      operation();
      count.done += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      count.refused += 1;
    }
  }
  return count;
}

describe.runIf(canReachByDescriptor())("while a folder is swapped for a link, again and again", () => {
  test("nothing outside is read", async () => {
    const all = places();
    await startSwapping(all);
    const seen = new Set<string>();
    const count = tryOften(5_000, () => seen.add(readWorkspaceFile(all.workspace, "notes/today.txt")));
    expect([...seen]).toEqual(["inside"]);
    expect(count.refused).toBeGreaterThanOrEqual(20);
  });

  test("nothing outside is written or left", async () => {
    const all = places();
    await startSwapping(all);
    const count = tryOften(1_000, () => save(all.workspace, "notes/today.txt", "saved"));
    expect(filesIn(all.elsewhere)).toEqual({ "today.txt": "outside" });
    expect(count.done).toBeGreaterThanOrEqual(20);
    expect(count.refused).toBeGreaterThanOrEqual(20);
  });

  test("nothing outside is made where folders are missing", async () => {
    const all = places();
    await startSwapping(all);
    const count = tryOften(1_000, () => save(all.workspace, "notes/deep/er/new.txt", "saved"));
    expect(filesIn(all.elsewhere)).toEqual({ "today.txt": "outside" });
    expect(count.done).toBeGreaterThanOrEqual(20);
  });
});

/** Does `swap` right before the first opening or making of something whose path ends like this. */
function swapBefore(end: string, swap: () => void): void {
  let isDone = false;
  const swapOnce = (path: unknown): void => {
    if (isDone || typeof path !== "string" || !path.endsWith(end)) return;
    isDone = true;
    swap();
  };
  intercept("openSync", (open) => (path, ...rest) => {
    swapOnce(path);
    return open(path, ...rest);
  });
  intercept("renameSync", (rename) => (from, to) => {
    swapOnce(to);
    rename(from, to);
  });
}

function resultOf(operation: () => unknown): unknown {
  try {
    return operation();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe.each([
  ["by descriptor", true],
  ["by path, each step checked", false],
])("with the workspace reached %s", (_, byDescriptor) => {
  test.runIf(!byDescriptor || canReachByDescriptor()).each([
    ["the folder is opened", "/notes"],
    ["the file is opened", "/today.txt"],
  ])("a swap right before %s leads no reader outside", (_moment, end) => {
    const { workspace, folder, elsewhere } = places(byDescriptor);
    swapBefore(end, () => swapForLink(folder, elsewhere));
    const staysWithin = byDescriptor && end === "/today.txt";
    expect(resultOf(() => readWorkspaceFile(workspace, "notes/today.txt"))).toBe(
      staysWithin ? "inside" : "outside-workspace",
    );
  });

  test.runIf(!byDescriptor || canReachByDescriptor()).each([
    ["the folder is opened", "/notes", ["outside-workspace", "outside-workspace"]],
    ["the text is written", ".tmp", [undefined, "outside-workspace"]],
    ["the text is put in its place", "/today.txt", [undefined, "save-failed"]],
  ])("a swap right before %s leads no writer outside", (_moment, end, [descriptor, path]) => {
    const { workspace, folder, elsewhere } = places(byDescriptor);
    swapBefore(end, () => swapForLink(folder, elsewhere));
    const result = resultOf(() => save(workspace, "notes/today.txt", "saved"));
    expect(result).toBe(byDescriptor ? descriptor : path);
    expect(filesIn(elsewhere)).toEqual({ "today.txt": "outside" });
  });
});

function swapForLink(folder: string, elsewhere: string): void {
  renameSync(folder, `${folder}-aside`);
  symlinkSync(elsewhere, folder);
}
