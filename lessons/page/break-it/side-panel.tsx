import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import { isEqual } from "../view.ts";
import type { Picture, Side } from "./break-it-data.ts";
import { letterWords } from "./letter-words.ts";

type SidePanelProps = {
  name: "held" | "out";
  title: string;
  side: Side;
  other: Side;
  /** The step before. Undefined at the first. */
  before: Side | undefined;
  /** The sentence of the rule that this step, or one before it, has broken. */
  broken: string | undefined;
  strings: Strings["break_it"];
};

/** One side of an attack at one step. What the step changed is marked, and what differs from the other side. */
export function SidePanel(props: SidePanelProps): JSX.Element {
  const { name, title, side, other, before, broken, strings } = props;
  const heading = `side-${name}`;
  return (
    <section class="panel side" data-side={name} data-broken={broken !== undefined} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <p class="answer" data-differs={side.answer !== other.answer}>
        {side.answer}
      </p>
      <p class="rule">
        {broken === undefined ? strings.no_rule_broken : fill(strings.broken, { rule: broken })}
      </p>
      <PictureOf picture={side.picture} other={other.picture} before={before?.picture} strings={strings} />
    </section>
  );
}

function PictureOf({
  picture: { requests, members, mailboxes, runs },
  other,
  before,
  strings,
}: {
  picture: Picture;
  other: Picture;
  before: Picture | undefined;
  strings: Strings["break_it"];
}): JSX.Element {
  const { picture } = strings;
  const marks = <One,>(one: One, its: (whole: Picture) => readonly One[]): Record<string, boolean> => ({
    "data-changed": before !== undefined && !its(before).some((earlier) => isEqual(earlier, one)),
    "data-differs": !its(other).some((there) => isEqual(there, one)),
  });
  return (
    <dl>
      <dt>{picture.requests}</dt>
      {requests.length === 0 && <dd class="empty">{picture.none}</dd>}
      {requests.map((request) => (
        <dd key={request.id} {...marks(request, (whole) => whole.requests)}>
          <b>{request.id}</b>{" "}
          {fill(picture.request, { kind: request.kind, sender: request.sender, target: request.target })}{" "}
          <span class="status" data-value={request.status}>
            {request.status}
          </span>
          {request.used && ` ${picture.used}`}
          <span class="reply">{replyWords(request.reply, picture)}</span>
        </dd>
      ))}
      <dt>{picture.runs}</dt>
      <dd
        data-changed={before !== undefined && before.runs !== runs}
        data-differs={runs !== other.runs}
        class="runs"
      >
        {runs === 0 ? picture.ran_never : runs === 1 ? picture.ran_once : fill(picture.ran, { runs })}
      </dd>
      <dt>{picture.mailboxes}</dt>
      {mailboxes.length === 0 && <dd class="empty">{picture.none}</dd>}
      {linesOf(mailboxes).map((line, index) => {
        const { id, sender, says } = letterWords(line, strings);
        return (
          <dd
            key={`${index} ${line.member}`}
            class="in-box"
            title={line.text}
            {...marks(line, (whole) => linesOf(whole.mailboxes))}
          >
            <b>{id}</b> {fill(sender === "" ? picture.no_letter : picture.letter, { sender })}{" "}
            <code>{says}</code>
          </dd>
        );
      })}
      <dt>{picture.members}</dt>
      {members.length === 0 && <dd class="empty">{picture.none}</dd>}
      {members.map((member) => (
        <dd key={member.name} class="member" {...marks(member, (whole) => whole.members)}>
          <b>{member.name}</b> {member.status}
          <span class="reply">{fill(picture.read, { read: member.read, letters: member.letters })}</span>
        </dd>
      ))}
    </dl>
  );
}

function replyWords(reply: unknown, words: Strings["break_it"]["picture"]): string {
  if (reply === null) return words.no_reply;
  if (reply === true) return words.yes;
  return reply === false ? words.no : fill(words.reply, { reply: JSON.stringify(reply) });
}

function linesOf(mailboxes: Picture["mailboxes"]): { member: string; text: string }[] {
  return mailboxes.flatMap(({ member, text }) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ member, text: line })),
  );
}
