import { relative } from "node:path";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { closeStoreOfRun, serverOfRun, sessionsInStore } from "../harness/store-sessions.ts";
import { notInStore } from "./not-in-store.ts";
import { MISSING } from "./server.ts";

/** Each test of this run has a session in the store, or is named in `not-in-store.ts` with the reason why it has none. */
type Named = { name: string; suite?: Named | undefined };

let entries: Readonly<Record<string, string>> = {};
const met = new Set<string>();
let before = 0;

beforeEach(({ task, skip }) => {
  if (serverOfRun === undefined) skip(MISSING);
  const name = nameOf(task);
  entries = notInStore[relative(`${import.meta.dirname}/..`, task.file.filepath)] ?? {};
  const entry = Object.keys(entries).find((beginning) => name.startsWith(beginning));
  if (entry !== undefined) {
    met.add(entry);
    skip(entries[entry]);
  }
  before = sessionsInStore();
});

afterEach(({ task }) => {
  expect(sessionsInStore(), `${nameOf(task)} opened no session in the store`).toBeGreaterThan(before);
});

afterAll(async () => {
  await closeStoreOfRun();
  const stale = Object.keys(entries).filter((entry) => !met.has(entry));
  met.clear();
  entries = {};
  expect(stale, "named in not-in-store.ts, and there is no such test").toEqual([]);
});

function nameOf({ name, suite }: Named): string {
  return suite ? `${nameOf(suite)} > ${name}` : name;
}
