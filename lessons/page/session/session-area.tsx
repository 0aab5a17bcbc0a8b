import type { JSX } from "preact";
import type { Navigation } from "../frame/use-address.ts";
import type { Lesson } from "../lesson.ts";
import { NoSession } from "./no-session.tsx";
import type { SessionAddress } from "./session-address.ts";
import { SessionStory } from "./session-story.tsx";

type SessionProps = Omit<Navigation, "address"> & { lesson: Lesson; address: SessionAddress };

/** A session of one's own that really happened, in the same player: in a page that was made of one. */
export function SessionArea({ lesson: { session, strings }, address, move }: SessionProps): JSX.Element {
  if (!HAS_SESSION || !session || session.events.length === 0) return <NoSession strings={strings} />;
  const moveTo = (step: number): void => move({ step });
  return <SessionStory record={session} strings={strings} step={address.step} moveTo={moveTo} />;
}
