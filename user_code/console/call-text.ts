import { say } from "../../lessons/strings/say.ts";
import { readWorkOrNothing } from "./work-call.ts";

/** A tool call in a few words, for a row that tells what became of it. No path that a tool takes is cut. */
export function callTitle(tool: string, input: unknown): string {
  const work = readWorkOrNothing({ name: tool, input });
  if (work?.input.path !== undefined) return `${tool} ${exactText(work.input.path)}`;
  const values = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const [key, subject] = values.find(([name]) => SUBJECTS.includes(name)) ?? [];
  return typeof subject === "string" ? `${tool} ${oneLine(subject, key === "path" ? 300 : 60)}` : tool;
}

const SUBJECTS: readonly string[] = ["command", "path", "name", "to", "teammate", "request_id"];

/** A call for somebody who has to decide about it. */
export type WholeCall = {
  /** The tool, and the file that it is about. */
  title: string;
  /** The command, the text that is saved or the passage that is replaced: all of it. */
  lines: string[];
};

/** From this many lines on, the title says how many there are: the first ones may have left the screen. */
const MANY_LINES = 20;

/**
 * Exactly what a call would do, whole and never cut: long lines are broken at `width`, and go on behind an indent of two.
 * Every character that a reader could not see or that a terminal would obey is spelled out, blanks at the end of a line
 * too. Where it matters that a text does not end in a line feed, a line says so.
 */
export function wholeCall(call: { tool: string; input: unknown }, width: number): WholeCall {
  const { title, lines } = exactCall(call);
  const broken = lines.flatMap((line) => breakLine(line, width));
  const count = broken.length;
  return {
    title: count > MANY_LINES ? say("many-lines", { call: title, count }) : title,
    lines: broken,
  };
}

/** What an approval of a call says nothing about, for whoever reads the call. */
export function notCovered({ tool }: { tool: string }): string[] {
  return tool === "bash" ? [say("not-covered")] : [];
}

function exactCall({ tool, input }: { tool: string; input: unknown }): WholeCall {
  const work = readWorkOrNothing({ name: tool, input });
  if (!work) return { title: tool, lines: [exactText(JSON.stringify(input) ?? "")] };
  const { path = "", command = "", content = "", old_text = "", new_text = "" } = work.input;
  const title = path === "" ? tool : `${tool} ${exactText(path)}`;
  switch (work.tool) {
    case "bash":
      return { title, lines: marked("$ ", command) };
    case "write_file": {
      const end = content === "" ? [say("file-empty-then")] : endsLine(content) ? [] : [say("no-line-feed")];
      return { title, lines: [...marked("+ ", content), ...end] };
    }
    case "edit_file": {
      const differ = new_text !== "" && endsLine(old_text) !== endsLine(new_text);
      const end = (text: string): string[] => (differ && !endsLine(text) ? [say("no-line-feed")] : []);
      const lines = [
        ...marked("- ", old_text),
        ...end(old_text),
        ...marked("+ ", new_text),
        ...end(new_text),
      ];
      return { title, lines };
    }
  }
}

function endsLine(text: string): boolean {
  return text.endsWith("\n");
}

function marked(mark: string, text: string): string[] {
  if (text === "") return [];
  return text
    .replace(/\n$/u, "")
    .split("\n")
    .map((line) => (line === "" ? mark.trimEnd() : mark + exactText(line)));
}

/** The words of a member on one line, so that they cannot look like the lines of a call that stand below them. */
export function wordsOnLine(words: string): string {
  return exactText(words.replaceAll("\n", "\\n"));
}

/** The text with everything spelled out that cannot be seen as what it is: controls, marks of direction, odd blanks. */
function exactText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu,
    spelledOut,
  );
}

function spelledOut(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
}

function breakLine(line: string, width: number): string[] {
  const broken: string[] = [];
  let rest = [...line];
  do {
    const indent = broken.length === 0 ? "" : "  ";
    const piece = rest.slice(0, width - indent.length).join("");
    broken.push(indent + piece.replace(/(?<=.) $/u, spelledOut));
    rest = rest.slice(width - indent.length);
  } while (rest.length > 0);
  return broken;
}

/** The text on one line, cut to `length` with a mark that says so. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll("\n", "\\n");
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
}
