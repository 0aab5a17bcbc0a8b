import { UNDERSTOOD } from "../../fixtures/model-scripts/console-help.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { LEAD, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { Paint } from "../terminal.ts";
import { safeText, table } from "../terminal.ts";
import { notCovered, wholeCall, wordsOnLine } from "./call-text.ts";
import { leadTools } from "./lead-tools.ts";
import { readLetter } from "./letter.ts";
import { type Room, statusOf } from "./room.ts";
import { teammateTools } from "./teammate-tools.ts";
import { GUARDS } from "./tour.ts";

export const SLASH_COMMANDS = {
  "/team": "who is on the team, and who is idle, working, awaiting an answer, closed or absent",
  "/inbox": "the letters of the lead, or of a member: /inbox alice. Looking takes nothing out",
  "/requests": "every plan and every shutdown that was asked for, and how it stands",
  "/tools": "the tools of the lead and of a teammate",
  "/help": "this text",
  "/quit": "leave; everything is saved already (Ctrl-D and Ctrl-C do the same)",
} as const;

/** Where a line of a call is broken. */
const CALL_WIDTH = 72;

export type SlashCommand = keyof typeof SLASH_COMMANDS;

/** "Type /team to …" is taken at its word, in the languages of the lesson. */
const TYPE_IT =
  /^(?:\d+[.)]\s+)?(?:type|enter|escribir|escribe|escriba|digite|digitar|digita|введите|введи|ввести)\s+(\/\S+)/iu;

/** The slash command that a line is, with what follows it. Undefined for a sentence. */
export function readSlash(line: string): { command: string; rest: string } | undefined {
  const text = TYPE_IT.exec(line.trim())?.[1] ?? line.trim();
  if (!text.startsWith("/")) return undefined;
  const [command = "", ...rest] = text.split(/\s+/u);
  return { command: command.toLowerCase().replace(/[.,;!?]+$/u, ""), rest: rest.join(" ") };
}

/** What a slash command shows. It looks, and changes nothing. */
export async function answerSlash(
  room: Room,
  { command, rest }: { command: string; rest: string },
  paint: Paint,
): Promise<string> {
  const { session } = room;
  switch (command) {
    case "/team":
      return showTeam(room, paint);
    case "/inbox":
      return session.transact((state) => showInbox(state, rest || LEAD, paint));
    case "/requests":
      return session.transact((state) => showRequests(state, paint));
    case "/tools":
      return showTools(room, paint);
    case "/help":
      return helpText(paint);
    default:
      return `There is no ${safeText(command)}. The commands: ${Object.keys(SLASH_COMMANDS).join(" ")}`;
  }
}

/** All that can be typed: the commands, the lead's sentences, and the guards with a sentence that shows each. */
export function helpText(paint: Paint): string {
  const commands = Object.entries(SLASH_COMMANDS).map(([name, what]) => `  ${name.padEnd(11)}${what}`);
  const rows = GUARDS.map(({ guard, refuses, lines }) => [guard, refuses, lines.at(-1) ?? ""]);
  return [
    'Type what the lead should do, such as "Spawn alice as a coder", or one of these:',
    ...commands,
    UNDERSTOOD,
    `What is refused. Seen one after the other: ${paint("bold", "./user_code/console.ts --tour=guards --decision allow")}`,
    table(["guard", "it refuses", "shown by, at its place in the tour"], rows, paint),
  ].join("\n");
}

async function showTeam({ session, isAttended }: Room, paint: Paint): Promise<string> {
  const names = await session.transact(({ team }) =>
    [...team.values()].flatMap(({ name, status }) => (status === "closed" ? [] : [name])),
  );
  const absent = new Set<string>();
  for (const name of names) if (!(await isAttended(name))) absent.add(name);
  return session.transact((state) => teamTable(state, absent, paint));
}

function teamTable(state: ProtocolState, absent: ReadonlySet<string>, paint: Paint): string {
  const rows = [...state.team.values()].map(({ name, role, incarnation, cursor }) => [
    name,
    absent.has(name) ? "absent" : statusOf(state, name),
    incarnation > 1 ? `${role} (number ${incarnation} of this name)` : role,
    inboxOf(state, name, cursor),
  ]);
  const team = table(["name", "status", "role", "inbox"], rows, paint);
  return rows.length > 1 ? team : `${team}\nThere are no teammates yet. Type: Spawn alice as a coder`;
}

function inboxOf(state: ProtocolState, name: string, cursor: number): string {
  try {
    const count = readMailbox(state, name).length;
    return `${count} letter${count === 1 ? "" : "s"}, ${count - cursor} new`;
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}

function showInbox(state: ProtocolState, name: string, paint: Paint): string {
  try {
    const { cursor } = requireMember(state.team, name.toLowerCase());
    const letters = readMailbox(state, name.toLowerCase());
    if (letters.length === 0) return `The inbox of ${name} is empty.`;
    const rows = letters.map((letter, index) => {
      const { type, text } = readLetter(letter);
      return [letter.id, letter.sender, type, index < cursor ? "yes" : "new", text.replaceAll("\n", "\\n")];
    });
    return table(["letter", "from", "type", "seen", "text"], rows, paint);
  } catch (error) {
    if (error instanceof ProtocolError) return safeText(`${error.code}: ${error.message}`);
    throw error;
  }
}

/** The two trackers of the lesson. They are two views of one table with one state machine. */
function showRequests(state: ProtocolState, paint: Paint): string {
  const requests = [...state.requests];
  if (requests.length === 0) return "Nobody has asked for anything yet.";
  const shutdowns = requests
    .filter(([, { kind }]) => kind === "shutdown")
    .map(([id, { target, status, reply }]) => [id, target, status, reply?.feedback ?? ""]);
  const plans = requests
    .filter(([, { kind }]) => kind === "plan")
    .map(([id, { sender, status, used, payload }]) => [
      id,
      sender,
      used ? `${status}, used` : status,
      wordsOnLine(payload),
    ]);
  const calls = requests.flatMap(([id, { work }]) => {
    if (!work?.call) return [];
    const { title, lines } = wholeCall(work.call, CALL_WIDTH);
    return [
      `  ${id} is about exactly this call: ${title}`,
      ...[...lines, ...notCovered(work.call)].map((line) => `      ${line}`),
    ];
  });
  return [
    ...(shutdowns.length > 0
      ? ["Shutdown requests", table(["id", "target", "status", "answer"], shutdowns, paint)]
      : []),
    ...(plans.length > 0
      ? ["Plan requests", table(["id", "from", "status", "plan"], plans, paint), ...calls.map(safeText)]
      : []),
  ].join("\n");
}

function showTools(room: Room, paint: Paint): string {
  const rowsOf = (tools: ReturnType<typeof leadTools>, asks: string): string[][] =>
    tools.map(({ name, access, description }) => [
      name,
      access === "execute" ? asks : ACCESS[access],
      description.split(". ")[0] ?? "",
    ]);
  const lead = rowsOf(leadTools(room), "asks you");
  const teammate = rowsOf(teammateTools(room, "a-teammate"), "plan, asks you");
  return [
    `The lead has ${lead.length} tools`,
    table(["tool", "gate", "what it does"], lead, paint),
    `A teammate has ${teammate.length} tools`,
    table(["tool", "gate", "what it does"], teammate, paint),
    '"plan" needs a plan of that very call which the lead has approved. "asks you" asks for each single call.',
  ].join("\n");
}

const ACCESS = { read: "free", protocol: "protocol" } as const;
