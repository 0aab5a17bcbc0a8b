import { type Room, statusOf } from "./room.ts";
import { SLASH_COMMANDS } from "./slash-commands.ts";

/** What Tab offers: slash commands, members behind `/inbox`, and beginnings of sentences about each open teammate. */
export function completionsFor(room: Room, line: string): [string[], string] {
  const teammates = [...room.assignments.keys()];
  const open = teammates.filter((name) => statusOf(room, name) !== "closed");
  const choices = line.startsWith("/")
    ? [...Object.keys(SLASH_COMMANDS), ...["lead", ...teammates].map((name) => `/inbox ${name}`)]
    : [
        "Spawn ",
        "List teammates",
        "Broadcast ",
        "Show plans",
        "Status",
        "Wait",
        ...open.flatMap((name) => [
          `Ask ${name} to shut down`,
          `Have ${name} submit a plan`,
          `Approve ${name}'s plan`,
          `Reject ${name}'s plan because `,
          `Tell ${name} to try again`,
          `Tell ${name} `,
        ]),
      ];
  const typed = line.toLowerCase();
  return [choices.filter((choice) => choice.toLowerCase().startsWith(typed)), line];
}
