import type { ProtocolState } from "../s16-team-protocols/protocol-state.ts";

/** `good`: as it was left. `open`: what the next process settles by itself. `damaged`: nobody settles it by itself. */
export type Finding = { part: string; condition: "good" | "open" | "damaged"; says: string };

export function sessionSentence(
  program: string,
  { team, requests }: Pick<ProtocolState, "team" | "requests">,
): string {
  const members = [...team.values()].map(({ name, status }) => `${name} ${status}`).join(", ");
  return `a session of the ${program}: ${members}; ${count(requests.size, "request")}`;
}

/** A run without an end is nobody's to start again. */
export function runFindings(runs: ProtocolState["runs"]): Finding[] {
  return [...runs].flatMap(([id, { member, status }]) =>
    status === "started" || status === "outcome-unknown"
      ? [
          {
            part: `runs/${id}`,
            condition: "open" as const,
            says: `${member} started it, and no end was kept: its outcome is unknown, and it is not started again`,
          },
        ]
      : [],
  );
}

export function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
