import type { JSX } from "preact";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { MailboxView } from "../view.ts";
import { Breakable } from "./breakable.tsx";

/** The mailboxes as they are on disk: a record a line. Only the two that a request goes between are shown. */
export function Mailboxes({
  mailboxes,
  strings,
}: {
  mailboxes: readonly MailboxView[];
  strings: Strings["mailboxes"];
}): JSX.Element {
  return (
    <>
      {mailboxes.slice(0, 2).map(({ member, lines }) => {
        const title = `mailbox-${member}`;
        return (
          <div key={member} class="panel mailbox">
            <h3 id={title}>{fill(strings.file, { member })}</h3>
            <ScrollRegion labelledBy={title}>
              <pre>
                {lines.length === 0 && <span class="empty">{strings.empty}</span>}
                {lines.map(({ text, isNew }) => (
                  <code key={text} data-changed={isNew}>
                    <Breakable text={text} />
                    {"\n"}
                  </code>
                ))}
              </pre>
            </ScrollRegion>
          </div>
        );
      })}
    </>
  );
}
