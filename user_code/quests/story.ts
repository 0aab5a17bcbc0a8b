import type { WireRequest } from "../../verify/conformance/wire.ts";

/** A request of the wire, as a person tells it. */
export function sentenceOf(request: WireRequest): string {
  switch (request.do) {
    case "open":
      return request.kind === "shutdown"
        ? `${word(request.sender)} asks ${word(request.target)} to shut down`
        : `${word(request.sender)} asks ${word(request.target)} to approve a ${word(request.kind)}`;
    case "reply":
      return `${word(request.actor)} says ${answerOf(request.approve)} to ${word(request.request_id)}`;
    case "match":
      return `${word(request.recipient)} holds a letter against its request`;
    case "consume":
      return `${word(request.member)} takes in its letters`;
    case "withdraw":
      return `${word(request.actor)} takes ${word(request.request_id)} back`;
    case "send":
      return `${word(request.sender)} writes to ${word(request.recipient)}: ${shortly(request.body)}`;
    case "join":
      return `${word(request.name)} joins the team`;
    case "occupy":
      return `${request.member} begins a turn`;
    case "free":
      return `${request.member} ends its turn`;
    case "gate":
      return `${word(request.actor)} calls run_main for ${word(request.request_id)}; the host would say ${request.host}`;
    case "permission":
      return `somebody calls ${request.tool}; the host would say ${request.host}`;
    case "claim":
      return `main.py is about to start for ${word(request.actor)}, on ${word(request.request_id)}`;
    case "end":
      return `main.py ends with ${request.exit_code}`;
    case "foreign":
      return `somebody else writes into the mailbox of ${request.mailbox}`;
    case "disk":
      return request.full ? "the disk is full" : "the disk has room";
    case "reopen":
      return "the session is closed and opened again";
    case "reset":
      return "a new session";
    case "hello":
    case "state":
      return request.do;
  }
}

function answerOf(approve: unknown): string {
  if (typeof approve === "boolean") return approve ? "yes" : "no";
  return `${JSON.stringify(approve) ?? "nothing"}, which is neither yes nor no,`;
}

function word(value: unknown): string {
  return typeof value === "string" && /^[a-z0-9-]+$/.test(value) ? value : shortly(value);
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 30 ? text : `${text.slice(0, 27)}..."`;
}
