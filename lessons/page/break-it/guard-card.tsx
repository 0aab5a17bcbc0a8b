import type { JSX } from "preact";
import type { ShownGuard, Strings, Token } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { BreakIt } from "./break-it-data.ts";
import { GuardSwitch } from "./guard-list.tsx";

type GuardCardProps = {
  guard: ShownGuard;
  reports: BreakIt["reports"];
  out: readonly string[];
  strings: Strings["break_it"];
  onToggle: (id: string) => void;
};

/** One guard: what it is for, who lacked it, and its code with the guard in its place or out. */
export function GuardCard({ guard, reports, out, strings, onToggle }: GuardCardProps): JSX.Element {
  const { id, kind, purpose, behind, file, line } = guard;
  return (
    <section class="panel guard-card" aria-labelledby="guard-title">
      <h3 id="guard-title">{id}</h3>
      <p class="purpose">{purpose}</p>
      <Incident guard={guard} reports={reports} strings={strings} />
      <p>{fill(strings.kind_sentences[kind], { behind: behind ?? "" })}</p>
      <div class="guard-code">
        <GuardSwitch guard={guard} out={out} strings={strings} onToggle={onToggle} />
        <code class="code-place">
          lessons/{file}:{line}
        </code>
        <GuardLines guard={guard} isOut={out.includes(id)} strings={strings} />
      </div>
    </section>
  );
}

/** What happened in a real system that lacked the guard, with the report that says so. */
export function Incident({
  guard: { incident },
  reports,
  strings,
}: Pick<GuardCardProps, "guard" | "reports" | "strings">): JSX.Element {
  return (
    <p class="incident">
      {strings.incident} {incident.happened}{" "}
      <a href={reports[incident.id] ?? ""} rel="noreferrer" target="_blank">
        {fill(strings.report, { id: incident.id })}
      </a>
    </p>
  );
}

/** The lines of the guard. When it is out they are struck, and what stands there then is below. */
export function GuardLines({
  guard: { without },
  isOut,
  strings,
}: {
  guard: ShownGuard;
  isOut: boolean;
  strings: Strings["break_it"];
}): JSX.Element {
  return (
    <ol class="guard-lines">
      {without.flatMap((change) => [
        <li key={change.line}>{isOut ? <del>{code(change.with)}</del> : code(change.with)}</li>,
        ...(isOut
          ? [
              <li key={`${change.line} without`} class="instead">
                {isEmpty(change.without) ? (
                  <span class="empty">{strings.nothing_instead}</span>
                ) : (
                  code(change.without)
                )}
              </li>,
            ]
          : []),
      ])}
    </ol>
  );
}

function isEmpty(tokens: readonly Token[]): boolean {
  return tokens.every(([text]) => text.trim() === "");
}

function code(tokens: readonly Token[]): JSX.Element {
  return (
    <code>
      {tokens.map(([text, kind], index) => (
        <span key={`${index} ${text}`} class={kind === "" ? undefined : `t-${kind}`}>
          {index === 0 ? text.trimStart() : text}
        </span>
      ))}
    </code>
  );
}
