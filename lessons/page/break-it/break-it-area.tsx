import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Navigation } from "../frame/use-address.ts";
import type { Lesson, ShownGuard } from "../lesson.ts";
import { fill } from "../strings.ts";
import { AttackScreen } from "./attack-screen.tsx";
import type { BreakAddress } from "./break-address.ts";
import { formatBreakAddress } from "./break-address.ts";
import { GuardCard } from "./guard-card.tsx";
import { GuardList } from "./guard-list.tsx";
import { huntsOf, proofOf } from "./hunts-of.ts";
import { Predict } from "./predict.tsx";
import { attackWith, predict } from "./prediction.ts";
import { ProofScreen } from "./proof-screen.tsx";
import { useHunts } from "./use-hunt.ts";

type BreakItProps = Omit<Navigation, "address"> & { lesson: Lesson; address: BreakAddress };

/** Every guard as a switch, and what happens without it. */
export function BreakItArea({ lesson, address, move, go }: BreakItProps): JSX.Element {
  const { strings, guards, breakIt } = lesson;
  const { break_it: words, areas } = strings;
  const { show, guess, step } = address;
  const guard = guardOf(guards, address.input, breakIt.attacks[0]?.guards[0]);
  const out = guards.filter(({ id }) => address.out.includes(id)).map(({ id }) => id);
  const data = { ...breakIt, guards };
  const hunts = useHunts();
  const here = huntsOf(breakIt, guards, out);
  const proof = proofOf(here);
  const isSearched = show === "search" || here.known === undefined;
  const searched = isSearched && here.attack ? hunts.of(here.attack) : undefined;
  const isEmpty = searched?.state === "done" && searched.result.play === null;
  const shownInstead = isEmpty ? here.known : undefined;
  const attackJob = isSearched ? (shownInstead ?? here.attack) : here.known;
  const wanted = show === "guard" ? undefined : show === "proof" ? proof : attackJob;
  useEffect(() => {
    if (!wanted) hunts.drop();
    else if (hunts.of(wanted).state === "none") hunts.start(wanted);
  }, [wanted && JSON.stringify(wanted)]);

  const target = out.length > 0 ? out : attackWith(data, guard.id);
  const names = (ids: readonly string[]): string => ids.join(", ");
  const toggle = (id: string): void => {
    const next = out.includes(id) ? out.filter((one) => one !== id) : [...out, id];
    go({ out: next, guess: null, step: 0, show: next.length === 0 ? "guard" : show });
  };
  const attack = (ids: readonly string[]): void => {
    const job = huntsOf(breakIt, guards, ids).attack;
    if (job) hunts.start(job);
    go({ input: guard.id, out: ids, show: job ? "search" : "attack", step: 0 });
  };
  const screen = {
    lesson,
    out: guards.filter(({ id }) => out.includes(id)),
    names: names(out),
    back: formatBreakAddress({ ...address, show: "guard", step: 0 }),
    onToggle: toggle,
  };

  return (
    <>
      {show === "guard" && (
        <>
          <div class="area-head">
            <div class="area-title">
              <h2>{areas.break.title}</h2>
              <p class="point">{areas.break.point}</p>
            </div>
          </div>
          <div class="break-it">
            <GuardList
              guards={guards}
              chosen={guard.id}
              out={out}
              strings={words}
              linkTo={(id) => formatBreakAddress({ ...address, input: id, guess: null })}
              onToggle={toggle}
            />
            <div class="chosen">
              <GuardCard
                guard={guard}
                reports={breakIt.reports}
                out={out}
                strings={words}
                onToggle={toggle}
              />
              <Predict
                prediction={predict(data, target)}
                rules={breakIt.rules}
                names={names(target)}
                guess={guess}
                strings={words}
                onGuess={(number) => move({ guess: number })}
              />
              <div class="actions">
                <button type="button" class="primary" onClick={() => attack(target)}>
                  {fill(words.attack, { guards: names(target) })}
                </button>
              </div>
            </div>
          </div>
        </>
      )}
      {(show === "attack" || show === "search") && (
        <AttackScreen
          {...screen}
          here={here}
          searched={searched}
          played={here.known && hunts.of(here.known)}
          prediction={predict(data, out)}
          guess={guess}
          step={step}
          proofAddress={formatBreakAddress({ ...address, show: "proof", step: 0 })}
          onSeek={(wanted) => move({ step: wanted })}
          onAttack={attack}
          onStop={hunts.stop}
        />
      )}
      {show === "proof" && (
        <ProofScreen
          {...screen}
          job={proof}
          hunt={hunts.of(proof)}
          onStart={hunts.start}
          onStop={hunts.stop}
          attackAddress={formatBreakAddress({ ...address, show: "attack", step: 0 })}
        />
      )}
    </>
  );
}

function guardOf(guards: readonly ShownGuard[], id: string, first: string | undefined): ShownGuard {
  const guard = guards.find((one) => one.id === id) ?? guards.find((one) => one.id === first) ?? guards[0];
  if (!guard) throw new Error("The page was built without guards.");
  return guard;
}
