import { existsSync, lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runMarker } from "../../lessons/x1-shared-session/run-marker.ts";
import { fileError, intercept, refusalOf, temporaryFolder } from "../harness/sessions.ts";

describe("the mark of a start", () => {
  test("is made once, whoever makes it, and is there for everybody from then on", () => {
    const directory = temporaryFolder();
    const mark = runMarker(directory, "req-1");
    expect(mark.isThere()).toBe(false);
    expect(mark.make()).toBe(true);
    expect(mark.make()).toBe(false);
    expect(runMarker(directory, "req-1").make()).toBe(false);
    expect(runMarker(directory, "req-1").isThere()).toBe(true);
    expect(runMarker(directory, "req-2").isThere()).toBe(false);
    expect(lstatSync(join(directory, "runs/req-1")).mode & 0o777).toBe(0o600);
    expect(lstatSync(join(directory, "runs")).mode & 0o777).toBe(0o700);
  });

  test("is synced, and its folder with it, before it counts", () => {
    const directory = temporaryFolder();
    const done: string[] = [];
    intercept("openSync", (open) => (path, ...rest) => {
      const file = open(path, ...rest);
      done.push(`open ${file} ${String(path).replace(directory, "")}`);
      return file;
    });
    intercept("fsyncSync", (sync) => (file) => {
      done.push(`sync ${file}`);
      sync(file);
    });
    runMarker(directory, "req-1").make();
    const [mark = ""] = done.filter((step) => step.endsWith("/runs/req-1"));
    const folders = done.filter((step) => /^open \d+ (?:\/runs)?$/.test(step));
    expect(folders).toHaveLength(2);
    for (const step of [mark, ...folders]) expect(done).toContain(`sync ${step.split(" ")[1]}`);
  });

  test("can be taken back by who made it", () => {
    const directory = temporaryFolder();
    const mark = runMarker(directory, "req-1");
    mark.make();
    mark.remove();
    expect(mark.isThere()).toBe(false);
    expect(mark.make()).toBe(true);
  });

  test("that cannot be synced is no mark, and none is left", async () => {
    const directory = temporaryFolder();
    mkdirSync(join(directory, "runs"), { mode: 0o700 });
    const mark = runMarker(directory, "req-1");
    intercept("fsyncSync", () => () => {
      throw fileError("EIO");
    });
    expect(await refusalOf(() => mark.make())).toMatchObject({
      code: "save-failed",
      message: `The mark of the start, ${directory}/runs/req-1, cannot be kept (EIO). The disk, or the connection to it, fails: look at it, or use another one.`,
    });
    expect(existsSync(join(directory, "runs/req-1"))).toBe(false);
  });

  test("is not made through a link that somebody put in the place of its folder", async () => {
    const directory = temporaryFolder();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(directory, "runs"));
    expect(await refusalOf(() => runMarker(directory, "req-1").make())).toMatchObject({
      code: "mailbox-unsafe",
    });
    expect(existsSync(join(elsewhere, "req-1"))).toBe(false);
  });
});
