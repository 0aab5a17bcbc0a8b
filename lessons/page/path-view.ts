import type { RequestStatus } from "../s16-team-protocols/protocol-message.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";

export type GateName = "plan" | "permission";

type GateEvent = Extract<SessionEvent, { event: "gate_checked" }>;

/** `not_asked`: the gate before it was closed, so nobody came to this one. */
export type GateState =
  | { state: "waiting" }
  | { state: "not_asked" }
  | { state: "open" | "closed"; reason: string; message: string; step: number };

export type PathRequest = {
  id: string;
  kind: string;
  sender: string;
  target: string;
  /** The saved reply's decision, or null while there is none. */
  approve: boolean | null;
  status: RequestStatus;
  replyChanged: boolean;
  statusChanged: boolean;
};

/** All that the page shows of one step of a practice run. Equal arguments give equal views. */
export type PathView = {
  step: number;
  steps: number;
  event: SessionEvent;
  gates: Record<GateName, GateState>;
  program: { state: "not_started" | "running" | "ended"; stdout: string | null };
  requests: readonly PathRequest[];
  members: readonly { name: string; status: "idle" | "running" | "closed"; changed: boolean }[];
};

/** The view of a step of a run. Steps count from 0; a step outside of the run is its nearest end. */
export function pathView(events: readonly SessionEvent[], step: number): PathView {
  const at = Math.min(Math.max(step, 0), events.length - 1);
  const event = events[at];
  if (!event) throw new Error("A run without events has no steps.");
  const sofar = events.slice(0, at + 1);
  return {
    step: at,
    steps: events.length,
    event,
    gates: { plan: gateState(sofar, "plan"), permission: gateState(sofar, "permission") },
    program: programState(sofar),
    requests: requestsAfter(sofar),
    members: membersAfter(sofar),
  };
}

/** Why main.py ran or did not, read off the events, with the step that decided. */
export type Explanation = {
  ran: boolean;
  /** The closed gate, or null when main.py ran. */
  gate: GateName | null;
  reason: string;
  message: string;
  /** The gate that closed, or the start of the program. */
  decidedAt: number;
  hostAsked: boolean;
  /** Where the lead's reply became the status of the plan, which the plan gate goes by. */
  matchedAt: number | null;
  /** What the plan became there. */
  status: "pending" | "approved" | "rejected" | "duplicate";
};

export function explain(events: readonly SessionEvent[]): Explanation {
  const gates = events.flatMap((event, step) => (event.event === "gate_checked" ? [{ event, step }] : []));
  const closed = gates.find(({ event }) => !event.open);
  const started = events.findIndex(({ event }) => event === "program_started");
  const plan = gates.find(({ event }) => event.gate === "plan");
  const matched = events.findIndex(
    (event) => event.event === "response_matched" && event.request_id === plan?.event.request_id,
  );
  const match = events[matched];
  return {
    ran: started >= 0,
    gate: closed?.event.gate ?? null,
    reason: closed?.event.reason ?? "",
    message: closed?.event.message ?? "",
    decidedAt: closed?.step ?? started,
    hostAsked: gates.some(({ event }) => event.gate === "permission"),
    matchedAt: matched < 0 ? null : matched,
    status: match?.event === "response_matched" ? match.status : "pending",
  };
}

/** The next step in a direction at which a gate is checked; without one, the end of the run there. */
export function nextGate(events: readonly SessionEvent[], step: number, direction: 1 | -1): number {
  for (let at = step + direction; at > 0 && at < events.length - 1; at += direction) {
    if (events[at]?.event === "gate_checked") return at;
  }
  return direction === 1 ? events.length - 1 : 0;
}

/** The steps at which a request is opened, answered, and takes on its final status: `Infinity` for what never comes. */
export type RequestTrack = {
  id: string;
  opened: number;
  replied: number;
  settled: number;
  status: RequestStatus | "duplicate";
};

export function requestTracks(events: readonly SessionEvent[]): RequestTrack[] {
  return events.flatMap((opening, opened) => {
    if (opening.event !== "request_opened") return [];
    const id = opening.request_id;
    const stepOf = (...names: SessionEvent["event"][]): number => {
      const step = events.findIndex(
        (event) => names.includes(event.event) && "request_id" in event && event.request_id === id,
      );
      return step < 0 ? Number.POSITIVE_INFINITY : step;
    };
    const settled = stepOf("response_matched", "request_withdrawn");
    return [{ id, opened, replied: stepOf("reply_saved"), settled, status: statusAfter(events[settled]) }];
  });
}

function statusAfter(settling: SessionEvent | undefined): RequestTrack["status"] {
  if (settling?.event === "response_matched") return settling.status;
  return settling ? "withdrawn" : "pending";
}

function gateState(events: readonly SessionEvent[], gate: GateName): GateState {
  const isGate = (event: SessionEvent): event is GateEvent =>
    event.event === "gate_checked" && event.gate === gate;
  const step = events.findIndex(isGate);
  const checked = events.find(isGate);
  if (checked) {
    const { open, reason, message } = checked;
    return { state: open ? "open" : "closed", reason, message, step };
  }
  const isBehindClosed = events.some((event) => event.event === "gate_checked" && !event.open);
  return { state: isBehindClosed ? "not_asked" : "waiting" };
}

function programState(events: readonly SessionEvent[]): PathView["program"] {
  const ended = events.find((event) => event.event === "program_ended");
  if (ended) return { state: "ended", stdout: ended.stdout.text };
  const isStarted = events.some(({ event }) => event === "program_started");
  return { state: isStarted ? "running" : "not_started", stdout: null };
}

function requestsAfter(events: readonly SessionEvent[]): PathRequest[] {
  const requests = new Map<string, PathRequest>();
  events.forEach((event, step) => {
    const isLast = step === events.length - 1;
    if (event.event === "request_opened") {
      const { request_id: id, kind, actor: sender, target, status } = event;
      const changes = { replyChanged: false, statusChanged: isLast };
      requests.set(id, { id, kind, sender, target, approve: null, status, ...changes });
    } else if (event.event === "reply_saved") {
      const request = requests.get(event.request_id);
      if (request) Object.assign(request, { approve: event.approve, replyChanged: isLast });
    } else if (event.event === "response_matched" && event.status !== "duplicate") {
      const request = requests.get(event.request_id);
      if (request) Object.assign(request, { status: event.status, statusChanged: isLast });
    } else if (event.event === "request_withdrawn") {
      const request = requests.get(event.request_id);
      if (request) Object.assign(request, { status: "withdrawn", statusChanged: isLast });
    }
  });
  return [...requests.values()];
}

function membersAfter(events: readonly SessionEvent[]): PathView["members"] {
  const members = new Map<string, PathView["members"][number]>();
  events.forEach((event, step) => {
    const changed = step === events.length - 1 && step > 0;
    if (event.event === "session_started") {
      for (const name of event.members) members.set(name, { name, status: "idle", changed });
    } else if (event.event === "member_joined") {
      members.set(event.member, { name: event.member, status: "idle", changed });
    } else if (event.event === "turn_started") {
      members.set(event.member, { name: event.member, status: "running", changed });
    } else if (event.event === "turn_ended" || event.event === "turn_failed") {
      members.set(event.member, { name: event.member, status: "idle", changed });
    } else if (event.event === "member_closed") {
      members.set(event.member, { name: event.member, status: "closed", changed });
    }
  });
  return [...members.values()];
}
