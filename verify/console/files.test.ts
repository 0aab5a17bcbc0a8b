import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { canReachByDescriptor } from "../../lessons/s16-team-protocols/run/open-folder.ts";
import { prepareSave } from "../../user_code/console/prepared-save.ts";
import { readWorkspaceFile } from "../../user_code/console/read-file.ts";
import {
  closeWorkspace,
  layOutWorkspace,
  openWorkspace,
  requireWorkspace,
} from "../../user_code/console/workspace.ts";
import { normalPath } from "../../user_code/console/workspace-path.ts";
import { fileError, filesIn, intercept, temporaryFolder } from "../harness/sessions.ts";
import { calls, ends, leadCalls, resultOf, scriptedRoom } from "./console-room.ts";

const allow = { decision: "allow" } as const;

/** Lets each save in the workspace fail at its rename. The session is saved on the same disk, and is another matter. */
function failSaves(code: string): void {
  intercept("renameSync", (rename) => (from, to) => {
    if (String(from).endsWith(".tmp") && !String(to).endsWith("session.json")) throw fileError(code);
    rename(from, to);
  });
}

describe("the file tools", () => {
  test("read, write and edit inside the workspace", async () => {
    const test = await scriptedRoom(
      [
        calls("lead", "write", "write_file", { path: "notes/today.txt", content: "one $& two\n" }),
        calls("lead", "edit", "edit_file", {
          path: "notes/today.txt",
          old_text: "two",
          new_text: "$& $1 three",
        }),
        calls("lead", "read", "read_file", { path: "./notes//today.txt" }),
        ends("lead"),
      ],
      allow,
    );
    await test.type("go");
    expect(resultOf(test, "lead", "write")).toBe("ok: notes/today.txt is saved.");
    expect(resultOf(test, "lead", "edit")).toBe("ok: notes/today.txt is changed.");
    expect(resultOf(test, "lead", "read")).toBe("ok: one $& $& $1 three\n");
    expect(test.asked).toEqual(["lead write_file", "lead edit_file"]);
  });

  test("write and edit nothing without the host's yes", async () => {
    const edit = { path: "auth.py", old_text: "engine", new_text: "x" };
    const edited = await leadCalls("edit_file", edit);
    expect(edited.result).toMatch(/^error: permission-denied: /);
    expect(readFileSync(join(edited.workspace, "auth.py"), "utf8")).toContain("engine");
    const written = await leadCalls("write_file", { path: "new.txt", content: "x" });
    expect(written.result).toMatch(/^error: permission-denied: /);
    expect(filesIn(written.workspace)).not.toHaveProperty("new.txt");
  });

  const outside = {
    "lead upwards": ["..", "../team.json", "a/../../team.json"],
    "are absolute": ["/etc/passwd", "//auth.py"],
    "lead through a link": ["link/secret.txt", "link", "loop.txt"],
    "name no file, or not on every system": ["", ".", "./", "a\\b", "a\nb"],
  };
  for (const [what, paths] of Object.entries(outside)) {
    test(`refuse paths that ${what}, for reading, writing and editing`, async () => {
      const elsewhere = mkdtempSync(join(tmpdir(), "two-gates-elsewhere-"));
      onTestFinished(() => rmSync(elsewhere, { recursive: true }));
      writeFileSync(join(elsewhere, "secret.txt"), "secret");
      const steps = paths.flatMap((path) => [
        calls("lead", `read ${path}`, "read_file", { path }),
        calls("lead", `write ${path}`, "write_file", { path, content: "x" }),
        calls("lead", `edit ${path}`, "edit_file", { path, old_text: "secret", new_text: "x" }),
      ]);
      const test = await scriptedRoom([...steps, ends("lead")], allow);
      symlinkSync(elsewhere, join(test.workspace, "link"));
      symlinkSync("loop.txt", join(test.workspace, "loop.txt"));
      const before = filesIn(test.workspace);
      await test.type("go");
      for (const call of paths.flatMap((path) => [`read ${path}`, `write ${path}`, `edit ${path}`])) {
        expect(resultOf(test, "lead", call), call).toMatch(/^error: outside-workspace: /);
      }
      expect(filesIn(test.workspace)).toEqual(before);
      expect(filesIn(elsewhere)).toEqual({ "secret.txt": "secret" });
    });
  }

  test("refuse a folder, bytes that are no text, a file too large, and one that is not there", async () => {
    const test = await scriptedRoom([
      ...["folder", "bytes", "large", "absent", "auth.py/x"].map((path) =>
        calls("lead", path, "read_file", { path }),
      ),
      ends("lead"),
    ]);
    mkdirSync(join(test.workspace, "folder"));
    writeFileSync(join(test.workspace, "bytes"), Buffer.from([0x61, 0xff]));
    writeFileSync(join(test.workspace, "large"), "x".repeat(100_001));
    await test.type("go");
    expect(resultOf(test, "lead", "folder")).toMatch(/^error: not-a-file: /);
    expect(resultOf(test, "lead", "bytes")).toMatch(/^error: not-text: /);
    expect(resultOf(test, "lead", "large")).toMatch(/^error: too-large: /);
    expect(resultOf(test, "lead", "absent")).toMatch(/^error: no-such-file: /);
    expect(resultOf(test, "lead", "auth.py/x")).toMatch(/^error: no-such-file: /);
  });

  test("edit only a passage that stands in the file exactly once", async () => {
    const none = await leadCalls("edit_file", { path: "auth.py", old_text: "nowhere", new_text: "x" }, allow);
    expect(none.result).toMatch(/^error: text-not-found: /);
    const many = await leadCalls("edit_file", { path: "auth.py", old_text: "name", new_text: "x" }, allow);
    expect(many.result).toMatch(/^error: text-not-unique: /);
  });

  test("leave another name of the same file alone and keep the file's mode", async () => {
    const { workspace } = await leadCalls(
      "write_file",
      { path: "auth.py", content: "new\n" },
      {
        ...allow,
        prepare: ({ workspace: folder }) => {
          linkSync(join(folder, "auth.py"), join(folder, "other.py"));
          chmodSync(join(folder, "auth.py"), 0o640);
        },
      },
    );
    expect(readFileSync(join(workspace, "other.py"), "utf8")).toContain("Who may log in");
    expect(statSync(join(workspace, "auth.py")).mode & 0o777).toBe(0o640);
  });

  test("keep the old text and leave no temporary file when a save fails", async () => {
    const test = await scriptedRoom(
      [calls("lead", "it", "write_file", { path: "auth.py", content: "new\n" }), ends("lead")],
      allow,
    );
    const before = filesIn(test.workspace);
    failSaves("ENOSPC");
    await test.type("go");
    expect(resultOf(test, "lead", "it")).toMatch(/^error: save-failed: .*ENOSPC/);
    expect(filesIn(test.workspace)).toEqual(before);
  });

  test("read and save 100,000 bytes, and not one more", async () => {
    const test = await scriptedRoom(
      [
        calls("lead", "read", "read_file", { path: "full" }),
        calls("lead", "too-much", "read_file", { path: "over" }),
        calls("lead", "edit", "edit_file", { path: "full", old_text: "first", new_text: "fir\u00e9" }),
        calls("lead", "grow", "edit_file", { path: "full", old_text: "fir", new_text: "fir!" }),
        calls("lead", "wide", "write_file", { path: "wide", content: "\u65e5".repeat(33_334) }),
        ends("lead"),
      ],
      allow,
    );
    writeFileSync(join(test.workspace, "full"), "first".padEnd(100_000, "x"));
    writeFileSync(join(test.workspace, "over"), "x".repeat(100_001));
    await test.type("go");
    expect(resultOf(test, "lead", "read")).toMatch(/^ok: first/);
    expect(resultOf(test, "lead", "too-much")).toMatch(/^error: too-large: .*100001 bytes; 100000 are/);
    expect(resultOf(test, "lead", "edit")).toBe("ok: full is changed.");
    expect(resultOf(test, "lead", "grow")).toMatch(/^error: too-large: .*100001 bytes/);
    expect(resultOf(test, "lead", "wide")).toMatch(/^error: too-large: .*100002 bytes/);
    expect(filesIn(test.workspace)).not.toHaveProperty("wide");
    expect(statSync(join(test.workspace, "full")).size).toBe(100_000);
  });

  test("read no file that has a second name, which may stand outside", async () => {
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, "secret.txt"), "secret");
    const test = await scriptedRoom(
      [
        calls("lead", "read", "read_file", { path: "linked.txt" }),
        calls("lead", "edit", "edit_file", { path: "linked.txt", old_text: "secret", new_text: "x" }),
        calls("lead", "write", "write_file", { path: "linked.txt", content: "new" }),
        ends("lead"),
      ],
      allow,
    );
    linkSync(join(elsewhere, "secret.txt"), join(test.workspace, "linked.txt"));
    await test.type("go");
    expect(resultOf(test, "lead", "read")).toMatch(/^error: outside-workspace: .*hard link/);
    expect(resultOf(test, "lead", "edit")).toMatch(/^error: outside-workspace: .*hard link/);
    expect(resultOf(test, "lead", "write")).toBe("ok: linked.txt is saved.");
    expect(filesIn(elsewhere)).toEqual({ "secret.txt": "secret" });
  });

  test("neither wait for a pipe nor read, replace or follow what is no regular file", async () => {
    const test = await scriptedRoom(
      ["pipe", "folder"]
        .flatMap((path) => [
          calls("lead", `read ${path}`, "read_file", { path }),
          calls("lead", `write ${path}`, "write_file", { path, content: "x" }),
        ])
        .concat(ends("lead")),
      allow,
    );
    execFileSync("mkfifo", [join(test.workspace, "pipe")]);
    mkdirSync(join(test.workspace, "folder"));
    const before = filesIn(test.workspace);
    await test.type("go");
    for (const path of ["pipe", "folder"]) {
      expect(resultOf(test, "lead", `read ${path}`)).toMatch(/^error: not-a-file: /);
      expect(resultOf(test, "lead", `write ${path}`)).toMatch(/^error: unsafe-file: /);
    }
    expect(filesIn(test.workspace)).toEqual(before);
  });

  const swaps = {
    "a link to another folder": (workspace: string, elsewhere: string) => symlinkSync(elsewhere, workspace),
    "another folder": (workspace: string, elsewhere: string) => renameSync(elsewhere, workspace),
    nothing: () => undefined,
  };
  for (const [what, put] of Object.entries(swaps)) {
    test(`and bash work in no workspace in whose place is ${what}`, async () => {
      const elsewhere = join(temporaryFolder(), "elsewhere");
      const test = await scriptedRoom(
        [
          calls("lead", "read", "read_file", { path: "auth.py" }),
          calls("lead", "write", "write_file", { path: "auth.py", content: "x" }),
          calls("lead", "run", "bash", { command: "echo x > auth.py" }),
          ends("lead"),
        ],
        allow,
      );
      mkdirSync(elsewhere);
      writeFileSync(join(elsewhere, "auth.py"), "theirs");
      renameSync(test.workspace, `${test.workspace}-aside`);
      put(test.workspace, elsewhere);
      await test.type("go");
      for (const id of ["read", "write", "run"]) {
        expect(resultOf(test, "lead", id)).toMatch(/^error: outside-workspace: .*moved or replaced/);
      }
      const kept = what === "another folder" ? test.workspace : elsewhere;
      expect(filesIn(kept)).toEqual({ "auth.py": "theirs" });
      expect(readFileSync(join(`${test.workspace}-aside`, "auth.py"), "utf8")).toContain("Who may log in");
    });
  }
});

