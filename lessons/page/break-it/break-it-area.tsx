import type { JSX } from "preact";
import type { Navigation } from "../frame/use-address.ts";
import type { Lesson } from "../lesson.ts";
import type { BreakAddress } from "./break-address.ts";

type BreakItProps = Omit<Navigation, "address"> & { lesson: Lesson; address: BreakAddress };

/** Every guard as a switch, and what happens without it. */
export function BreakItArea({ lesson: { strings } }: BreakItProps): JSX.Element {
  return (
    <div class="area-head">
      <div class="area-title">
        <h2>{strings.areas.break.title}</h2>
        <p class="point">{strings.areas.break.point}</p>
      </div>
    </div>
  );
}
