import type { Plugin } from "vite";

/** Where protocol functions leave what they were called with, while a test runs. Nothing but a failing test reads it. */
export const NOTED_CALLS = "twoGatesNotedCalls";

/** The functions that letters and requests go through, by the file that they are in. */
const NOTED: readonly (readonly [file: string, names: readonly string[]])[] = [
  ["lessons/s04-permission/execute-guarded.ts", ["executeGuarded"]],
  ["lessons/s07-hooks/execute-hooked.ts", ["executeHooked"]],
  ["lessons/s15-mailboxes/mailbox.ts", ["sendMessage"]],
  ["lessons/s15-mailboxes/join-team.ts", ["joinTeam"]],
  [
    "lessons/s16-team-protocols/requests.ts",
    ["openRequest", "replyRequest", "matchResponse", "withdrawRequest"],
  ],
  ["lessons/s16-team-protocols/consume-responses.ts", ["consumeResponses"]],
  ["lessons/s16-team-protocols/plan-gate.ts", ["claimPlan"]],
];

/**
 * Lets these functions note what they are called with when tests load them, so that a failing test can say what was
 * sent. A note stands at the end of a function's first line: no line and no column of the code moves.
 */
export const noteCalls: Plugin = {
  name: "two-gates:note-calls",
  enforce: "post",
  transform(code, id) {
    const names = NOTED.find(([file]) => id.endsWith(`/${file}`))?.[1];
    if (!names) return undefined;
    const noted = code.replace(/^export (?:async )?function (\w+)\(.*\) \{$/gm, (line, name: string) =>
      names.includes(name)
        ? `${line} globalThis.${NOTED_CALLS}?.push([${JSON.stringify(name)}, [...arguments]]);`
        : line,
    );
    return { code: noted, map: null };
  },
};
