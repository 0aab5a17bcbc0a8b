import { teammatesOf } from "./host-notes.ts";
import { type Room, statusOf } from "./room.ts";
import { SLASH_COMMANDS } from "./slash-commands.ts";

/** What Tab offers: slash commands, members behind `/inbox`, and beginnings of sentences about each open teammate. */
export async function completionsFor({ session }: Room, line: string): Promise<[string[], string]> {
  const { teammates, open } = await session.transact((state) => {
    const names = teammatesOf(state);
    return { teammates: names, open: names.filter((name) => statusOf(state, name) !== "closed") };
  });
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
