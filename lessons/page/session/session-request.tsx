import type { JSX } from "preact";
import { Breakable } from "../area/breakable.tsx";
import type { Strings } from "../lesson.ts";
import type { PathView } from "../path-view.ts";
import type { RequestStory } from "./story.ts";

/** The request that the shown step is about, with the two facts about it that are easily taken for one. */
export function SessionRequest({
  request,
  shown,
  strings,
}: {
  request: RequestStory | undefined;
  shown: PathView;
  strings: Strings["card"];
}): JSX.Element {
  const row = shown.requests.find(({ id }) => id === request?.id);
  const kinds: Record<string, string> = strings.kinds;
  const says = row?.approve === true ? "approve" : row?.approve === false ? "reject" : "none";
  return (
    <section class="panel card" aria-labelledby="card-title">
      <div class="card-head">
        <h3 id="card-title">{strings.title}</h3>
        <b>{request?.id ?? strings.no_id}</b>
        {request && (
          <span>
            {kinds[request.kind]}, {request.sender} → {request.target}
          </span>
        )}
      </div>
      <p class="payload">
        {request?.payload}
        {request?.call && (
          <>
            {" "}
            <code>
              <Breakable text={`${request.call.tool} ${JSON.stringify(request.call.input)}`} />
            </code>
          </>
        )}
      </p>
      <div class="facts">
        <div class="fact" data-changed={row?.replyChanged ?? false} data-fact="reply">
          <h4>{strings.reply}</h4>
          <p class="value" data-value={says}>
            {says === "none" ? strings.no_reply : strings[says]}
          </p>
          <p class="hint">{request?.reply?.feedback || strings.reply_hint}</p>
        </div>
        <div class="fact" data-changed={row?.statusChanged ?? false} data-fact="status">
          <h4>{strings.status}</h4>
          <p class="value" data-value={row?.status ?? "none"}>
            {row?.status ?? strings.no_status}
          </p>
          <p class="hint">{strings.status_hint}</p>
        </div>
      </div>
    </section>
  );
}
