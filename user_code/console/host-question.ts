import { say } from "../../lessons/strings/say.ts";
import { safeText } from "../terminal.ts";
import { wholeCall } from "./call-text.ts";
import type { WorkCall } from "./work-call.ts";

const WIDTH = 72;

/** What the host is shown before it decides: who wants to do what, the whole call, never cut. */
export function questionText(member: string, call: WorkCall): string {
  const { title, lines } = wholeCall(call, WIDTH);
  return [
    `  ${say("wants-to-run", { member, call: safeText(title) })}`,
    ...lines.map((line) => `    ${safeText(line)}`),
  ].join("\n");
}

export function question(): string {
  return `  ${say("allow-question")} `;
}

/**
 * Whether what was typed is a yes: `y` or `yes`, or the same in the language, small or large, blanks around it or not.
 * Everything else is a no.
 */
export function isYes(answer: string): boolean {
  return say("allow-words").split(", ").includes(answer.trim().toLowerCase());
}
