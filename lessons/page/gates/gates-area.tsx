import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Changes } from "../area/area-head.tsx";
import type { Navigation } from "../frame/use-address.ts";
import type { Lesson } from "../lesson.ts";
import { CaseStage } from "./case-stage.tsx";
import type { CaseName, GateCases } from "./gate-cases.ts";
import { formatGatesAddress, type GatesAddress, isPath } from "./gates-address.ts";
import { PathStage } from "./path-stage.tsx";
import { caseOf } from "./shown-case.ts";

type GatesProps = Omit<Navigation, "address"> & { lesson: Lesson; address: GatesAddress };

/** The two gates: on the four paths of the practice, and before every way of a call to come to one of them. */
export function GatesArea({ lesson, address, move, go, linkTo }: GatesProps): JSX.Element {
  const { strings } = lesson;
  const { input, asks, out } = address;
  const shownCase = useMemo(() => caseOf(input, lesson), [input, lesson]);
  return (
    <>
      <div class="area-head">
        <div class="area-title">
          <h2>{strings.areas.gates.title}</h2>
          <p class="point">{shownCase?.meaning ?? strings.areas.gates.point}</p>
          {(shownCase?.origin || out.length > 0) && (
            <Changes
              origin={shownCase?.origin}
              out={out}
              strings={strings.inputs}
              linkTo={(rest) => formatGatesAddress({ ...address, out: rest })}
            />
          )}
          {isPath(input) && (
            <label class="asks">
              <input type="checkbox" checked={asks} onChange={() => move({ asks: !asks })} />{" "}
              {strings.gates.next.ask}
            </label>
          )}
        </div>
        <div class="choices">
          <Paths input={input} strings={strings.gates} linkTo={linkTo} />
          <Cases
            input={input}
            cases={lesson.gateCases}
            strings={strings.gates}
            onChoose={(name) => go({ input: name, step: 0, at: null, out: [] })}
          />
        </div>
      </div>
      {isPath(input) ? (
        <PathStage lesson={lesson} address={{ ...address, input }} move={move} />
      ) : (
        shownCase && <CaseStage lesson={lesson} address={address} shownCase={shownCase} move={move} />
      )}
    </>
  );
}

type ChoiceProps = { input: GatesAddress["input"]; strings: Lesson["strings"]["gates"] };

/** Two choices that have nothing to do with each other: that is the lesson. */
function Paths({ input, strings, linkTo }: ChoiceProps & Pick<Navigation, "linkTo">): JSX.Element {
  const plan = input.startsWith("reject") ? "reject" : "approve";
  const decision = input.endsWith("-deny") ? "deny" : "allow";
  const choice = (label: "approve" | "reject" | "allow" | "deny", path: string): JSX.Element => (
    <a
      href={linkTo("gates", path)}
      aria-current={isPath(input) && (label === plan || label === decision) ? "true" : undefined}
    >
      {strings[label]}
    </a>
  );
  return (
    <>
      <nav class="inputs" aria-label={strings.inputs_plan}>
        <span aria-hidden="true">{strings.inputs_plan}</span>
        {choice("approve", `approve-${decision}`)}
        {choice("reject", `reject-${decision}`)}
      </nav>
      <nav class="inputs" aria-label={strings.inputs_decision}>
        <span aria-hidden="true">{strings.inputs_decision}</span>
        {choice("allow", `${plan}-allow`)}
        {choice("deny", `${plan}-deny`)}
      </nav>
    </>
  );
}

/** Too many for links beside each other. A choice is an entry of the browser's history, as a link is. */
function Cases({
  input,
  cases,
  strings,
  onChoose,
}: ChoiceProps & {
  cases: GateCases;
  onChoose: (name: CaseName) => void;
}): JSX.Element {
  const names = Object.keys(cases) as CaseName[];
  return (
    <label class="cases" data-on={!isPath(input)}>
      <span>{strings.case_label}</span>{" "}
      <select
        name="case"
        value={names.find((name) => name === input) ?? ""}
        onChange={({ currentTarget }) => {
          const name = names.find((one) => one === currentTarget.value);
          if (name) onChoose(name);
        }}
      >
        <option value="" disabled>
          {strings.case_none}
        </option>
        {(["plan", "permission", "claim"] as const).map((place) => (
          <optgroup key={place} label={strings.places[place]}>
            {names
              .filter((name) => cases[name].place === place)
              .map((name) => (
                <option key={name} value={name}>
                  {strings.cases[name].label}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
