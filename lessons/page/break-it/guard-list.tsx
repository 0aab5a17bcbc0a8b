import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ShownGuard, Strings } from "../lesson.ts";
import { fill } from "../strings.ts";

type GuardListProps = {
  guards: readonly ShownGuard[];
  chosen: string;
  out: readonly string[];
  strings: Strings["break_it"];
  linkTo: (id: string) => string;
  onToggle: (id: string) => void;
};

/** Every guard in the order in which a plan meets them: its line of code, and a switch that takes it out. */
export function GuardList({ guards, chosen, out, strings, linkTo, onToggle }: GuardListProps): JSX.Element {
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => keepInSight(list.current), [chosen]);
  return (
    <nav class="guard-list" aria-label={strings.list} ref={list}>
      {groups(guards).map(({ file, members }) => (
        <section key={`${file} ${members[0]?.id}`}>
          <h3>
            <code>{file}</code>
          </h3>
          <ul>
            {members.map((guard) => (
              <li key={guard.id} data-out={out.includes(guard.id)} data-kind={guard.kind}>
                <GuardSwitch guard={guard} out={out} strings={strings} onToggle={onToggle} />
                <a href={linkTo(guard.id)} aria-current={guard.id === chosen ? "true" : undefined}>
                  <b>{guard.id}</b>
                  {guard.kind !== "safety" && <span class="guard-kind">{strings.kinds[guard.kind]}</span>}
                  <code>{guard.code}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** A switch beside its code: on while the guard is in its place. */
export function GuardSwitch({
  guard: { id },
  out,
  strings,
  onToggle,
}: Pick<GuardListProps, "out" | "strings" | "onToggle"> & { guard: ShownGuard }): JSX.Element {
  const isIn = !out.includes(id);
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={isIn}
      aria-label={fill(strings.switch, { id })}
      onClick={() => onToggle(id)}
    >
      {isIn ? strings.in : strings.out}
    </button>
  );
}

type Group = { file: string; members: ShownGuard[] };

/** Neighbours of one file stand together, in the order given. */
function groups(guards: readonly ShownGuard[]): Group[] {
  const all: Group[] = [];
  for (const guard of guards) {
    const last = all.at(-1);
    if (last?.file === guard.file) last.members.push(guard);
    else all.push({ file: guard.file, members: [guard] });
  }
  return all;
}

/** Scrolls the list, and never the page. */
function keepInSight(list: HTMLElement | null): void {
  const item = list?.querySelector<HTMLElement>("[aria-current]")?.closest("li");
  if (!list || !item) return;
  const above = item.offsetTop - item.offsetHeight;
  const below = item.offsetTop + item.offsetHeight;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight / 2;
}
