import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type RunnerTask, type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import { createMemorySession } from "../../lessons/s16-team-protocols/protocol-state.ts";

/** Which mutants this process tries, and where it writes down what came out. */
type Turn = {
  log: string;
  /** What came out of an earlier round. */
  earlier: readonly string[];
  /** It tries those mutants whose number leaves `part` when it is divided by `parts`. */
  part: number;
  parts: number;
  /** On how many tests of one file a mutant is tried at most: what these do not notice, another file may notice at once. */
  most: number;
  /** After so many tries, a file that notices fewer than one in a hundred is left. */
  patience: number;
};

type Noticed = { kind: "noticed"; mutant: string; test: string; why: string; isEndless: boolean };

type Line =
  | Noticed
  | { kind: "process"; pid: number }
  | { kind: "tried"; mutant: string; test: string }
  | { kind: "broken"; test: string; name: string; why: string }
  | { kind: "test-over"; test: string }
  | { kind: "file-over"; file: string };

/** What StrykerJS's changed code reads and writes. */
type Instrumenter = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { perTest: Record<string, Record<string, number>> };
};

const REACHED = "reached by this test";

/** After so many failures the test has to pass again; after each one, where it once did not. */
const TRUST = 8;

/** Files whose mutants would not be run at all where lines of a mailbox are known from an earlier run. */
const BEHIND_KNOWN_LINES = ["mailbox.ts", "strict-json.ts"];

