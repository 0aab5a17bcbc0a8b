import type { Message } from "../../../lessons/s01-agent-loop/model.ts";
import { LEAD, requireMember } from "../../../lessons/s15-mailboxes/team.ts";
import { takeLine } from "../../../user_code/console/conversation.ts";
import type { OpenRoom } from "../../../user_code/console/set-up.ts";
import { exercises } from "../../../user_code/console/tour.ts";
import { takeUpRound } from "../../../user_code/console/turns.ts";

/** Takes the team up, and types those of the sentences that the lead has not heard yet. */
export async function playExercises(
  { room, interrupted }: Pick<OpenRoom, "room" | "interrupted">,
  sentences: readonly string[] = exercises(),
): Promise<void> {
  await takeUpRound(room, interrupted);
  const heard = await room.session.transact(({ team }) => sentencesIn(requireMember(team, LEAD).history));
  const screen = { print: () => undefined, paint: (_style: unknown, text: string) => text };
  for (const line of sentences.slice(heard)) await takeLine(room, line, screen);
}

function sentencesIn(history: readonly Message[]): number {
  const texts = history.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "text" ? [block.text] : [])),
  );
  return texts.filter((text) => text.startsWith("[person] ")).length;
}
