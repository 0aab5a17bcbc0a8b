import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { CallGates, GateName, GateState } from "../path-gates.ts";
import { fill } from "../strings.ts";

/** Both gates as the newest call found them, in words: a session can have many calls. */
export function SessionGates({
  gates,
  strings,
}: {
  gates: CallGates;
  strings: Strings["gates"];
}): JSX.Element {
  const { call } = gates;
  return (
    <section class="panel call-gates" aria-labelledby="call-gates-title">
      <h3 id="call-gates-title">{call ? fill(strings.of_call, call) : strings.picture}</h3>
      <dl>
        {(["plan", "permission"] as const).map((name) => (
          <Gate key={name} name={name} gate={gates[name]} strings={strings} />
        ))}
      </dl>
    </section>
  );
}

function Gate(props: { name: GateName; gate: GateState; strings: Strings["gates"] }): JSX.Element {
  const { name, gate, strings } = props;
  return (
    <div class="gate-row" data-gate={name} data-state={gate.state}>
      <dt>
        <b>{strings[name]}</b> {strings[`${name}_who`]}
      </dt>
      <dd>
        <span class="gate-state">{strings[gate.state]}</span>
        {"message" in gate && (
          <span class="gate-reason">
            {gate.reason}: {gate.message}
          </span>
        )}
      </dd>
    </div>
  );
}
