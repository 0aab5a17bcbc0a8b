import { AREAS, type AreaFunction } from "./area/function-areas.ts";
import { type GatesAddress, isPath } from "./gates/gates-address.ts";
import { FUNCTIONS, type FunctionName, type Lesson } from "./lesson.ts";
import { pathView } from "./path-view.ts";
import type { View } from "./view.ts";

/** The two facts about a request. The status is undefined while the request is not registered. */
export type Facts = { reply: "none" | "approve" | "reject"; status: string | undefined };

/** A request's facts at each station that it has come to at the step shown. Of what comes later nothing is told. */
export type Life = Partial<Record<FunctionName, Facts>>;

const OPENED: Facts = { reply: "none", status: "pending" };

/** The station of the function that is called shows the step; those before it what they left behind. */
export function lifeInCall(called: string, { card }: View): Life {
  const record = card.row?.record;
  const now: Facts = { reply: sayOf(record?.reply?.approve ?? null), status: record?.status };
  const left: Life = { open_request: OPENED, reply_request: { ...now, status: "pending" } };
  const { station } = AREAS[called as AreaFunction];
  const at = FUNCTIONS.indexOf(station);
  return { ...Object.fromEntries(FUNCTIONS.slice(0, at).map((name) => [name, left[name]])), [station]: now };
}

export function lifeOnPath({ paths }: Lesson, { input, step, at }: GatesAddress): Life {
  if (!isPath(input)) return {};
  // In the code behind a step, the step has not happened yet.
  const shown = pathView(paths[input], at === null ? step : step - 1);
  const plan = shown.requests.find(({ kind }) => kind === "plan");
  if (!plan) return {};
  const reply = sayOf(plan.approve);
  return {
    open_request: OPENED,
    ...(plan.approve !== null && { reply_request: { reply, status: "pending" } }),
    ...(plan.status !== "pending" && { match_response: { reply, status: plan.status } }),
  };
}

function sayOf(approve: boolean | null): Facts["reply"] {
  return approve === null ? "none" : approve ? "approve" : "reject";
}
