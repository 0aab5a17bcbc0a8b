import { describe, expect, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { removeSession } from "../../lessons/x1-shared-session/postgres-catalogue.ts";
import { lettersOf, refusalOf } from "../harness/sessions.ts";
import { MISSING, programs } from "./server.ts";
import { joinIn, serverForFile, startIn, storeOf } from "./sessions.ts";

const letter = { sender: "lead", recipient: "reader", body: "hello" };

describe.skipIf(!programs)(`a session that is removed${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();

  async function twoProcesses(name: string) {
    const [one, other] = [await storeOf(server().url()), await storeOf(server().url())];
    const session = await startIn(one, { name });
    return { one, other, session };
  }

  test("is not removed while a process plays one of its members", async () => {
    const { one, other, session } = await twoProcesses("played");
    const attendance = await attend(session, ["reader"]);
    expect(await refusalOf(() => removeSession(other, "played"))).toMatchObject({
      code: "member-attended",
      fields: { member: "reader" },
    });
    await attendance.leave();
    await removeSession(one, "played");
    expect(await refusalOf(() => session.transact(() => undefined))).toMatchObject({
      code: "session-corrupt",
      message: expect.stringContaining("There is no session played in postgres://"),
    });
  });

  test("is not taken for another one of its name, which its process would write into", async () => {
    const { other, session } = await twoProcesses("renewed");
    await sendMessage(session, letter);
    await removeSession(other, "renewed");
    // As many sections as the old one has had: by their number alone they are the same.
    const renewed = await startIn(other, { name: "renewed" });
    await sendMessage(renewed, { ...letter, body: "hello anew" });
    for (const section of [
      () => session.transact(({ requests }) => requests.size),
      () => sendMessage(session, letter),
    ])
      expect(await refusalOf(section)).toMatchObject({
        code: "session-corrupt",
        message: expect.stringContaining(
          "any more: another of its name was made since. Nothing was touched.",
        ),
      });
    const looked = await joinIn(other, "renewed");
    expect(lettersOf(looked, "reader").map(({ body }) => body)).toEqual(["hello anew"]);
  });
});
