import { workInputs, workTool } from "./work-call.ts";

/** A tool call in a few words: the tool, and what it is about. */
export function callTitle(tool: string, input: unknown): string {
  const values = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const subject = values.find(([key]) => SUBJECTS.includes(key))?.[1];
  return typeof subject === "string" ? `${tool} ${oneLine(subject, 60)}` : tool;
}

const SUBJECTS: readonly string[] = ["command", "path", "name", "to", "teammate", "request_id"];

/** Exactly what a call would do, line by line: the command, the text that is saved, the passage that is replaced. */
export function callDetails(tool: string, input: unknown): string[] {
  const known = workTool.safeParse(tool);
  if (!known.success || !workInputs[known.data].safeParse(input).success) return [JSON.stringify(input)];
  const { command, content, old_text, new_text } = input as Record<string, string | undefined>;
  return [
    ...linesOf("$ ", command),
    ...linesOf("+ ", content),
    ...linesOf("- ", old_text),
    ...linesOf("+ ", new_text),
  ];
}

function linesOf(mark: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  return text
    .replace(/\n$/u, "")
    .split("\n")
    .map((line) => `${mark}${line}`);
}

/** The text on one line, cut to `length` with a mark that says so. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll("\n", "\\n");
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
}