test("no session begins with a workspace that is a link", () => {
  const base = temporaryFolder();
  symlinkSync(base, join(base, "workspace"));
  expect(() => openWorkspace(join(base, "workspace"))).toThrow(/ELOOP|ENOTDIR/);
});

test.runIf(canReachByDescriptor())("no file or folder stays open, whatever became of an operation", () => {
  const path = join(temporaryFolder(), "workspace");
  layOutWorkspace(path);
  const workspace = openWorkspace(path);
  onTestFinished(() => closeWorkspace(workspace));
  symlinkSync(".", join(path, "link"));
  const operations = [
    () => readWorkspaceFile(workspace, "auth.py"),
    () => prepareSave(workspace, "a/b/new.txt", "x").discard(),
    () => {
      const save = prepareSave(workspace, "c/d/new.txt", "x");
      save.commit();
      save.discard();
      save.discard();
    },
    () => readWorkspaceFile(workspace, "c/d/new.txt"),
    () => readWorkspaceFile(workspace, "c/d/e/f"),
    () => readWorkspaceFile(workspace, "c/d"),
    () => readWorkspaceFile(workspace, "auth.py/x"),
    () => prepareSave(workspace, "link/x", "x"),
    () => prepareSave(workspace, "c/d", "x"),
    () => prepareSave(workspace, "c/d/e/../x", "x"),
  ];
  const open = (): number => readdirSync("/proc/self/fd").length;
  const before = open();
  for (const operation of operations) {
    try {
      operation();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  expect(open()).toBe(before);
  expect(readdirSync(path).sort()).toEqual([
    "README.md",
    "auth.py",
    "c",
    "link",
    "sessions.py",
    "test_auth.py",
  ]);
});

test("a workspace that cannot be looked at any more is refused like one that was moved", () => {
  const base = join(temporaryFolder(), "session");
  mkdirSync(join(base, "workspace"), { recursive: true });
  const workspace = openWorkspace(join(base, "workspace"));
  onTestFinished(() => closeWorkspace(workspace));
  renameSync(base, `${base}-aside`);
  writeFileSync(base, "a file");
  expect(() => requireWorkspace(workspace)).toThrow(/moved or replaced/);
});

test("a path has one form, in which it is shown and approved", () => {
  expect(normalPath(`${"./".repeat(40)}auth.py`)).toBe("auth.py");
  expect(normalPath("notes//./today.txt/")).toBe("notes/today.txt");
});
