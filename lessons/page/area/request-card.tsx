import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { RequestCard as Card } from "../view.ts";

/** The request and the two facts about it that are easily taken for one: what was replied, and what was matched. */
export function RequestCard({ card, strings }: { card: Card; strings: Strings["card"] }): JSX.Element {
  const { row, kind, sender, target } = card;
  const kinds: Record<string, string> = strings.kinds;
  const reply = row?.record.reply ?? null;
  const decision = reply === null ? strings.no_reply : reply.approve ? strings.approve : strings.reject;
  return (
    <section class="panel card" aria-labelledby="card-title">
      <div class="card-head">
        <h3 id="card-title">{strings.title}</h3>
        <b>{card.id ?? strings.no_id}</b>
        <span>
          {kinds[kind ?? ""] ?? kind}, {sender} → {target}
        </span>
        <span class="registered" data-changed={row?.change === "new"}>
          {row ? strings.registered : strings.not_registered}
        </span>
      </div>
      <p class="payload">{card.payload}</p>
      <div class="facts">
        <div class="fact" data-changed={row?.replyChanged ?? false} data-fact="reply">
          <h4>{strings.reply}</h4>
          <p class="value" data-value={reply === null ? "none" : reply.approve ? "approve" : "reject"}>
            {decision}
          </p>
          <p class="hint">{strings.reply_hint}</p>
        </div>
        <div class="fact" data-changed={row?.statusChanged ?? false} data-fact="status">
          <h4>{strings.status}</h4>
          <p class="value" data-value={row?.record.status ?? "none"}>
            {row?.record.status ?? strings.no_status}
          </p>
          <p class="hint">{strings.status_hint}</p>
        </div>
      </div>
    </section>
  );
}
