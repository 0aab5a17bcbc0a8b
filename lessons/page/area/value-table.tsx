import type { JSX } from "preact";
import { Breakable } from "./breakable.tsx";

/** What a step can show of a value: JSON. */
type Value = unknown;

/** A value as rows: what is inside of an object stands under its name, and no word is broken. */
export function ValueRows({ value }: { value: Value }): JSX.Element {
  if (!isObject(value)) return <Leaf value={value} />;
  return (
    <dl class="fields">
      {Object.entries(value).map(([name, inside]) => (
        <div key={name} data-nested={isObject(inside)}>
          <dt>{name}</dt>
          <dd>
            <ValueRows value={inside} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An object in one line, by the names of what is in it. */
export function summaryOf(value: Value): string {
  if (!isObject(value)) return "";
  if (Array.isArray(value)) return `[${value.length}]`;
  return `{ ${Object.keys(value).join(", ")} }`;
}

/** Whether a value has parts that are worth a table of their own. */
export function isObject(value: Value): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function Leaf({ value }: { value: Value }): JSX.Element {
  return (
    <code>
      <Breakable
        text={typeof value === "string" ? quotedText(value) : (JSON.stringify(value) ?? "undefined")}
      />
    </code>
  );
}

/** As it is in the code, but without the backslashes that JSON puts before the quotes of a letter's own JSON. */
function quotedText(text: string): string {
  return `"${text.replaceAll("\n", "\\n")}"`;
}
