import { join } from "node:path";
import type { Guard } from "../../../lessons/x2-break-it/guard.ts";
import { guards } from "../../../lessons/x2-break-it/guards.ts";
import { guardOf } from "../../../lessons/x2-break-it/without.ts";
import { type Check, practiceStart, type Step } from "./check.ts";
import { adds, calls, plan, response, says, starts, takesBack, takesMail } from "./steps.ts";

/** Guards whose absence no single attack shows: only an answer gets worse, or another guard behind holds the same. */
const steps: Readonly<Record<string, readonly Step[]>> = {
  "reply-conflict": [plan(), says("lead", true), says("lead", false), says("lead", true, "req-1", "but")],
  "withdraw-pending": [plan(), takesBack("reader"), takesBack("reader")],
  "response-type": [
    plan(),
    says("lead", true),
    adds("reader", "lead", response({ type: "shutdown_response" })),
    takesMail("reader"),
  ],
  "response-envelope": [
    plan(),
    says("lead", true),
    adds("reader", "reviewer", response()),
    {
      do: "match",
      recipient: "reader",
      message: { id: "reader-1", sender: "reviewer", recipient: "reader", body: response() },
    },
    {
      do: "match",
      recipient: "reader",
      message: { id: "reader-1", sender: "lead", recipient: "reviewer", body: response() },
    },
    takesMail("reader"),
  ],
  "hook-block": [
    calls("reader", "allow"),
    plan(),
    calls("reader", "allow"),
    says("lead", false),
    takesMail("reader"),
    calls("reader", "allow"),
    calls("reader", "deny"),
    starts("reader"),
  ],
  "one-tool": [
    {
      do: "permission",
      tool: "run_main",
      tools: [
        { name: "submit_plan", access: "read" },
        { name: "run_main", access: "execute" },
      ],
      only: "submit_plan",
      host: "allow",
    },
    {
      do: "permission",
      tool: "submit_plan",
      tools: [{ name: "submit_plan", access: "read" }],
      only: "submit_plan",
      host: "deny",
    },
  ],
};

export function guardChecks(): Check[] {
  return Object.entries(steps).map(([id, way]) => {
    const { purpose, incident } = guardOf(id);
    return {
      name: `guard/${id}`,
      guards: [id],
      rule: purpose,
      why: `${incident.happened} (${incident.id})`,
      at: { file: join(import.meta.dirname, "guards.ts"), find: `"${id}": [` },
      start: practiceStart,
      steps: way,
    };
  });
}

/** The guards whose absence can be seen by who talks to an implementation over the wire. */
export function guardsOnTheWire(): Guard[] {
  return guards.filter(({ id }) => !Object.hasOwn(NOT_ON_THE_WIRE, id));
}

/** Why the absence of the others cannot be seen there. */
export const NOT_ON_THE_WIRE: Readonly<Record<string, string>> = {
  "subject-closed": "What refuses the letter behind it says the same word: member-closed.",
  "accounted-letters": "The wire asks for no memory of how many letters a file once held.",
  "letter-decides": "It takes a kill between two saves: a port is asked one request at a time.",
  epoch: "It takes two processes that play one member: a port is one process.",
  "lock-mark": "It takes a second process that takes the lock over in the middle of a save.",
  "file-unchanged": "It takes a writer without the lock in the middle of a save.",
  "run-marker": "It takes an older file of the session that is put back, and the start of a real program.",
  "unread-letters": "The wire asks for an answer, and not when a member gives one.",
  "trusted-folder": "A port need not keep its session in a folder.",
  "mailbox-link": "A port need not keep its mailboxes in files.",
  "mailbox-no-follow": "A port need not keep its mailboxes in files.",
};
