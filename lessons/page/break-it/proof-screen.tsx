import type { JSX } from "preact";
import { fill } from "../strings.ts";
import { Head, type ScreenProps } from "./attack-screen.tsx";
import type { HuntJob } from "./hunt-job.ts";
import { Looking } from "./looking.tsx";
import { Proof } from "./proof.tsx";
import type { HuntState } from "./use-hunt.ts";

type ProofScreenProps = ScreenProps & {
  job: HuntJob;
  hunt: HuntState;
  attackAddress: string;
  onStart: (job: HuntJob) => void;
  onStop: () => void;
};

/** The same search with all guards in their places. */
export function ProofScreen(props: ProofScreenProps): JSX.Element {
  const { lesson, job, hunt, attackAddress, out, onStart, onStop } = props;
  const words = lesson.strings.break_it;
  const rule = job.hunt === "proof" ? job.rule : undefined;
  return (
    <>
      <Head {...props} title={words.proof.title} isProof>
        {out.length > 0 && (
          <a class="secondary" href={attackAddress}>
            {words.to_attack}
          </a>
        )}
        {hunt.state !== "looking" && (
          <button type="button" class="secondary" onClick={() => onStart(job)}>
            {words.prove_again}
          </button>
        )}
      </Head>
      {hunt.state === "looking" && <Looking progress={hunt.progress} strings={words} onStop={onStop} />}
      {hunt.state === "failed" && <p role="alert">{fill(words.failed, { message: hunt.message })}</p>}
      {hunt.state === "done" && (
        <Proof result={hunt.result} rule={rule} data={lesson.breakIt} strings={words} />
      )}
    </>
  );
}
