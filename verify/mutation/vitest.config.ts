import { defineConfig } from "vitest/config";

/** The tests that a mutant is tried on: those that call the lessons in their own process. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: [
      "verify/{agent-loop,mailbox-files/lock,mailboxes,requests}/*.test.ts",
      "verify/gates/{permission,hooks,plan-gate,two-gates}.test.ts",
      "verify/mailbox-files/{mailbox-files,edges,identity,kinds,failing-saves,session-folder,session-folder-claim,session-folder-trust}.test.ts",
      "verify/shared-session/{folder-session,attendance,durable-writes}.test.ts",
      "verify/program/{program,interpreter,output}.test.ts",
      "verify/{agent-loop/sdk/sdk,practice/outcomes,bad-input/text,bad-input/keys}.test.ts",
      "verify/console/!(console|steps).test.ts",
    ],
    globalSetup: ["verify/harness/processes/environment.ts", "verify/harness/processes/bundles.ts"],
    setupFiles: ["verify/mutation/thread.ts"],
    testTimeout: 10_000,
    // One mutant needs a handful of tests, and loading the modules anew for each file would take longer than they do.
    isolate: false,
  },
});
