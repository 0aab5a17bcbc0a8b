import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { strykerPlugins as vitestPlugins } from "@stryker-mutator/vitest-runner";
import { BaseSequencer, createVitest } from "vitest/node";

/** Where what came out is kept, in the copy of the project that StrykerJS works on. */
const FOLDER = "one-by-one";

/** Which test reaches which mutants, in that folder. */
const REACH = "reach.json";

/** So long a process may write nothing before it is taken for one that a mutant keeps from going on. */
const SILENCE_MS = 60_000;

/**
 * StrykerJS's runner for vitest, which begins by trying the mutants one by one in processes that stay (`one-by-one.ts`). What
 * has to be loaded anew for each mutant, because it is reached when a module is loaded, is left to StrykerJS.
 */
function createRunner(injector) {
  const runner = vitestPlugins[0].factory(injector);
  const options = injector.resolve(commonTokens.options);
  const log = injector.resolve(commonTokens.logger);
  let outcomes;
  return {
    capabilities: () => runner.capabilities(),
    init: () => runner.init(),
    dispose: () => runner.dispose(),
    async dryRun(dryRunOptions) {
      const result = await runner.dryRun(dryRunOptions);
      if (result.status === "complete") {
        await tryAll(filesByTime(result.tests), options, log);
        writeFileSync(join(FOLDER, REACH), JSON.stringify(result.mutantCoverage?.perTest ?? {}));
      }
      return result;
    },
    async mutantRun(mutantRunOptions) {
      outcomes ??= readOutcomes();
      const outcome = outcomes.get(mutantRunOptions.activeMutant.id);
      if (outcome) return outcome;
      if (mutantRunOptions.mutantActivation === "static") {
        return runner.mutantRun({
          ...mutantRunOptions,
          testFilter: testsOf(mutantRunOptions.sandboxFileName),
        });
      }
      return { status: "survived", nrOfTests: mutantRunOptions.testFilter?.length ?? 0 };
    },
  };
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "one-by-one", createRunner)];

/** Those with the fastest tests first: what they notice need not be tried on the slow ones. */
function filesByTime(tests) {
  const files = new Map();
  for (const { fileName, timeSpentMs } of tests) {
    files.set(fileName, [...(files.get(fileName) ?? []), timeSpentMs]);
  }
  const mean = (times) => times.reduce((sum, time) => sum + time, 0) / times.length;
  return [...files].sort(([, one], [, other]) => mean(one) - mean(other)).map(([file]) => file);
}

/** How much is tried with one file of tests before the next one has its turn. The last round tries all that is left. */
const ROUNDS = [
  { most: 4, patience: 200 },
  { most: Number.MAX_SAFE_INTEGER, patience: Number.MAX_SAFE_INTEGER },
];

async function tryAll(files, options, log) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const parts = options.concurrency ?? 1;
  await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const earlier = [];
      for (const round of ROUNDS) {
        const turn = {
          log: join(process.cwd(), FOLDER, `${part}-${earlier.length}.log`),
          earlier,
          part,
          parts,
          ...round,
        };
        await tryRound(files, turn, options, log);
        earlier.push(turn.log);
      }
    }),
  );
}

/** Goes on with new processes until every test file has come to its end. */
async function tryRound(files, turn, options, log) {
  let left = files;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const before = linesOf(turn.log).length;
    await runFiles(left, turn, options);
    const lines = linesOf(turn.log);
    const over = new Set(lines.flatMap((line) => (line.kind === "file-over" ? line.file : [])));
    left = files.filter((file) => !over.has(file));
    const noticed = lines.filter(({ kind }) => kind === "noticed").length;
    log.info(
      `${turn.log}: ${over.size} of ${files.length} test files, ${noticed} noticed, process ${attempt}`,
    );
    if (lines.length < before + 2) throw new Error(`Nothing more can be tried: see ${turn.log}`);
  }
}

async function runFiles(files, turn, options) {
  class AsGiven extends BaseSequencer {
    async sort(specifications) {
      return specifications.toSorted(
        (one, other) => files.indexOf(one.moduleId) - files.indexOf(other.moduleId),
      );
    }
  }
  const vitest = await createVitest("test", {
    config: options.vitest.configFile,
    runner: join(process.cwd(), "verify/mutation/one-by-one.ts"),
    pool: "forks",
    maxWorkers: 1,
    isolate: false,
    watch: false,
    bail: 0,
    reporters: [{}],
    sequence: { sequencer: AsGiven },
    onConsoleLog: () => false,
  });
  vitest.provide("globalNamespace", "__stryker__");
  vitest.provide("turn", turn);
  const watch = setInterval(() => endSilent(turn.log), 1_000);
  try {
    await vitest.start(files);
  } catch {
    // A process that was ended: the next one goes on where it was.
  } finally {
    clearInterval(watch);
    await vitest.close();
  }
}

/** Ends a process that a mutant keeps from going on: it is noticed. */
function endSilent(log) {
  if (!existsSync(log) || Date.now() - statSync(log).mtimeMs < SILENCE_MS) return;
  const lines = linesOf(log);
  const pid = lines.findLast(({ kind }) => kind === "process")?.pid;
  const last = lines.at(-1);
  if (last?.kind === "tried") {
    const { mutant, test } = last;
    appendFileSync(
      log,
      `${JSON.stringify({ kind: "noticed", mutant, test, why: "no end", isEndless: true })}\n`,
    );
  } else {
    appendFileSync(log, `${JSON.stringify({ kind: "broken", why: "no end" })}\n`);
  }
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function linesOf(log) {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** The tests that run anything of a file: what it is loaded with shows there, if anywhere. All of them when there are none. */
function testsOf(file) {
  const names = readFileSync(file, "utf8").matchAll(/stry(?:MutAct|Cov)_\w+\(([^)]*)\)/g);
  const inFile = new Set([...names].flatMap(([, ids]) => ids.match(/\d+/g) ?? []));
  const reach = Object.entries(JSON.parse(readFileSync(join(FOLDER, REACH), "utf8")));
  const tests = reach
    .filter(([, ids]) => Object.keys(ids).some((id) => inFile.has(id)))
    .map(([test]) => test);
  return tests.length > 0 ? tests : undefined;
}

function readOutcomes() {
  const outcomes = new Map();
  const logs = readdirSync(FOLDER).filter((name) => name.endsWith(".log"));
  for (const { kind, mutant, test, why, isEndless } of logs.flatMap((name) => linesOf(join(FOLDER, name)))) {
    if (kind !== "noticed") continue;
    outcomes.set(
      mutant,
      isEndless
        ? { status: "timeout", reason: why }
        : { status: "killed", killedBy: [test], failureMessage: why, nrOfTests: 1 },
    );
  }
  return outcomes;
}
