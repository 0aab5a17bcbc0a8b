import type { Message } from "../lessons/s01-agent-loop/model.ts";
import type { ModelExchange } from "../lessons/s15-mailboxes/member-event.ts";
import { followTraffic } from "../lessons/s15-mailboxes/model-traffic.ts";
import { padCells } from "../lessons/strings/cells.ts";
import { say } from "../lessons/strings/say.ts";
import { type Paint, safeText } from "./terminal.ts";

const INDENT = " ".repeat(13);
const WIDTH = { label: 13, text: 72 };

type Line = { label: string; text: string };

/**
 * Draws what each request to a model held and what it answered, for `--show-model`: below the line that tells the
 * answer, and under an indent, so that no value begins a line. Messages that an earlier request held are not drawn
 * again: they are named by their numbers.
 */
export function createTrafficDrawing(paint: Paint): (event: ModelExchange) => string {
  const follow = followTraffic();
  const drawn = new Map<string, { call: number; system: string; tools: string }>();
  return (event) => {
    const { member, call, system, messages, missing, answer, ...offered } = follow(event);
    const tools = offered.tools.join(", ") || say("traffic-no-tools");
    const last = drawn.get(member);
    drawn.set(member, { call, system, tools });
    const unlessSame = (text: string, known?: string): string =>
      text === known ? say("traffic-same") : text;
    const total = missing + messages.length;
    const before = total - (event.newest.length > 0 ? 1 : 0);
    const request: Line[] = [
      { label: "system", text: unlessSame(system, last?.system) },
      { label: "tools", text: unlessSame(tools, last?.tools) },
      ...earlier(1, missing, say("traffic-earlier")),
      ...earlier(missing + 1, before, say("traffic-same-until", { call: last?.call ?? "" })),
      ...messages.slice(before - missing).flatMap((message) => messageLines(`${total} user`, message)),
    ];
    const answered = messageLines("assistant", { role: "assistant", content: answer });
    return [
      `${INDENT}${paint("dim", say("traffic-request", { call, member }))}`,
      ...request.map(draw),
      `${INDENT}${paint("dim", say("traffic-answer", { call }))}`,
      ...(answered.length > 0 ? answered : [{ label: "assistant", text: say("traffic-nothing") }]).map(draw),
    ].join("\n");
  };
}

function earlier(first: number, last: number, text: string): Line[] {
  if (last < first) return [];
  return [{ label: first === last ? `${first}` : say("traffic-range", { first, last }), text }];
}

function messageLines(label: string, { content }: Message): Line[] {
  return content.map((block, index) => ({ label: index === 0 ? label : "", text: blockText(block) }));
}

function blockText(block: Message["content"][number]): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "tool_use":
      return say("traffic-calls", { tool: block.name, id: block.id, input: JSON.stringify(block.input) });
    case "tool_result":
      return say(block.is_error ? "traffic-error" : "traffic-result", {
        id: block.tool_use_id,
        content: block.content,
      });
  }
}

function draw({ label, text }: Line): string {
  const [first = "", ...rest] = safeText(text.replace(/\n$/u, "")).split("\n").flatMap(broken);
  const further = rest.map((line) => `${INDENT}${" ".repeat(2 + WIDTH.label)}${line}`.trimEnd());
  return [`${INDENT}  ${padCells(safeText(label), WIDTH.label)}${first}`, ...further].join("\n");
}

/** The lines of a text, broken behind spaces and commas: most of it is JSON, which has few of the first. */
function broken(text: string): string[] {
  const lines = [""];
  for (const part of text.match(PART) ?? []) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + part.trimEnd().length > WIDTH.text) lines.push(part);
    else lines[lines.length - 1] = `${last}${part}`;
  }
  return lines.map((line) => line.trimEnd());
}

/** A part that is longer than a line is cut where the line ends. */
const PART = new RegExp(`[^ ,]{1,${WIDTH.text}}[ ,]?|[ ,]`, "gu");
