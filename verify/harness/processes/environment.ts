import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Makes the environment, once for a whole test run, one in which processes start fast: dozens of them do.
 *
 * On some machines the first `python3` on PATH is a shim, or loads so much at each start, that it takes longer than
 * everything else in a test: `PYTHON` becomes the interpreter behind the one that starts fastest. Where extra certificates are named, Node reads them at each start, which takes as long as the
 * start itself: no test talks to anybody who has one. The commands speak English, whatever the machine speaks. And on many machines a new file is its user's group's too, which
 * no session trusts: tests play the other program that writes mailboxes as one that keeps them to itself.
 */
export function setup(): void {
  process.env.PYTHON ??= fastestPython();
  Reflect.deleteProperty(process.env, "NODE_EXTRA_CA_CERTS");
  speakEnglish();
  process.umask(0o022);
}

/** Whatever the language of the machine: what tests read is English, and all else of its locale stays. */
function speakEnglish(): void {
  const { LC_ALL } = process.env;
  if (LC_ALL) process.env.LANG = LC_ALL;
  Reflect.deleteProperty(process.env, "LC_ALL");
  process.env.LC_MESSAGES = "C";
}

function fastestPython(): string {
  const paths = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "python3"));
  const started = paths.filter((path) => existsSync(path)).flatMap((path) => timedStart(path));
  const [fastest] = started.sort((one, other) => one.ms - other.ms);
  if (!fastest) throw new Error("The tests need a python3 on PATH, or one that PYTHON names.");
  return fastest.executable;
}

/** The interpreter behind a path, and how long it takes to start as `main.py` is started; nothing for what is none. */
function timedStart(path: string): { executable: string; ms: number }[] {
  try {
    const executable = execFileSync(path, ["-c", "import sys; print(sys.executable)"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    const begin = performance.now();
    execFileSync(executable, ["-I", "-c", "pass"], { stdio: "ignore" });
    return [{ executable, ms: performance.now() - begin }];
  } catch {
    return [];
  }
}
