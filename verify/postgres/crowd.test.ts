import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { stateOf } from "../harness/sessions.ts";
import { live, PLAN_STEPS } from "./life.ts";
import { MISSING, programs } from "./server.ts";
import { joinIn, serverForFile, startIn, storeOf } from "./sessions.ts";

const PROCESSES = 8;
const SESSIONS = 200;

describe.skipIf(!programs)(`many at once${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile({ durable: true });

  test(`${PROCESSES} processes with ${SESSIONS} sessions each come to the end that one alone comes to`, async () => {
    const store = await storeOf(server().url());
    const alone = await startIn(store);
    await live(alone, PLAN_STEPS);
    const expected = stateOf(alone);
    const children = Array.from({ length: PROCESSES }, (_, index) =>
      fork(bundle("crowdProcess"), [server().url(), `process-${index}`, String(SESSIONS)]),
    );
    for (const child of children) onTestFinished(() => void child.kill("SIGKILL"));
    await Promise.all(children.map((child) => once(child, "message")));
    const begin = performance.now();
    const ended = children.map((child) => once(child, "exit"));
    for (const child of children) child.send("go");
    const codes = await Promise.all(ended);
    const seconds = (performance.now() - begin) / 1_000;
    expect(codes.map(([code]) => code)).toEqual(children.map(() => 0));
    for (let index = 0; index < PROCESSES; index += 1) {
      for (const number of [0, SESSIONS - 1]) {
        const session = await joinIn(store, `process-${index}-${number}`);
        expect(stateOf(session)).toEqual(expected);
      }
    }
    const counted = await server().sql(
      `select count(*), count(distinct session_id) from two_gates.letters
       union all select count(*), count(distinct session_id) from two_gates.requests where status = 'approved'`,
    );
    const all = PROCESSES * SESSIONS + 1;
    expect(counted).toBe(`${3 * all}|${all}\n${all}|${all}`);
    const sections = PROCESSES * SESSIONS * PLAN_STEPS.length;
    console.log(
      `many at once: ${PROCESSES} processes x ${SESSIONS} sessions, ${sections} kept sections in ${seconds.toFixed(1)} s ` +
        `(${Math.round(sections / seconds)} a second), none lost, none twice`,
    );
  }, 300_000);
});
