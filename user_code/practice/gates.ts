import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import type { Decide } from "../../lessons/s04-permission/execute-guarded.ts";
import type { BeforeHook } from "../../lessons/s07-hooks/execute-hooked.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { noteCall, noteLook, notesOf } from "./notes.ts";
import { workNow } from "./program-place.ts";
import { RUN_MAIN, type Work } from "./setup.ts";

/** Gate one, and an event that says how it stood. */
export function tellingPlanGate(work: Work): BeforeHook {
  const { session, planId } = work;
  return planGate(session, {
    actor: "reader",
    requestId: () => planId,
    covers: [RUN_MAIN],
    work: () => workNow(work),
    tell: (state, call, claim, block) => {
      const open = {
        reason: "plan-approved",
        message: `${planId} is approved, unused, and main.py is unchanged.`,
      };
      const { reason, message } = block ?? open;
      const sha256 = claim.work?.sha256 ?? null;
      if (!noteLook(state, { call: call.id, reason, sha256 })) return;
      if (block) noteCall(state, { how: "blocked", gate: "plan", reason, at: "gate" });
      state.tell({
        event: "gate_checked",
        gate: "plan",
        member: "reader",
        tool: call.name,
        input: call.input,
        sha256,
        open: !block,
        reason,
        message,
        request_id: planId ?? null,
      });
    },
  });
}

/** Gate two: the host's answer for this very call. It is asked once, and only when gate one is open. */
export function hostDecision(work: Work): Decide {
  return async (call) => {
    const sha256 = workNow(work)?.sha256 ?? null;
    return work.session.transact((state) => {
      const kept = requireMember(state.team, "reader").calls[call.id]?.answer;
      if (kept) return kept;
      const answer = notesOf(state).decision ?? "deny";
      const open = answer === "allow";
      const reason = open ? "permission-allowed" : "permission-denied";
      const message = open
        ? "the host allows this one call."
        : "the host denies this call, approved plan or not.";
      keepCall(state, call, { answer });
      if (!open) noteCall(state, { how: "blocked", gate: "permission", reason, at: "gate" });
      const { input, name: tool } = call;
      const checked = { gate: "permission", member: "reader", tool, input, sha256, open } as const;
      state.tell({ event: "gate_checked", ...checked, reason, message, request_id: null });
      return answer;
    });
  };
}

/** An id that a model gave may be any word, `__proto__` too: no property is set by it. */
export function keepCall(
  { team }: ProtocolState,
  { id }: ToolUseBlock,
  change: { answer: "allow" | "deny" } | { begun: true },
): void {
  const member = requireMember(team, "reader");
  const calls = new Map(Object.entries(member.calls));
  member.calls = Object.fromEntries(calls.set(id, { ...calls.get(id), ...change }));
}
