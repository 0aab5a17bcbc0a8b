import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { Question } from "./questions.ts";

type Words = Strings["gates"];

/** What happens next? Whoever answers sees it happen, and is told whether it was what they said. */
export function NextQuestion({
  question,
  strings,
  onAnswer,
  onOff,
}: {
  question: Question;
  strings: Words;
  onAnswer: (answer: string) => void;
  onOff: () => void;
}): JSX.Element {
  const { text } = strings.questions[question.about];
  return (
    <section class="panel next" aria-labelledby="next-title">
      <h3 id="next-title">{strings.next.title}</h3>
      <p>{fill(text, question.values)}</p>
      <div class="answers">
        {question.answers.map((answer) => (
          <button key={answer} type="button" class="secondary" onClick={() => onAnswer(answer)}>
            {answerText(question, answer, strings)}
          </button>
        ))}
      </div>
      <p class="hint">
        {strings.next.hint}{" "}
        <button type="button" class="link" onClick={onOff}>
          {strings.next.off}
        </button>
      </p>
    </section>
  );
}

/** What somebody said would happen, when it has. */
export function Verdict({
  question,
  answer,
  strings,
}: {
  question: Question;
  answer: string;
  strings: Words;
}): JSX.Element {
  const isRight = answer === question.right;
  const said = answerText(question, answer, strings);
  const is = answerText(question, question.right, strings);
  const { why } = strings.questions[question.about];
  return (
    <p class="said-before" data-right={isRight} role="status">
      <b>{fill(isRight ? strings.next.right : strings.next.wrong, { said, is })}</b>{" "}
      {fill(why, question.values)}
    </p>
  );
}

function answerText(question: Question, answer: string, strings: Words): string {
  const answers: Record<string, string> = strings.questions[question.about].answers;
  return fill(answers[answer] ?? answer, question.values);
}
