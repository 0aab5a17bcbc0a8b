import type { ComponentChildren, JSX } from "preact";
import type { Navigation } from "../frame/use-address.ts";
import type { Lesson, Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import { type FunctionAddress, formatFunctionAddress, switched } from "./function-address.ts";
import { AREA_FUNCTIONS, AREAS } from "./function-areas.ts";
import type { Input } from "./inputs.ts";
import { isUnchanged } from "./shown-run.ts";

type AreaHeadProps = {
  lesson: Lesson;
  input: Input;
  inputs: readonly Input[];
  address: FunctionAddress;
  linkTo: Navigation["linkTo"];
};

/** What is shown: which function, which input, what was changed about it, and the ways to the others. */
export function AreaHead({ lesson, input, inputs, address, linkTo }: AreaHeadProps): JSX.Element {
  const { strings } = lesson;
  const { area, own, out } = address;
  const labels: Record<string, string> = strings.inputs[area];
  const siblings = AREA_FUNCTIONS.filter((name) => AREAS[name].station === AREAS[area].station);
  const isOwn = Object.keys(own).length > 0;
  return (
    <div class="area-head">
      <div class="area-title">
        <h2>{strings.areas[area].title}</h2>
        <p class="meaning">{isOwn ? strings.inputs.own_meaning : input.meaning}</p>
        {(input.origin || !isUnchanged(address)) && (
          <Changes
            origin={input.origin}
            out={out}
            strings={strings.inputs}
            linkTo={(rest) => formatFunctionAddress({ ...address, out: rest })}
          >
            {isOwn && (
              <a
                aria-current="true"
                title={strings.inputs.take_back}
                href={formatFunctionAddress({ ...address, own: {}, call: null, step: 0, inside: 0 })}
              >
                {strings.inputs.own}
              </a>
            )}
          </Changes>
        )}
      </div>
      <div class="choose">
        {siblings.length > 1 && (
          <nav class="siblings" aria-label={strings.inputs.functions}>
            {siblings.map((name) => (
              <a key={name} href={linkTo(name)} aria-current={name === area ? "page" : undefined}>
                <code>{AREAS[name].code}</code>
              </a>
            ))}
          </nav>
        )}
        <nav class="inputs" aria-label={strings.inputs.label}>
          {inputs.map(({ name }) => (
            <a key={name} href={linkTo(area, name)} aria-current={name === input.name ? "true" : undefined}>
              {labels[name] ?? name}
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}

/** Where an input comes from and what is out, each a way back. */
export function Changes({
  origin,
  out,
  strings,
  linkTo,
  children,
}: {
  origin: Input["origin"] | undefined;
  out: readonly string[];
  strings: Strings["inputs"];
  /** The address with these guards out. */
  linkTo: (out: readonly string[]) => string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <nav class="changes" aria-label={strings.take_back}>
      {origin && (
        <a aria-current="true" href={origin.address}>
          {origin.label}
        </a>
      )}
      {children}
      {out.map((guard) => (
        <a key={guard} title={strings.take_back} href={linkTo(switched(out, guard))}>
          {fill(strings.out, { guard })}
        </a>
      ))}
    </nav>
  );
}