/**
 * Runs each test once with the code as it is, and then again with each mutant that it reached and that no test has noticed yet,
 * one by one, in one process that stays. Starting a process and loading all modules for each mutant would take most of the time.
 *
 * After mutants were noticed, the test has to pass without them; else something was left behind, and a new process tries them
 * again. All that came out is written to the log at once, so that a process that hangs can be killed.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads a runner by it.
export default class OneByOne extends TestRunner {
  readonly #turn: Turn = this.injectValue("turn");
  readonly #code: Instrumenter = instrumenter(this.injectValue("globalNamespace"));
  readonly #behindKnownLines = new Set(BEHIND_KNOWN_LINES.flatMap(mutantsOf));
  readonly #noticed = new Set<string>();
  readonly #tried = new Set<string>();
  readonly #over = new Set<string>();
  readonly #failures = new Map<string, number>();
  /** What is being run: the code as it is, for what it reaches; the same once more; or one mutant. */
  #now: { kind: "reach" } | { kind: "control" } | { kind: "mutant"; mutant: string } = { kind: "reach" };
  #queue: string[] = [];
  #suspected: Noticed[] = [];
  /** So many failures in a row are believed when the test passes after them. */
  #trust = 1;
  #file = "";
  #tries = new Map<string, number>();
  #hopes = { tries: 0, noticed: 0 };
  #hits: Record<string, number> = {};
  #milliseconds = 0;
  #began = 0;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    for (const line of this.#turn.earlier.flatMap(readLog)) {
      if (line.kind === "noticed") this.#noticed.add(line.mutant);
      if (line.kind === "tried") this.#tried.add(`${line.mutant} ${line.test}`);
    }
    const lines = readLog(this.#turn.log);
    for (const line of lines) {
      if (line.kind === "noticed") this.#noticed.add(line.mutant);
      if (line.kind === "test-over") this.#over.add(line.test);
      if (line.kind === "broken") this.#failures.set(line.test, (this.#failures.get(line.test) ?? 0) + 1);
    }
    for (const [test, failures] of this.#failures) if (failures >= 3) this.#over.add(test);
    this.#write({ kind: "process", pid: process.pid });
    for (const ended of endedBy(lines)) {
      if (!this.#noticed.has(ended.mutant)) this.#write(ended);
      this.#noticed.add(ended.mutant);
    }
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(task);
    if (task.type !== "test" || task.mode === "skip" || task.mode === "todo") return;
    if (this.#over.has(task.id)) {
      task.mode = "skip";
      return;
    }
    this.#now = { kind: "reach" };
    this.#suspected = [];
    this.#trust = this.#failures.has(task.id) ? 1 : TRUST;
    task.repeats = Number.MAX_SAFE_INTEGER;
  }

  override onBeforeTryTask(task: RunnerTask): void {
    super.onBeforeTryTask(task);
    const test = task as RunnerTestCase;
    if (test.result) Object.assign(test.result, { state: "run", errors: undefined });
    // Assertions that a mutant has left without an end would be waited for.
    delete test.promises;
    if (this.#now.kind === "mutant") {
      const mutant = this.#queue.shift();
      if (mutant === undefined) {
        this.#write({ kind: "test-over", test: test.id });
        test.context.skip();
      } else {
        this.#now = { kind: "mutant", mutant };
        this.#write({ kind: "tried", mutant, test: nameOf(test) });
      }
    }
    const mutant = this.#now.kind === "mutant" ? this.#now.mutant : undefined;
    this.#code.activeMutant = undefined;
    if (this.#now.kind === "control" || this.#behindKnownLines.has(mutant ?? "")) forgetLines();
    this.#code.currentTestId = this.#now.kind === "reach" ? REACHED : "another";
    this.#code.activeMutant = mutant;
    this.#code.hitCount = mutant === undefined ? undefined : 0;
    this.#code.hitLimit = mutant === undefined ? undefined : (this.#hits[mutant] ?? 1) * 100;
    this.#began = performance.now();
  }

  /** A test whose end never comes is noticed sooner than by its own time limit: most take some milliseconds. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)();
    if (this.#now.kind !== "mutant") return run;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Late("There is no end.")), 3_000 + 10 * this.#milliseconds);
    });
    try {
      await Promise.race([run, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  onAfterRetryTask(task: RunnerTask): void {
    const test = task as RunnerTestCase;
    if (test.result?.state === "skip") return;
    const failed = (test.result?.state === "fail") !== (test.fails ?? false);
    const now = this.#now;
    if (now.kind === "mutant") {
      if (failed) this.#suspect(now.mutant, test);
      else this.#believe();
      if (this.#suspected.length >= this.#trust || (this.#suspected.length > 0 && this.#queue.length === 0)) {
        this.#now = { kind: "control" };
      }
      return;
    }
    if (failed) {
      // The one that failed in a process that was in order has done it.
      if (this.#suspected.length === 1) this.#believe();
      const why = test.result?.errors?.[0]?.message ?? "";
      this.#write({ kind: "broken", test: test.id, name: nameOf(test), why });
      process.kill(process.pid, "SIGKILL");
    }
    this.#believe();
    if (now.kind === "reach") {
      this.#milliseconds = performance.now() - this.#began;
      this.#hits = this.#code.mutantCoverage?.perTest[REACHED] ?? {};
      if (this.#code.mutantCoverage) this.#code.mutantCoverage.perTest[REACHED] = {};
      if (this.#file !== test.file.filepath) {
        this.#tries.clear();
        this.#hopes = { tries: 0, noticed: 0 };
      }
      this.#file = test.file.filepath;
      this.#queue = Object.keys(this.#hits).filter((mutant) => this.#isToBeTried(mutant, nameOf(test)));
    }
    // A test that does not pass twice in one process would notice whatever is tried.
    this.#now =
      now.kind === "reach" && this.#queue.length > 0 ? { kind: "control" } : { kind: "mutant", mutant: "" };
  }

  /** A test has failed with a mutant: because of it, unless one before it has left something behind. */
  #suspect(mutant: string, test: RunnerTestCase): void {
    const why = test.result?.errors?.[0];
    const { hitCount = 0, hitLimit = 0 } = this.#code;
    const isEndless = why?.name === "Late" || hitCount > hitLimit;
    const reason = why?.message ?? "fails";
    this.#suspected.push({ kind: "noticed", mutant, test: nameOf(test), why: reason, isEndless });
  }

  /** The test has just passed, so nothing was left behind. */
  #believe(): void {
    for (const line of this.#suspected.splice(0)) {
      this.#noticed.add(line.mutant);
      this.#hopes.noticed += 1;
      this.#write(line);
    }
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if ("filepath" in suite) this.#write({ kind: "file-over", file: suite.file.filepath });
  }

  #isToBeTried(mutant: string, test: string): boolean {
    const { part, parts, most, patience } = this.#turn;
    const tries = this.#tries.get(mutant) ?? 0;
    if (this.#hopes.tries >= patience && this.#hopes.noticed < this.#hopes.tries / 100) return false;
    if (Number(mutant) % parts !== part || this.#noticed.has(mutant)) return false;
    if (tries >= most || this.#tried.has(`${mutant} ${test}`)) return false;
    this.#tries.set(mutant, tries + 1);
    this.#hopes.tries += 1;
    return true;
  }

  #write(line: Line): void {
    appendFileSync(this.#turn.log, `${JSON.stringify(line)}\n`);
  }
}

class Late extends Error {
  override name = "Late";
}

function instrumenter(name: string): Instrumenter {
  const found: Instrumenter = Reflect.get(globalThis, name) ?? {};
  Reflect.set(globalThis, name, found);
  return found;
}

/** Mutants with which a process has ended in the middle of a test, twice. */
function endedBy(lines: readonly Line[]): Noticed[] {
  const tried = [...lines, undefined].flatMap((line, index) => {
    const before = lines[index - 1];
    const isEnd = line === undefined || line.kind === "process";
    return isEnd && before?.kind === "tried" ? [before] : [];
  });
  const twice = tried.filter(
    ({ mutant }, index) => tried.findIndex((each) => each.mutant === mutant) < index,
  );
  return twice.map(({ mutant, test }) => {
    return { kind: "noticed", mutant, test, why: "The process ended.", isEndless: false };
  });
}

/** The mutants in a file of the mailboxes' lesson, as they stand in its changed text. */
function mutantsOf(name: string): string[] {
  const text = readFileSync(join("lessons/s15-mailboxes", name), "utf8");
  const calls = [...text.matchAll(/stry(?:MutAct|Cov)_\w+\(([^)]*)\)/g)];
  return calls.flatMap(([, ids = ""]) => ids.match(/\d+/g) ?? []);
}

/** Reads more lines than are kept as known, so that every other one has to be read anew. */
function forgetLines(): void {
  const lines = Array.from({ length: 300 }, (_, index) => {
    const letter = { id: `one-${index + 1}`, sender: "other", recipient: "one", body: "." };
    return `${JSON.stringify(letter)}\n`;
  });
  const { current } = createMemorySession(
    createTeam([
      ["one", "gets them"],
      ["other", "sends them"],
    ]),
  );
  const mail = { read: () => lines.join(""), replace: () => undefined };
  readMailbox({ ...current, mail, limits: { ...current.limits, mailboxMessages: lines.length } }, "one");
}

function readLog(path: string): Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** A test's name as StrykerJS reports it. */
function nameOf(test: RunnerTestCase): string {
  const names = [test.name];
  for (let suite = test.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return `${relative(process.cwd(), test.file.filepath)}#${names.join(" ").trim()}`;
}
