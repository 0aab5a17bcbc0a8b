import { expect, test } from "vitest";
import { OPERATIONS, PRACTICE_WRITES } from "../bench/durable-writes.ts";
import { fileSession, intercept } from "../harness/sessions.ts";
import { playPractice } from "../practice/played.ts";
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

test("the practice makes as many files durable as the benchmark compares it with", async () => {
  let writes = 0;
  intercept("renameSync", (rename) => (from, to) => {
    rename(from, to);
    if (/(?:session\.json|\.jsonl)$/.test(String(to))) writes += 1;
  });
  await playPractice();
  expect(writes).toBe(PRACTICE_WRITES);
});
