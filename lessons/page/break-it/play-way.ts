import { goWay, wayOf } from "../../x2-break-it/attack.ts";
import type { Move } from "../../x2-break-it/moves.ts";
import { NAMES, type World } from "../../x2-break-it/world.ts";
import { takeOut } from "../run/probe.ts";
import { answerMoves } from "./answer-moves.ts";
import type { Picture, Play, Side } from "./break-it-data.ts";
import { pictureOf } from "./picture.ts";

/** The rule that an attack on these guards breaks, and the ids of its moves. */
export type Attack = { out: readonly string[]; rule: string; way: readonly string[] };

/** Plays an attack twice in memory, on the real functions: with all guards in their places and without some. */
export async function playAttack({ out, rule, way }: Attack): Promise<Play> {
  const sides: Side[][] = [];
  let told: readonly { actor: string; does: string }[] = [];
  for (const ids of [[], out]) {
    const side: Side[] = [];
    takeOut(ids);
    const gone = await goWay(movesOf(way), (now, broken) => {
      side.push({ answer: "", broken: broken.map(({ id }) => id), picture: pictureIn(now) });
    });
    told = gone.told;
    sides.push(side.map((one, index) => ({ ...one, answer: gone.told[index]?.answer ?? "" })));
  }
  takeOut([]);
  const [held = [], without = []] = sides;
  const steps = told.flatMap(({ actor, does }, index) => {
    const [one, other] = [held[index], without[index]];
    return one && other ? [{ actor, does, held: one, out: other }] : [];
  });
  return { out, rule, steps };
}

function movesOf(way: readonly string[]): Move[] {
  return way.flatMap((id) => answerMoves.find((move) => move.id === id) ?? wayOf({ way: [id] }));
}

function pictureIn({ state, outside }: World): Picture {
  const names = new Set([...state.team.keys(), ...NAMES]);
  const texts = [...names].map((member) => ({ member, text: state.mail.read(member) }));
  return pictureOf(
    state,
    texts,
    outside.starts.reduce((sum, count) => sum + count, 0),
  );
}
