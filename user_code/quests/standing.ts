import { allChecks } from "../../verify/conformance/checks/all-checks.ts";
import type { Check } from "../../verify/conformance/checks/check.ts";
import { PortFault, startPort } from "../../verify/conformance/port-process.ts";
import { type Deviation, runCheck } from "../../verify/conformance/run-checks.ts";
import type { Quest } from "./quest.ts";
import { quests } from "./quests.ts";

/** How long the learner's code may take for one answer. */
const TIMEOUT_MS = 5_000;

/** Whether the guard of a quest stands, and how its attack gets through when it does not. */
export type Standing = {
  quest: Quest;
  /** The first check that fails, and where. Null: the guard stands. */
  attack: { check: Check; deviation: Deviation } | null;
};

const checks = allChecks();

/** What a quest is checked with: the attacks first, then the rest about its guard, then rows of the casebook. */
export function checksOf({ guard, also }: Quest): Check[] {
  const own = checks.filter((check) => check.guards.includes(guard));
  const isAttack = ({ name }: Check): boolean => name.startsWith("attack/");
  const rows = checks.filter(({ name }) => also.includes(name));
  return [...own.filter(isAttack), ...own.filter((check) => !isAttack(check)), ...rows];
}

/**
 * Asks the learner's protocol, started with this command, about every quest. A string is why it cannot be asked: it
 * does not compile, say.
 */
export async function standings(command: readonly string[], cwd: string): Promise<Standing[] | string> {
  try {
    const port = await startPort({ command, cwd, timeoutMs: TIMEOUT_MS });
    try {
      const found: Standing[] = [];
      for (const quest of quests) {
        let attack: Standing["attack"] = null;
        for (const check of checksOf(quest)) {
          const deviation = await runCheck(check, port);
          if (deviation) {
            attack = { check, deviation };
            break;
          }
        }
        found.push({ quest, attack });
      }
      return found;
    } finally {
      await port.close();
    }
  } catch (error) {
    if (error instanceof PortFault) return error.message;
    throw error;
  }
}
