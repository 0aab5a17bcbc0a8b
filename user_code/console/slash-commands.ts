import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { LEAD, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { retell, say } from "../../lessons/strings/say.ts";
import type { Paint } from "../terminal.ts";
import { safeText, table } from "../terminal.ts";
import { notCovered, wholeCall, wordsOnLine } from "./call-text.ts";
import { leadTools } from "./lead-tools.ts";
import { readLetter } from "./letter.ts";
import { LEAD_ROLE, type Room, statusOf } from "./room.ts";
import { teammateTools } from "./teammate-tools.ts";
import { guards } from "./tour.ts";

export const SLASH_COMMANDS = {
  "/team": "slash-team",
  "/inbox": "slash-inbox",
  "/requests": "slash-requests",
  "/tools": "slash-tools",
  "/help": "slash-help",
  "/quit": "slash-quit",
} as const;

/** Where a line of a call is broken. */
const CALL_WIDTH = 72;

export type SlashCommand = keyof typeof SLASH_COMMANDS;

/** "Type /team to …" is taken at its word, in the languages of the lesson. */
const TYPE_IT =
  /^(?:\d+[.)]\s+)?(?:type|enter|escribir|escribe|escriba|digite|digitar|digita|введите|введи|ввести|输入|键入)\s*(\/\S+)/iu;

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
      return say("slash-unknown", {
        command: safeText(command),
        commands: Object.keys(SLASH_COMMANDS).join(" "),
      });
  }
}

/** All that can be typed: the commands, the lead's sentences, and the guards with a sentence that shows each. */
export function helpText(paint: Paint): string {
  const commands = Object.entries(SLASH_COMMANDS).map(([name, what]) => `  ${name.padEnd(11)}${say(what)}`);
  const rows = guards().map(({ guard, refuses, lines }) => [guard, refuses, lines.at(-1) ?? ""]);
  const command = paint("bold", "./user_code/console.ts --tour=guards --decision allow");
  return [
    say("help-intro", { sentence: say("type-spawn") }),
    ...commands,
    say("help-sentences"),
    say("help-guards", { command }),
    table([say("column-guard"), say("column-refuses"), say("column-shown-by")], rows, paint),
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
    incarnation > 1 ? say("role-number", { role, number: incarnation }) : shownRole(role),
    inboxOf(state, name, cursor),
  ]);
  const team = table(
    [say("column-name"), say("column-status"), say("column-role"), say("column-inbox")],
    rows,
    paint,
  );
  if (rows.length > 1) return team;
  return `${team}\n${say("no-teammates-type", { sentence: say("type-spawn") })}`;
}

function shownRole(role: string): string {
  return role === LEAD_ROLE ? say("lead-role") : role;
}

function inboxOf(state: ProtocolState, name: string, cursor: number): string {
  try {
    const count = readMailbox(state, name).length;
    return say("inbox-letters", { count, unread: count - cursor });
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}

function showInbox(state: ProtocolState, name: string, paint: Paint): string {
  try {
    const { cursor } = requireMember(state.team, name.toLowerCase());
    const letters = readMailbox(state, name.toLowerCase());
    if (letters.length === 0) return say("inbox-of-empty", { name });
    const rows = letters.map((letter, index) => {
      const { type, text } = readLetter(letter);
      return [
        letter.id,
        letter.sender,
        type,
        say(index < cursor ? "seen-yes" : "seen-new"),
        text.replaceAll("\n", "\\n"),
      ];
    });
    return table(
      [say("column-letter"), say("column-from"), say("column-type"), say("column-seen"), say("column-text")],
      rows,
      paint,
    );
  } catch (error) {
    if (error instanceof ProtocolError) return safeText(`${error.code}: ${retell(error.message)}`);
    throw error;
  }
}

/** The two trackers of the lesson. They are two views of one table with one state machine. */
function showRequests(state: ProtocolState, paint: Paint): string {
  const requests = [...state.requests];
  if (requests.length === 0) return say("nothing-asked");
  const shutdowns = requests
    .filter(([, { kind }]) => kind === "shutdown")
    .map(([id, { target, status, reply }]) => [id, target, status, reply?.feedback ?? ""]);
  const plans = requests
    .filter(([, { kind }]) => kind === "plan")
    .map(([id, { sender, status, used, payload }]) => [
      id,
      sender,
      used ? say("status-used", { status }) : status,
      wordsOnLine(payload),
    ]);
  const calls = requests.flatMap(([id, { work }]) => {
    if (!work?.call) return [];
    const { title, lines } = wholeCall(work.call, CALL_WIDTH);
    return [
      `  ${say("about-this-call", { request: id, call: title })}`,
      ...[...lines, ...notCovered(work.call)].map((line) => `      ${line}`),
    ];
  });
  return [
    ...(shutdowns.length > 0
      ? [
          say("shutdown-requests"),
          table(
            [say("column-id"), say("column-target"), say("column-status"), say("column-answer")],
            shutdowns,
            paint,
          ),
        ]
      : []),
    ...(plans.length > 0
      ? [
          say("plan-requests"),
          table(
            [say("column-id"), say("column-from"), say("column-status"), say("column-plan")],
            plans,
            paint,
          ),
          ...calls.map(safeText),
        ]
      : []),
  ].join("\n");
}

function showTools(room: Room, paint: Paint): string {
  const rowsOf = (tools: ReturnType<typeof leadTools>, asks: string): string[][] =>
    tools.map(({ name, access, description }) => [
      name,
      access === "execute" ? asks : say(ACCESS[access]),
      retell(description.split(". ")[0] ?? ""),
    ]);
  const lead = rowsOf(leadTools(room), say("gate-asks-you"));
  const teammate = rowsOf(teammateTools(room, "a-teammate"), say("gate-plan-asks-you"));
  const columns = [say("column-tool"), say("column-gate"), say("column-does")];
  return [
    say("lead-tools", { count: lead.length }),
    table(columns, lead, paint),
    say("teammate-tools", { count: teammate.length }),
    table(columns, teammate, paint),
    say("gates-note"),
  ].join("\n");
}

const ACCESS = { read: "gate-free", protocol: "gate-protocol" } as const;
