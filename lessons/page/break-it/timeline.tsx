import { Fragment, type JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import type { Play } from "./break-it-data.ts";
import type { Marks } from "./marks.ts";

/** The moves of an attack. What came of them is told up to the shown step: once for both sides until they part. */
export function Timeline({
  play,
  marks,
  step,
  strings,
  onSeek,
}: {
  play: Play;
  marks: Marks;
  step: number;
  strings: Strings["break_it"];
  onSeek: (step: number) => void;
}): JSX.Element {
  const { columns } = strings;
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => keepInSight(box.current), [play, step]);
  return (
    <ScrollRegion class="moves" label={strings.moves} box={box}>
      <table>
        <thead class="sr">
          <tr>
            <th scope="col">{columns.step}</th>
            <th scope="col">{columns.actor}</th>
            <th scope="col">{columns.does}</th>
          </tr>
        </thead>
        <tbody>
          {play.steps.map(({ actor, does, held, out }, index) => {
            const isTold = index <= step;
            const isParted = marks.parts >= 0 && index >= marks.parts;
            const isBroken = isTold && index === marks.breaks;
            return (
              <Fragment key={`${index} ${does}`}>
                {isTold && index === marks.parts && (
                  <tr class="parting">
                    <td colSpan={3}>{strings.parting}</td>
                  </tr>
                )}
                <tr aria-current={index === step ? "step" : undefined} data-told={isTold}>
                  <td>
                    <button type="button" class="link" onClick={() => onSeek(index)}>
                      {index + 1}
                    </button>
                  </td>
                  <th scope="row">{actor}</th>
                  <td>
                    {does}
                    {isTold && !isParted && <span class="answer">{out.answer}</span>}
                    {isTold && isParted && (
                      <>
                        <span class="answer" data-side="held">
                          {strings.side_held}: {held.answer}
                        </span>
                        <span class="answer" data-side="out" data-broken={isBroken}>
                          {strings.side_out}: {out.answer}
                        </span>
                      </>
                    )}
                  </td>
                </tr>
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Scrolls the moves, and never the page. */
function keepInSight(box: HTMLElement | null): void {
  const row = box?.querySelector<HTMLElement>("tr[aria-current]");
  if (!box || !row) return;
  const above = row.offsetTop;
  const below = above + row.offsetHeight;
  if (above < box.scrollTop) box.scrollTop = above;
  else if (below > box.scrollTop + box.clientHeight) box.scrollTop = below - box.clientHeight;
}
