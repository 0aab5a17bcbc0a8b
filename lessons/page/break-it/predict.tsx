import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { BreakIt } from "./break-it-data.ts";
import type { Answer, Prediction } from "./prediction.ts";

type PredictProps = {
  prediction: Prediction;
  rules: BreakIt["rules"];
  /** The guards that are asked about. */
  names: string;
  guess: number | null;
  strings: Strings["break_it"];
  onGuess: (guess: number) => void;
};

/** Asks what can go wrong before it does. What is right is told by the attack. */
export function Predict({ prediction, rules, names, guess, strings, onGuess }: PredictProps): JSX.Element {
  return (
    <fieldset class="panel predict">
      <legend>{fill(strings.question, { guards: names })}</legend>
      {prediction.answers.map((answer, index) => (
        <label key={words(answer, rules, strings)}>
          <input
            type="radio"
            name="guess"
            value={index}
            checked={guess === index}
            onChange={() => onGuess(index)}
          />
          <span>{words(answer, rules, strings)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is expected, in words: a rule's own sentence is what is said not to hold. */
export function words(answer: Answer, rules: BreakIt["rules"], strings: Strings["break_it"]): string {
  if (answer === "held") return strings.nothing_held;
  if (answer === "worse") return strings.nothing_worse;
  return fill(strings.breaks, { rule: rules[answer.rule] ?? answer.rule });
}
