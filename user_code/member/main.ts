import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { say } from "../../lessons/strings/say.ts";
import { requireSameChoices } from "../practice/choices.ts";
import { type ChosenModel, scripted } from "../practice/choose-model.ts";
import { isDrawn } from "../practice/display.ts";
import { complain, conclude, exitStatusOf, showHelp, write } from "../practice/exit.ts";
import { notesOf } from "../practice/notes.ts";
import { isFinished } from "../practice/path.ts";
import { practiceTeam } from "../practice/setup.ts";
import { openStage, perform, type Stage, workingInterpreter } from "../practice/stage.ts";
import { summarize } from "../practice/summary.ts";
import { sideHeading } from "../practice/timeline.ts";
import { Interrupted } from "../signals.ts";
import { endWithStandardOutput } from "../standard-output.ts";
import { namedAgain, startOrJoinAt } from "../store.ts";
import { paintFor, table } from "../terminal.ts";
import { type MemberArguments, parseMemberArguments, usage } from "./arguments.ts";
import { type Absence, waitingFor } from "./wait.ts";

const paint = paintFor(process.stdout, process.env);

type Member = Extract<MemberArguments, { help: false }>;

endWithStandardOutput();

/** One member of the practice, with these words behind its name. Returns the exit status. */
export function memberCommand(argv: readonly string[]): Promise<number> {
  return exitStatusOf(argv, () => {
    const options = parseMemberArguments(argv);
    return options.help ? showHelp(usage()) : playMember(options);
  });
}

async function playMember(options: Member): Promise<number> {
  const { member, choices, json } = options;
  const interpreter = await workingInterpreter();
  const stage = await openStage(
    {
      json,
      heading: () => sideHeading(member, choices, paint),
      // The heading of one side takes the place of the one that the session's start has.
      draws: (event) => isDrawn(event) && (json || event.event !== "session_started"),
    },
    // The others take the lock all the time: that it is waited for goes without saying.
    async (opened) =>
      (await startOrJoinAt(options.place, practiceTeam(), { ...opened, onWait: () => undefined })).session,
  );
  const { session, display } = stage;
  try {
    const { notes, isOver } = await session.transact((state) => ({
      notes: notesOf(state),
      isOver: isFinished(state),
    }));
    requireSameChoices(notes, choices);
    if (!isOver) {
      const model = modelOf(options);
      await perform(stage, {
        members: [member],
        model,
        modelName: "scripted",
        interpreter,
        choices,
        players: (signal) => ({
          plays: (actor) => actor === member,
          waitFor: waitingFor(session, {
            signal,
            onAbsent: (name, absence) => tellAbsent(options, session.directory, name, absence),
          }),
        }),
      });
    }
    return await tellBoth(options, stage);
  } catch (error) {
    const folder = printable(session.directory);
    if (error instanceof Interrupted)
      complain(`${say("interrupted-member", { message: error.message, folder })}\n`);
    throw error;
  } finally {
    display.close();
  }
}

/** The stand-in plays this member's own steps. Only the lead knows what it will say about the plan. */
function modelOf({ member, choices: { plan } }: Member): ChosenModel {
  const steps = practiceScript({ ...(plan && { plan }) }).filter(({ actor }) => actor === member);
  return (answered) => scripted(steps, answered);
}

function tellAbsent({ place }: Member, directory: string, name: string, absence: Absence): void {
  const command = `./user_code/member.ts ${namedAgain(place, directory)} --as ${name}`;
  complain(`${say(absence === "never" ? "nobody-plays" : "player-gone", { member: name, command })}\n`);
}

async function tellBoth({ json }: Member, { session, display }: Stage): Promise<number> {
  const { result, life } = await session.transact((state) => ({
    result: summarize(state, session.directory),
    life: lifeOf(state),
  }));
  if (!json) write(`\n${life}\n`);
  return conclude(display, result);
}

/** What became of each request: the same on every side. */
function lifeOf({ requests }: ProtocolState): string {
  const rows = [...requests].map(([id, { kind, sender, target, reply, status }]) => [
    id,
    kind,
    sender,
    target,
    say(reply === null ? "answer-none" : reply.approve ? "answer-yes" : "answer-no"),
    status,
  ]);
  const columns = [
    "column-request",
    "column-kind",
    "column-asked-by",
    "column-answered-by",
    "column-answer",
    "column-status",
  ] as const;
  return table(
    columns.map((column) => say(column)),
    rows,
    paint,
  );
}
