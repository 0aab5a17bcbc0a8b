import { expect, test } from "vitest";
import { replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { TeamProtocols } from "../../lessons/s16-team-protocols/team-protocols.ts";
import { changeMember, refusalOf, teamSession } from "../harness/sessions.ts";

test("blanks around a plan's summary and detail do not reach the lead", async () => {
  const session = teamSession();
  const plan = await new TeamProtocols(session).requestPlanApproval(
    "reader",
    " run main.py ",
    "\n then compare ",
  );
  expect(plan.content).toBe("run main.py: then compare");
  expect(session.requests.get("req-1")?.payload).toBe("run main.py: then compare");
});

test("a plan whose summary or detail is blank consists of the other one", async () => {
  const protocols = new TeamProtocols(teamSession());
  expect((await protocols.requestPlanApproval("reader", "run main.py", "  ")).content).toBe("run main.py");
  expect((await protocols.requestPlanApproval("reviewer", "\t", "read it")).content).toBe("read it");
});

test("blanks around a feedback are not told, and a blank one is none", async () => {
  const protocols = new TeamProtocols(teamSession());
  await protocols.requestPlanApproval("reader", "run main.py", "");
  await protocols.requestPlanApproval("reviewer", "read it", "");
  expect(await protocols.handlePlanResponse("req-1", { approved: false, feedback: " say more \n" })).toBe(
    "Plan rejected for 'reader': say more",
  );
  expect(await protocols.handlePlanResponse("req-2", { approved: true, feedback: "  " })).toBe(
    "Plan approved for 'reviewer'.",
  );
});

test("a refusal names the agent that it is about in its fields", async () => {
  const session = teamSession();
  const protocols = new TeamProtocols(session);
  const answer = protocols.handleShutdownResponse("reader", { approved: true });
  expect(await refusalOf(() => answer)).toMatchObject({ code: "not-pending", fields: { agent: "reader" } });

  await changeMember(session, "reader", { status: "closed" });
  expect(await refusalOf(() => protocols.state("reader"))).toMatchObject({
    code: "member-closed",
    fields: { member: "reader" },
  });
});

test.each([
  ["summary", ["x".repeat(181), ""]],
  ["detail", ["", "x".repeat(181)]],
])(
  "a plan's %s that is too long by itself is refused by its name",
  async (part, [summary = "", detail = ""]) => {
    const protocols = new TeamProtocols(teamSession());
    const { code, message } = await refusalOf(() => protocols.requestPlanApproval("reader", summary, detail));
    expect(code).toBe("payload-length");
    expect(message).toContain(`plan's ${part}`);
  },
);

test("a plan that the lead has answered is not listed any more, though nobody has taken the answer in", async () => {
  const session = teamSession();
  const protocols = new TeamProtocols(session);
  await protocols.requestPlanApproval("reader", "run main.py", "");
  expect(await protocols.getPendingApprovals()).toHaveLength(1);
  await replyRequest(session, { request_id: "req-1", actor: "lead", approve: true, feedback: "" });
  expect(await protocols.getPendingApprovals()).toEqual([]);
});
