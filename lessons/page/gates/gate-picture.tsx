import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { GateName } from "../path-gates.ts";
import type { PathView } from "../path-view.ts";
import { fill } from "../strings.ts";

/** Both gates on the way from the reader to main.py: a closed one has its door across the road. */
export function GatePicture({
  shown,
  strings,
}: {
  shown: Pick<PathView, "gates" | "program">;
  strings: Strings["gates"];
}): JSX.Element {
  const { gates, program } = shown;
  const planIsOpen = gates.plan.state === "open";
  const bothAreOpen = planIsOpen && gates.permission.state === "open";
  const printed = fill(strings.ended, { stdout: JSON.stringify((program.stdout ?? "").trimEnd()) });
  return (
    <section class="panel picture" aria-labelledby="picture-title">
      <h3 id="picture-title">{strings.picture}</h3>
      <div class="road">
        <p class="place" data-on={gates.plan.state !== "waiting"}>
          <b>{gates.call?.member ?? strings.lanes.reader}</b>
        </p>
        <Gate name="plan" gate={gates.plan} strings={strings} />
        <Gate name="permission" gate={gates.permission} strings={strings} />
        <p class="place" data-on={bothAreOpen} data-program={program.state}>
          <b>{strings.program}</b>
          <small>{program.state === "ended" ? printed : strings[program.state]}</small>
        </p>
      </div>
    </section>
  );
}

function Gate({
  name,
  gate,
  strings,
}: {
  name: GateName;
  gate: PathView["gates"][GateName];
  strings: Strings["gates"];
}): JSX.Element {
  const { state } = gate;
  const reason =
    state === "open" || state === "closed"
      ? gate.reason
      : state === "not_asked"
        ? strings.not_asked_reason
        : strings.waiting_reason;
  return (
    <div class="gate" data-gate={name} data-state={state}>
      <svg viewBox="0 0 80 96" aria-hidden="true">
        <path class="post" d="M40 6V30M40 82V92" />
        <path class="door" d="M40 32V80" />
        <circle cx="40" cy="30" r="5" />
      </svg>
      <p class="gate-name">
        <b>{strings[name]}</b> {strings[`${name}_who`]}
      </p>
      <p class="gate-state">{strings[state]}</p>
      <p class="gate-reason">{reason}</p>
    </div>
  );
}
