import { defineConfig } from "vitest/config";

/** The tests that a mutant is tried on: those that call the lessons in their own process. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: [
      "verify/{agent-loop*,failing-saves,hooks,lock,lock-lost,lock-marks,mailbox-file*,mailbox-limits,mailboxes*,members*}.test.ts",
      "verify/{permission,plan-gate*,program*,quoted-values,requests-*,scripted-model,session-folder,session-folder-{claim,trust}}.test.ts",
      "verify/{sdk,team-protocols*,two-gates,wire-shapes,practice-outcomes,bad-input-text,bad-input-keys,console-*}.test.ts",
    ],
    globalSetup: ["verify/processes/environment.ts", "verify/processes/bundles.ts"],
    setupFiles: ["verify/mutation/thread.ts"],
    testTimeout: 10_000,
    // One mutant needs a handful of tests, and loading the modules anew for each file would take longer than they do.
    isolate: false,
  },
});
