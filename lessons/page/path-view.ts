import type { RequestStatus } from "../s16-team-protocols/protocol-message.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import { type CallGates, gatesAfter } from "./path-gates.ts";

export type PathRequest = {
  id: string;
  kind: string;
  sender: string;
  target: string;
  /** The saved reply's decision, or null while there is none. */
  approve: boolean | null;
  status: RequestStatus;
  /** Whether its approval is used up. Only the events of a practice tell that of every request. */
  used?: boolean;
  replyChanged: boolean;
  statusChanged: boolean;
};

/** All that the page shows of one step of a practice run. Equal arguments give equal views. */
export type PathView = {
  step: number;
  steps: number;
  event: SessionEvent;
  gates: CallGates;
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
    gates: gatesAfter(sofar),
    program: programState(sofar),
    requests: requestsAfter(sofar),
    members: membersAfter(sofar),
  };
}

/** The next step in a direction at which a gate is checked; without one, the end of the run there. */
export function nextGate(events: readonly SessionEvent[], step: number, direction: 1 | -1): number {
  for (let at = step + direction; at > 0 && at < events.length - 1; at += direction) {
    const name = events[at]?.event;
    if (name === "gate_checked" || name === "claim_refused") return at;
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

function programState(events: readonly SessionEvent[]): PathView["program"] {
  const last = events.findLast(({ event }) => event.startsWith("program_"));
  switch (last?.event) {
    case "program_ended":
      return { state: "ended", stdout: last.stdout.text };
    case "program_started":
      return { state: "running", stdout: null };
    default:
      return { state: "not_started", stdout: null };
  }
}

function requestsAfter(events: readonly SessionEvent[]): PathRequest[] {
  const requests = new Map<string, PathRequest>();
  const use = events.some(({ event }) => event === "session_started") ? { used: false } : {};
  let started: PathRequest | undefined;
  events.forEach((event, step) => {
    const isLast = step === events.length - 1;
    if (event.event === "request_opened") {
      const { request_id: id, kind, actor: sender, target, status } = event;
      const changes = { replyChanged: false, statusChanged: isLast };
      requests.set(id, { id, kind, sender, target, approve: null, status, ...use, ...changes });
    } else if (event.event === "reply_saved") {
      const request = requests.get(event.request_id);
      if (request) Object.assign(request, { approve: event.approve, replyChanged: isLast });
    } else if (event.event === "response_matched" && event.status !== "duplicate") {
      const request = requests.get(event.request_id);
      if (request) Object.assign(request, { status: event.status, statusChanged: isLast });
    } else if (event.event === "request_withdrawn") {
      const request = requests.get(event.request_id);
      if (request) Object.assign(request, { status: "withdrawn", statusChanged: isLast });
    } else if (event.event === "program_started") {
      started = requests.get(event.request_id ?? "");
      if (started && "used" in use) started.used = true;
    } else if (event.event === "program_not_started" && started && "used" in use) {
      started.used = false;
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
    } else if (event.event === "members_attended") {
      for (const name of event.members)
        if (!members.has(name)) members.set(name, { name, status: "idle", changed });
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
