import type { ComponentChildren, JSX } from "preact";
import type { Lesson, ShownGuard } from "../lesson.ts";
import { fill } from "../strings.ts";
import { moveAddress } from "./attack-input.ts";
import { AttackStage } from "./attack-stage.tsx";
import type { Play } from "./break-it-data.ts";
import { GuardLines, Incident } from "./guard-card.tsx";
import { GuardSwitch } from "./guard-list.tsx";
import type { HuntResult } from "./hunt-job.ts";
import type { HuntsOf } from "./hunts-of.ts";
import { Looking, numberOf } from "./looking.tsx";
import { words as answerWords } from "./predict.tsx";
import type { Prediction } from "./prediction.ts";
import type { HuntState } from "./use-hunt.ts";

export type ScreenProps = {
  lesson: Lesson;
  /** The guards that are out. */
  out: readonly ShownGuard[];
  names: string;
  /** The address of the list of guards. */
  back: string;
  onToggle: (id: string) => void;
};

type AttackScreenProps = ScreenProps & {
  here: HuntsOf;
  /** What became of the search, where there was to be one, and of playing what is known without it. */
  searched: HuntState | undefined;
  played: HuntState | undefined;
  prediction: Prediction;
  guess: number | null;
  step: number;
  proofAddress: string;
  onSeek: (step: number) => void;
  onAttack: (out: readonly string[]) => void;
  onStop: () => void;
};

/** An attack without some guards: looked for, then played. */
export function AttackScreen(props: AttackScreenProps): JSX.Element {
  const { lesson, out, names, here, searched, played, step, onSeek, onAttack, onStop, proofAddress } = props;
  const { strings, breakIt } = lesson;
  const words = strings.break_it;
  const result = searched?.state === "done" ? searched.result : undefined;
  const known = played?.state === "done" ? played.result.play : undefined;
  const play = here.recording?.play ?? result?.play ?? known ?? undefined;
  const isLooking = searched?.state === "looking";
  const failed = [searched, played].find((hunt) => hunt?.state === "failed");
  const ids = out.map(({ id }) => id);
  return (
    <>
      <Head {...props} title={words.attack_title}>
        {here.attack && !isLooking && (
          <button type="button" class="secondary" onClick={() => onAttack(ids)}>
            {result ? words.attack_again : words.attack_search}
          </button>
        )}
        {here.isPlayable && (
          <a class="secondary" href={proofAddress}>
            {words.prove}
          </a>
        )}
      </Head>
      {isLooking && <Looking progress={searched.progress} strings={words} onStop={onStop} />}
      {failed?.state === "failed" && <p role="alert">{fill(words.failed, { message: failed.message })}</p>}
      {!isLooking && <Note {...props} result={result} play={play} />}
      {play && !isLooking && (
        <AttackStage
          play={play}
          rules={breakIt.rules}
          names={names}
          step={step}
          codeOf={(at) => here.kept && moveAddress(here.kept, at)}
          strings={strings}
          onSeek={onSeek}
        />
      )}
      <div class="out-guards">
        {out.map((guard) => (
          <section key={guard.id} class="panel" aria-label={guard.id}>
            <p>
              <b>{guard.id}</b> {guard.purpose}
            </p>
            <Incident guard={guard} reports={breakIt.reports} strings={words} />
            <code class="code-place">
              lessons/{guard.file}:{guard.line}
            </code>
            <GuardLines guard={guard} isOut strings={words} />
          </section>
        ))}
      </div>
    </>
  );
}

/** Which guards are out, each with its switch, and what can be done. */
export function Head({
  lesson,
  out,
  back,
  onToggle,
  title,
  isProof = false,
  children,
}: ScreenProps & { title: string; isProof?: boolean; children: ComponentChildren }): JSX.Element {
  const words = lesson.strings.break_it;
  return (
    <div class="hunt-head">
      <a href={back}>{words.all_guards}</a>
      <h2>{title}</h2>
      {!isProof && (
        <ul aria-label={words.out_list}>
          {out.map((guard) => (
            <li key={guard.id}>
              <GuardSwitch guard={guard} out={[guard.id]} strings={words} onToggle={onToggle} />
              <b>{guard.id}</b>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">{children}</div>
    </div>
  );
}

/** What the search came to, what kind of guard it is about, and whether that was expected. */
function Note({
  lesson,
  out,
  names,
  here,
  prediction,
  guess,
  result,
  play,
  onAttack,
}: AttackScreenProps & { result: HuntResult | undefined; play: Play | undefined }): JSX.Element {
  const words = lesson.strings.break_it;
  const { rules } = lesson.breakIt;
  const sentences: string[] = [];
  const values = {
    guards: names,
    depth: result?.depth ?? 0,
    states: numberOf(result?.states ?? 0),
    transitions: numberOf(result?.transitions ?? 0),
    steps: play?.steps.length ?? 0,
    rule: play ? (rules[play.rule] ?? "") : "",
  };
  if (here.recording) sentences.push(fill(words.recording, values));
  else if (!here.isPlayable) sentences.push(words.needs_files);
  else if (result) sentences.push(fill(words.ends[result.end], values));
  else if (play && play.rule !== "") sentences.push(fill(words.kept, values));
  const [only] = out;
  const isAlone = out.length === 1 && only !== undefined && here.kept === undefined;
  if (isAlone && only.kind !== "safety")
    sentences.push(fill(words.kind_sentences[only.kind], { behind: only.behind ?? "" }));
  const expected = guess === null ? undefined : prediction.answers[guess];
  const right = prediction.answers[prediction.right];
  const isTold = result !== undefined || play !== undefined;
  if (expected !== undefined && right !== undefined && isTold) {
    const verdict = guess === prediction.right ? words.guess_right : words.guess_wrong;
    sentences.push(fill(verdict, { right: answerWords(right, rules, words) }));
  }
  const behind = isAlone ? only.behind : undefined;
  return (
    <div class="note" role="status">
      <p>
        {sentences.join(" ")}{" "}
        {here.recording && (
          <code>{`npm run attack -- ${here.recording.name} --without ${out.map(({ id }) => id).join(",")}`}</code>
        )}
      </p>
      {behind !== undefined && (
        <button type="button" class="secondary" onClick={() => onAttack([only?.id ?? "", behind])}>
          {fill(words.take_out_too, { behind })}
        </button>
      )}
    </div>
  );
}
