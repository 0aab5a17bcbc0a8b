import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Breakable } from "../area/breakable.tsx";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { MailboxView } from "./story.ts";

/** Every mailbox of the session, a record a line, as its file holds them. */
export function SessionMailboxes({
  mailboxes,
  strings: { mailboxes: words, session },
}: {
  mailboxes: readonly MailboxView[];
  strings: Strings;
}): JSX.Element {
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => showNewLines(all.current), [mailboxes]);
  return (
    <div class="more" ref={all}>
      {mailboxes.map(({ member, lines, emptied }) => {
        const title = `mailbox-${member}`;
        return (
          <div key={member} class="panel mailbox">
            <h3 id={title}>{fill(words.file, { member })}</h3>
            <ScrollRegion labelledBy={title}>
              <pre>
                {lines.length + emptied === 0 && <span class="empty">{words.empty}</span>}
                {emptied > 0 && <span class="empty">{fill(session.emptied, { count: emptied })}</span>}
                {lines.map(({ text, isNew, told }) => (
                  <code key={text} data-changed={isNew} data-told={told}>
                    <Breakable text={text} />
                    {told !== "sent" && <em> {session.told[told]}</em>}
                    {"\n"}
                  </code>
                ))}
              </pre>
            </ScrollRegion>
          </div>
        );
      })}
    </div>
  );
}

function showNewLines(all: HTMLElement | null): void {
  for (const line of all?.querySelectorAll<HTMLElement>("[data-changed=true]") ?? []) {
    const box = line.closest(".scroll");
    if (box) box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  }
}
