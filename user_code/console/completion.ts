import { say } from "../../lessons/strings/say.ts";
import { teammatesOf } from "./host-notes.ts";
import { type Room, statusOf } from "./room.ts";
import { SLASH_COMMANDS } from "./slash-commands.ts";

/** What Tab offers: slash commands, members behind `/inbox`, and beginnings of sentences about each open teammate. */
export async function completionsFor({ session }: Room, line: string): Promise<[string[], string]> {
  const { teammates, open } = await session.transact((state) => {
    const names = teammatesOf(state);
    return { teammates: names, open: names.filter((name) => statusOf(state, name) !== "closed") };
  });
  const [verb = ""] = say("type-spawn").split(" ");
  const choices = line.startsWith("/")
    ? [...Object.keys(SLASH_COMMANDS), ...["lead", ...teammates].map((name) => `/inbox ${name}`)]
    : [
        `${verb} `,
        say("type-list"),
        `${say("type-broadcast")} `,
        say("type-plans"),
        say("type-status"),
        say("type-wait"),
        ...open.flatMap((name) => [
          say("type-shut-down", { name }),
          say("type-plan", { name }),
          say("type-approve", { name }),
          `${say("type-reject", { name })} `,
          say("type-again", { name }),
          `${say("type-tell", { name })} `,
        ]),
      ];
  const typed = line.toLowerCase();
  return [choices.filter((choice) => choice.toLowerCase().startsWith(typed)), line];
}
