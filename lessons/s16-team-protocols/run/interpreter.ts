import { execFile } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { promisify } from "node:util";

/** The program that stands between the harness and what it starts. */
export const MONITOR = join(import.meta.dirname, "monitor.py");

/**
 * What holds a program on this machine, so that nothing of it outlives its call: a process number space of its own
 * (`namespaces`), else a monitor that all of its descendants come back to (`descendants`), else its process group
 * alone (`group`). `hidden`: it does not see the session folder. `private`: it does not see other processes.
 */
export type Containment = { by: "namespaces" | "descendants" | "group"; hidden: boolean; private: boolean };

/** What the monitor says when it is ready, such as `ready namespaces hidden private`. Undefined for anything else. */
export function readContainment(line: string): Containment | undefined {
  const [word, by, ...holds] = line.split(" ");
  if (word !== "ready" || (by !== "namespaces" && by !== "descendants" && by !== "group")) return undefined;
  return { by, hidden: holds.includes("hidden"), private: holds.includes("private") };
}

/** What a person should know where a program cannot be held as well as elsewhere. Undefined where it can. */
export function weaknessOf({ by, hidden, private: isPrivate }: Containment): string | undefined {
  const escapes = {
    namespaces: undefined,
    descendants:
      "This machine gives programs no process numbers of their own: a monitor ends what they start",
    group: "This machine cannot hold what leaves its process group: such a process may outlive its call",
  }[by];
  const sees = [hidden ? [] : "the session folder", isPrivate ? [] : "your other processes"].flat();
  if (sees.length === 0) return undefined;
  const seen = `an approved program can reach ${sees.join(" and ")}`;
  return `${escapes ? `${escapes}, and ` : "Here "}${seen}.`;
}

/** A Python 3 that has really been run, once. */
export type Interpreter = {
  /** Where `PYTHON` or PATH led: an absolute path, perhaps of a link or a shim. */
  found: string;
  /** What is started: the path that the interpreter gave for itself. */
  executable: string;
  /** The file behind it, with no link in the path. A plan is approved for this one. */
  realPath: string;
  /** What will hold a program, found out by trying it. */
  holds: Containment;
};

const PROBE_TIME_LIMIT_MS = 20_000;

/**
 * Finds the interpreter and runs it, in the environment that the program will have. A path that only looks like an
 * interpreter is found out here: Python 2, a shim that needs more of the environment, a program that is none.
 *
 * Returns the interpreter, or a sentence that says what is wrong and what to do.
 */
export async function requireInterpreter(environment: NodeJS.ProcessEnv): Promise<Interpreter | string> {
  const found = findPython(environment);
  if (found === undefined) return pythonAdvice(environment);
  try {
    const { stdout } = await promisify(execFile)(found, ["-I", "-S", MONITOR, "probe"], {
      cwd: "/",
      env: programEnvironment(environment),
      timeout: PROBE_TIME_LIMIT_MS,
      killSignal: "SIGKILL",
    });
    const [version = "", executable = "", ready = ""] = stdout.split("\n");
    if (!/^3\.\d+\.\d+$/.test(version)) return noInterpreter(found, "it does not answer like one");
    const holds = readContainment(ready);
    if (!holds) return noInterpreter(found, "nothing that it starts can run");
    return { found, executable, realPath: realpathSync(executable), holds };
  } catch (error) {
    return noInterpreter(found, whyNot(error));
  }
}

function noInterpreter(found: string, why: string): string {
  return `${found} is no Python 3 that can be run here: ${why}. ${REMEDY}`;
}

const REMEDY = "Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.";

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("killed" in error && error.killed === true) return "it does not answer";
  const said =
    "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim().split("\n").at(-1) : "";
  if (said) return `it says ${JSON.stringify(said)}`;
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "number") return `it ends with exit code ${code}`;
  if (typeof code === "string") return code;
  return "it does not run";
}

/**
 * The real path of what would be run now. It differs from `interpreter.realPath` once PYTHON or PATH lead elsewhere,
 * or a link on the way does: a plan that was approved before is then for other work.
 */
export function currentInterpreter(interpreter: Interpreter, environment: NodeJS.ProcessEnv): string {
  const found = findPython(environment);
  if (found !== interpreter.found) return found ?? "";
  try {
    return realpathSync(interpreter.executable);
  } catch {
    return "";
  }
}

/**
 * The absolute path of the interpreter: what `PYTHON` names, a path or a name on PATH, else `python3` on PATH.
 * Undefined when there is none.
 */
export function findPython({ PYTHON, PATH }: NodeJS.ProcessEnv): string | undefined {
  if (!PYTHON) return findOnPath("python3", { PATH });
  if (!PYTHON.includes("/")) return findOnPath(PYTHON, { PATH });
  const path = resolve(PYTHON);
  return isExecutableFile(path) ? path : undefined;
}

function pythonAdvice({ PYTHON }: NodeJS.ProcessEnv): string {
  if (!PYTHON) {
    return (
      "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: " +
      "PYTHON=/path/to/python3."
    );
  }
  const place = PYTHON.includes("/")
    ? "which is no program that can be run"
    : "and no such program is on PATH";
  return `PYTHON names ${JSON.stringify(PYTHON)}, ${place}. ${REMEDY}`;
}

/**
 * All that a program gets of the environment. PATH has no relative entry left: it would be looked up in the folder
 * that the program runs in, where anybody who works there could put a program.
 */
export function programEnvironment({ PATH }: NodeJS.ProcessEnv): { PATH: string; LANG: string } {
  return { PATH: foldersOf(PATH).join(delimiter), LANG: "C.UTF-8" };
}

/** The path of the first file of this name on PATH that can be run. Undefined when there is none. */
export function findOnPath(name: string, { PATH }: NodeJS.ProcessEnv): string | undefined {
  return foldersOf(PATH)
    .map((folder) => join(folder, name))
    .find(isExecutableFile);
}

function foldersOf(path: string | undefined): string[] {
  return (path ?? "").split(delimiter).filter(isAbsolute);
}

export function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
