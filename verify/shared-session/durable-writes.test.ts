import { expect, test } from "vitest";
import { OPERATIONS } from "../bench/durable-writes.ts";
import { fileSession } from "../harness/sessions.ts";
import { changesDuring } from "./recorded.ts";

test.each([
  ["the opening of a request", "open"],
  ["a request's whole life", "life"],
] as const)("%s makes as many files durable as the benchmark compares it with", async (_, operation) => {
  const session = await fileSession();
  const { durableFiles, work } = OPERATIONS[operation];
  const changes = await changesDuring(session.directory, () => work(session));
  const renamed = changes.filter((change) => change.startsWith("renameSync"));
  expect(renamed).toEqual(durableFiles.map((name) => `renameSync ${name}.<number>`));
  expect(session.requests.get("req-1")?.status).toBe(operation === "life" ? "approved" : "pending");
});
