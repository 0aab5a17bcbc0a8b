import { createRequire } from "node:module";
import {
  findOnPath,
  type Interpreter,
  requireInterpreter,
  weaknessOf,
} from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { sentenceFor } from "../fault.ts";
import { bad, type Check, good } from "./check.ts";
import { checkFolder } from "./folder.ts";

/** What is looked at: how the output looks is the terminal's, and PostgreSQL is asked for. */
export type MachineOptions = {
  environment: NodeJS.ProcessEnv;
  output: { isTTY?: boolean; columns?: number };
  postgres: boolean;
};

/**
 * Looks at this machine, part by part, by doing what the practice does. The practice can run when no part is `missing`.
 * Nothing of it stays behind, apart from the tables that a store makes on first use.
 */
export async function checkMachine({ environment, output, postgres }: MachineOptions): Promise<Check[]> {
  const interpreter = await requireInterpreter(environment);
  return [
    checkNode(),
    checkPackages(),
    checkPython(interpreter),
    ...(await checkFolder()),
    checkWalls(interpreter),
    checkTerminal(output, environment),
    checkBrowser(environment),
    ...(postgres ? [await checkPostgres(environment)] : []),
  ];
}

/** That it is not too old has been found out by the time this runs. */
function checkNode(): Check {
  const { node } = process.versions;
  return "typescript" in process.features && process.features.typescript
    ? good("Node.js", `${node}, which reads TypeScript by itself`)
    : good("Node.js", `${node}, with tsx`);
}

/** Those that a run needs are there, or this would not run. */
function checkPackages(): Check {
  const missing = ["vitest", "vite", "@biomejs/biome"].filter((name) => !isInstalled(name));
  if (missing.length === 0) return good("packages", "those for running, for the tests and for the page");
  return bad(
    "packages",
    "limited",
    "those for running; those for the tests and the page are not installed",
    "To test or to build the page: npm ci",
  );
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.filename).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

function checkPython(interpreter: Interpreter | string): Check {
  if (typeof interpreter !== "string") return good("Python", `${interpreter.executable} has been run`);
  const end = interpreter.search(/(?:Set PYTHON|Install Python)/);
  return bad("Python", "missing", interpreter.slice(0, end).trim(), interpreter.slice(end));
}

/** What holds a program that was started. */
function checkWalls(interpreter: Interpreter | string): Check {
  if (typeof interpreter === "string") {
    return bad("walls", "limited", "Not tried: there is no Python.", "Mend Python first.");
  }
  const weakness = weaknessOf(interpreter.holds);
  if (weakness === undefined)
    return good("walls", "a program has process numbers of its own, and ends with its call");
  return bad(
    "walls",
    "limited",
    weakness,
    "The practice runs all the same; Linux with user namespaces holds a program best.",
  );
}

/** The longest line of a timeline. */
const COLUMNS = 92;

function checkTerminal(
  { isTTY, columns = 80 }: MachineOptions["output"],
  environment: NodeJS.ProcessEnv,
): Check {
  if (!isTTY) return good("terminal", "the output goes to a pipe or a file: no colours, no questions");
  if (columns < COLUMNS) {
    return bad(
      "terminal",
      "limited",
      `${columns} columns, and a timeline has up to ${COLUMNS}`,
      "Make the window wider, or its letters smaller.",
    );
  }
  const isPlain = Boolean(environment.NO_COLOR) || environment.TERM === "dumb";
  return good("terminal", `${columns} columns, ${isPlain ? "no colours" : "colours"}`);
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

/** The page opens in any browser of these years. Its tests need this one. */
function checkBrowser(environment: NodeJS.ProcessEnv): Check {
  const found = environment.CHROMIUM || BROWSERS.map((name) => findOnPath(name, environment)).find(Boolean);
  if (found) return good("browser", found);
  return bad(
    "browser",
    "limited",
    "no Chromium on PATH: the tests of the page are left out",
    "To run them, install chromium, or name yours in CHROMIUM.",
  );
}

async function checkPostgres({ TWO_GATES_STORE: url }: NodeJS.ProcessEnv): Promise<Check> {
  if (!url) {
    const says = "TWO_GATES_STORE names no store";
    return bad(
      "PostgreSQL",
      "limited",
      says,
      "Set TWO_GATES_STORE=postgres://user@host/database and ask again.",
    );
  }
  try {
    const { openStore } = await import("../../lessons/x1-shared-session/postgres-store.ts");
    const store = await openStore(url, { waitMs: 0 });
    await store.close();
    return good("PostgreSQL", `${store.shown} answers and can be written`);
  } catch (error) {
    return bad(
      "PostgreSQL",
      "limited",
      sentenceFor(error),
      "Mend that, or play in a folder: leave --store out.",
    );
  }
}
