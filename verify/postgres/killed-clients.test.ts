import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { stateOf } from "../harness/sessions.ts";
import { live, liveOn, STEPS } from "./life.ts";
import { MISSING, programs } from "./server.ts";
import { joinIn, serverForFile, startIn, storeOf } from "./sessions.ts";
import { statementProxy } from "./statement-proxy.ts";

describe.skipIf(!programs)(`a process that is killed${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();

  test("at any statement has done what it was told is done, and another one goes on", async () => {
    const proxy = await statementProxy(server().port);
    onTestFinished(() => proxy.close());
    const url = `postgres://owner@127.0.0.1:${proxy.port}/postgres`;
    const store = await storeOf(server().url());
    const undisturbed = await startIn(store);
    await live(undisturbed);
    const expected = stateOf(undisturbed);
    let kills = 0;
    let acknowledged = 0;
    for (let at = 1, isOver = false; !isOver; at += 1) {
      const session = await startIn(store);
      const child = fork(bundle("storeMember"), [url, session.name]);
      onTestFinished(() => void child.kill("SIGKILL"));
      const done: unknown[] = [];
      await once(child, "message");
      child.on("message", (step) => done.push(step));
      const ended = once(child, "exit");
      // Every other time the server has done what the process never hears of.
      proxy.count(
        (number) => (number < at ? "passes" : at % 2 === 0 ? "is lost" : "is done and its answer is lost"),
        () => {
          if (child.kill("SIGKILL")) kills += 1;
        },
      );
      child.send("go");
      await ended;
      isOver = proxy.counted() < at;
      proxy.count(() => "passes");
      const undone = await session.transact((state) =>
        STEPS.filter((step) => done.includes(step.name) && !step.isDone(state)).map(({ name }) => name),
      );
      expect(undone, `killed at statement ${at}`).toEqual([]);
      acknowledged += done.length;
      await liveOn(session);
      const later = await joinIn(store, session.name);
      expect(stateOf(later), `killed at statement ${at}`).toEqual(expected);
    }
    console.log(
      `killed clients: ${kills} killed, ${acknowledged} steps acknowledged before it, none lost, none twice`,
    );
    expect(kills).toBeGreaterThan(STEPS.length * 6);
  }, 200_000);
});
