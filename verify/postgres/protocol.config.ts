import { defineConfig } from "vitest/config";
import memory from "../vitest.config.ts";

/** The tests of the protocol and the casebook once more, with every session on a PostgreSQL server. */
export default defineConfig({
  ...memory,
  test: {
    ...memory.test,
    include: ["verify/{requests,mailboxes,casebook}/*.test.ts", "verify/gates/{plan-gate,two-gates}.test.ts"],
    globalSetup: [...[memory.test?.globalSetup ?? []].flat(), "verify/postgres/server-for-run.ts"],
    setupFiles: ["verify/postgres/protocol-setup.ts"],
  },
});
