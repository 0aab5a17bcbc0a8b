import { safeText } from "../terminal.ts";
import { wholeCall } from "./call-text.ts";
import type { WorkCall } from "./work-call.ts";

const WIDTH = 72;

/** What the host is shown before it decides: who wants to do what, the whole call, never cut. */
export function questionText(member: string, call: WorkCall): string {
  const { title, lines } = wholeCall(call, WIDTH);
  return [
    `  ${member} wants to run ${safeText(title)}`,
    ...lines.map((line) => `    ${safeText(line)}`),
  ].join("\n");
}

export const QUESTION = "  Allow this one call? [y/N] ";

/** Whether what was typed is a yes: `y` or `yes`, small or large, blanks around it or not. Everything else is a no. */
export function isYes(answer: string): boolean {
  return ["y", "yes"].includes(answer.trim().toLowerCase());
}
