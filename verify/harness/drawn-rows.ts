import { readFileSync } from "node:fs";
import { type SessionEvent, sessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import type { Paint } from "../../user_code/terminal.ts";

/** Shows a style as a word, so that a row says which part of it has which. */
export const marked: Paint = (style, text) => (text === "" ? "" : `<${[style].flat().join(" ")}>${text}</>`);

/** An event, and the lines as which it is drawn with `marked`: none when it has no row. */
export type Drawn = { name: string; event: SessionEvent; lines: string[] };

/** Reads a file that holds an event in each line of JSON, and behind it, each after a `|`, the lines as which it is drawn. */
export function readDrawn(path: string): Drawn[] {
  const all: Drawn[] = [];
  for (const line of readFileSync(path, "utf8").trimEnd().split("\n")) {
    if (line.startsWith("|")) all.at(-1)?.lines.push(line.slice(1));
    else {
      const event = sessionEvent.parse(JSON.parse(line));
      all.push({ name: `${all.length + 1}, ${event.event}`, event, lines: [] });
    }
  }
  return all;
}
