import { type Room, statusOf } from "./room.ts";

/** What a newcomer can type next, read off the state of the team. */
export function nextStep(room: Room): string {
  const names = [...room.assignments.keys()];
  if (names.length === 0) return "Spawn alice as a coder";
  // A plan of an earlier bearer of the name can neither be approved nor done.
  const plans = [...room.session.requests.values()].filter(
    ({ kind, sender, incarnation }) =>
      kind === "plan" && room.session.team.get(sender)?.incarnation === incarnation,
  );
  for (const { sender, status, reply } of plans) {
    const isWaiting = status === "pending" && reply === null;
    if (isWaiting && statusOf(room, sender) !== "closed") {
      return `Approve ${sender}'s plan   or   Reject ${sender}'s plan because ...`;
    }
  }
  for (const { sender, status, used } of plans) {
    const isOpen = status === "approved" && !used && statusOf(room, sender) === "idle";
    if (isOpen) return `Tell ${sender} to try again   (the approved plan has not been used)`;
  }
  const open = names.filter((name) => statusOf(room, name) !== "closed");
  if (open.some((name) => statusOf(room, name) === "working")) return "/team   or   Wait";
  const idle = open.find((name) => statusOf(room, name) === "idle");
  if (idle) return `Ask ${idle} to shut down   or   Have ${idle} submit a plan`;
  return "List teammates   or   /team";
}
