import type { JSX } from "preact";
import type { Message } from "../../s01-agent-loop/model.ts";
import type { Exchange } from "../../s15-mailboxes/model-traffic.ts";
import { Breakable } from "../area/breakable.tsx";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";

type Block = Message["content"][number];

/** What the newest request to the model held, and what it answered. Messages that an earlier request held are folded. */
export function ModelPanel({
  exchange,
  isNew,
  strings,
}: {
  exchange: Exchange | undefined;
  /** Whether the shown step is the answer itself. */
  isNew: boolean;
  strings: Strings["model"];
}): JSX.Element {
  const earlier = exchange?.messages.slice(0, -1) ?? [];
  const newest = exchange?.messages.at(-1);
  const folded = earlier.length + (exchange?.missing ?? 0);
  return (
    <section class="panel model" aria-labelledby="model-title" data-new={isNew}>
      <h3 id="model-title">
        {exchange ? fill(strings.title, { call: exchange.call, member: exchange.member }) : strings.plain}
      </h3>
      {exchange === undefined ? (
        <p class="empty">{strings.none}</p>
      ) : (
        <ScrollRegion label={strings.region}>
          <dl>
            <dt>{strings.system}</dt>
            <dd>{exchange.system}</dd>
            <dt>{strings.tools}</dt>
            <dd>{exchange.tools.join(", ") || strings.no_tools}</dd>
            {folded > 0 && (
              <>
                <dt>{strings.earlier}</dt>
                <dd>
                  <details key={exchange.call}>
                    <summary>{fill(folded === 1 ? strings.folded_one : strings.folded, { folded })}</summary>
                    {earlier.map((message, index) => (
                      <Said key={index} message={message} strings={strings} />
                    ))}
                  </details>
                </dd>
              </>
            )}
            {newest && (
              <>
                <dt>{strings.newest}</dt>
                <dd>
                  <Said message={newest} strings={strings} />
                </dd>
              </>
            )}
            <dt class="answer">{strings.answer}</dt>
            <dd class="answer" data-changed={isNew}>
              {exchange.answer.length === 0 && strings.nothing}
              {exchange.answer.map((block, index) => (
                <BlockText key={index} block={block} strings={strings} />
              ))}
            </dd>
          </dl>
        </ScrollRegion>
      )}
    </section>
  );
}

function Said({ message, strings }: { message: Message; strings: Strings["model"] }): JSX.Element {
  return (
    <div class="said">
      <b>{strings.roles[message.role]}</b>
      {message.content.map((block, index) => (
        <BlockText key={index} block={block} strings={strings} />
      ))}
    </div>
  );
}

function BlockText({ block, strings }: { block: Block; strings: Strings["model"] }): JSX.Element {
  switch (block.type) {
    case "text":
      return (
        <p>
          <Breakable text={block.text} />
        </p>
      );
    case "tool_use":
      return (
        <p>
          {fill(strings.calls, { tool: block.name, id: block.id })}{" "}
          <code>
            <Breakable text={JSON.stringify(block.input)} />
          </code>
        </p>
      );
    case "tool_result":
      return (
        <p>
          {fill(block.is_error ? strings.error : strings.result, { id: block.tool_use_id })}{" "}
          <code>
            <Breakable text={block.content} />
          </code>
        </p>
      );
  }
}
