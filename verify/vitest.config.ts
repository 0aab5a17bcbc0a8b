import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["verify/*.test.ts"],
    globalSetup: ["verify/processes/environment.ts", "verify/processes/bundles.ts"],
    pool: "forks",
    // Every test puts back what it changes; loading the same modules anew for each file would take half the time.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
