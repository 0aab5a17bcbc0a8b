import { describe, expect, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { allChecks } from "./checks/all-checks.ts";
import { guardsOnTheWire } from "./checks/guards.ts";
import { startPort } from "./port-process.ts";
import { portWithout } from "./port-without.ts";
import { runCheck } from "./run-checks.ts";

const checks = allChecks();

describe("the lessons without a guard, over the wire", () => {
  test.each(guardsOnTheWire())("without $id its own checks fail", async ({ id }) => {
    const { failed, own } = await failedWithout(id);
    expect(failed, `of ${own.join(", ")}`).not.toEqual([]);
  });

  test("a second line that says the same word is noticed with both out", async () => {
    expect((await failedWithout("subject-closed")).failed).toEqual([]);
    const { failed } = await failedWithout("subject-closed", "closed-sender");
    expect(failed).toContain("attack/plan-of-the-closed");
  });
});

/** The checks about these guards, and which of them fail. */
async function failedWithout(...ids: string[]): Promise<{ own: string[]; failed: string[] }> {
  const port = await portWithout(...ids);
  const asked = await startPort({
    command: [process.execPath, bundle("serveModule"), port.file],
    cwd: import.meta.dirname,
    timeoutMs: 20_000,
  });
  try {
    const own = checks.filter((check) => ids.some((id) => check.guards.includes(id)));
    const failed: string[] = [];
    for (const check of own) if (await runCheck(check, asked)) failed.push(check.name);
    return { own: own.map(({ name }) => name), failed };
  } finally {
    await asked.close();
    port.remove();
  }
}
