import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fieldsOf, kindOf } from "../outcome.ts";
import type { OwnStep } from "../run/call.ts";
import { fill } from "../strings.ts";
import { codeOf, type ProgramLine } from "./shown-run.ts";

/** Longer texts are cut here: they stand whole in the request, the letter and the variables. */
const CUT_AT = 16;

type ProgramProps = {
  lines: readonly ProgramLine[];
  /** The line whose call is shown. */
  shown: ProgramLine | undefined;
  /** Whether that call has been stepped through to its end. */
  isOver: boolean;
  /** The address of the beginning of a call. */
  linkToCall: (call: number) => string;
  strings: Strings["program"];
  placed: Strings["placed"];
};

/** What was put in place and called before, and the call itself: a program of a few lines, each call of it a way in. */
export function Program(props: ProgramProps): JSX.Element {
  const { lines, shown, isOver, linkToCall, strings, placed } = props;
  return (
    <section class="program" aria-labelledby="program-title">
      <h3 id="program-title" class="sr">
        {strings.title}
      </h3>
      <ol>
        {lines.map((line, index) => {
          const isShown = line === shown;
          const isBefore = shown !== undefined && index < lines.indexOf(shown);
          const code = codeOf(line.step, CUT_AT);
          return (
            <li key={index} data-shown={isShown} data-reached={line.isReached}>
              <span class="number">{index + 1}</span>
              {line.call === undefined ? (
                <span class="placed">{placedOf(line.step, placed)}</span>
              ) : (
                <a
                  href={linkToCall(line.call)}
                  aria-current={isShown ? "true" : undefined}
                  title={codeOf(line.step, Number.POSITIVE_INFINITY)}
                >
                  <code>{code}</code>
                </a>
              )}
              <span class="came" data-kind={isBefore || (isShown && isOver) ? kindOfLine(line) : undefined}>
                {cameOf(line, isBefore || (isShown && isOver), strings)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What was put in place by hand, since no call brings it about. */
export function placedOf(step: OwnStep, words: Strings["placed"]): string {
  if ("function" in step) return "";
  switch (step.circumstance) {
    case "finished_requests":
      return fill(words.finished_requests, { ids: step.ids.join(", ") });
    case "letter_by_hand":
      return fill(words.letter_by_hand, { member: step.mailbox, body: step.letter.body });
    case "letter_is_sent":
      return fill(words.letter_is_sent, { sender: step.sender, recipient: step.recipient, body: step.body });
    case "saves_fail":
      return words.saves_fail;
    default:
      return fill(words[step.circumstance], { member: step.member });
  }
}

function kindOfLine({ recorded }: ProgramLine): string | undefined {
  return recorded && "result" in recorded ? kindOf(recorded.result) : undefined;
}

/** In the short words of the functions themselves: what a call returned, or the code of its refusal. */
function cameOf({ recorded, isReached }: ProgramLine, isOver: boolean, strings: Strings["program"]): string {
  if (!isReached) return strings.not_reached;
  if (recorded && "refused" in recorded && recorded.refused !== null) return recorded.refused;
  if (!isOver || !recorded || !("result" in recorded)) return "";
  const fields = fieldsOf(recorded.result);
  const said = ["error", "request_id", "status", "reason", "receipt", "letters"].flatMap((name) => {
    const value = fields.get(name);
    return value === undefined ? [] : [value];
  });
  return `→ ${said.join(", ")}`;
}
