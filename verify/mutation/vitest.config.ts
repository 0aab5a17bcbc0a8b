import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What fails ends the run, so the file that noticed the last mutant comes first, then the fastest: most of the next ones need no other. */
class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId, project }: TestSpecification): number => {
      const name = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
      const before = this.ctx.cache.getFileTestResults(name);
      if (!before) return Number.POSITIVE_INFINITY;
      return before.failed && before.duration < 1_000 ? 0 : before.duration;
    };
    return files.toSorted((one, other) => cost(one) - cost(other));
  }
}

const ALL = [
  "verify/{agent-loop,mailboxes,requests}/*.test.ts",
  "verify/mailbox-files/lock/{lock,lost,marks}.test.ts",
  "verify/gates/{permission,hooks,plan-gate,two-gates}.test.ts",
  "verify/mailbox-files/{mailbox-files,edges,identity,kinds,failing-saves,session-folder,session-folder-claim,session-folder-trust}.test.ts",
  "verify/shared-session/folder-session.test.ts",
  "verify/program/{program,interpreter,output}.test.ts",
  "verify/agent-loop/sdk/{sdk,practice-key,chosen-model}.test.ts",
  "verify/practice/{arguments,choices,outcomes,rows,stage,stepper,taken-up}.test.ts",
  "verify/bad-input/text.test.ts",
  "verify/console/!(console|steps|kills|sentences|whole).test.ts",
];

/** Patterns with blanks between, of tests that start no bundled program: for one folder, say, of which one knows its tests. */
const CHOSEN = process.env.MUTATION_TESTS?.split(" ");

/** The tests that a mutant is tried on: those that call the code in their own process. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: CHOSEN ?? ALL,
    globalSetup: [
      "verify/harness/processes/environment.ts",
      ...(CHOSEN ? [] : ["verify/harness/processes/bundles.ts"]),
    ],
    env: { TEST_ROOMS: "in memory" },
    setupFiles: ["verify/mutation/thread.ts"],
    testTimeout: 20_000,
    // One mutant needs a handful of tests, and loading the modules anew for each file would take longer than they do.
    isolate: false,
    sequence: { sequencer: CheapestFirst },
  },
});
