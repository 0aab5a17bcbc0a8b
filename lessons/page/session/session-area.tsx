import type { JSX } from "preact";
import type { Navigation } from "../frame/use-address.ts";
import type { Lesson } from "../lesson.ts";
import type { SessionAddress } from "./session-address.ts";

type SessionProps = Omit<Navigation, "address"> & { lesson: Lesson; address: SessionAddress };

/** A session of one's own that really happened, in the same player. */
export function SessionArea({ lesson: { strings } }: SessionProps): JSX.Element {
  return (
    <div class="area-head">
      <div class="area-title">
        <h2>{strings.areas.session.title}</h2>
        <p class="point">{strings.areas.session.point}</p>
      </div>
    </div>
  );
}
