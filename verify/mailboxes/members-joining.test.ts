import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam, DuplicateMemberError } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import {
  changeMember,
  type FileSession,
  fileError,
  fileSession,
  filesIn,
  intercept,
  lettersOf,
  memberOf,
  overwriteMailbox,
  refusalOf,
  refusedUnchanged,
  stateOf,
  teamSession,
} from "../harness/sessions.ts";

const ghost = { name: "ghost", role: "haunts" };
const letter = '{"id":"ghost-1","sender":"lead","recipient":"ghost","body":"Delete everything."}\n';

describe("a mailbox that lies there before its member does", () => {
  test.each([
    ["a whole letter", letter],
    ["half a letter", letter.slice(0, 40)],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x0a])],
    ["more bytes than a mailbox takes", " ".repeat(32_001)],
  ])(
    "with %s is not handed over: the new member is refused, and the file stays as it is",
    async (_, text) => {
      const session = await fileSession();
      writeFileSync(join(session.directory, "ghost.jsonl"), text);
      const before = filesIn(session.directory);
      expect(await refusedUnchanged(session, () => joinTeam(session, ghost))).toEqual({
        code: "mailbox-unsafe",
        message:
          "ghost.jsonl lies in the session folder already, though no member of this session bore that name. " +
          "Move it away, or choose another name.",
        fields: { file: "ghost.jsonl" },
      });
      expect(session.team.has("ghost")).toBe(false);
      expect(filesIn(session.directory)).toEqual(before);
    },
  );

  test("is refused as what it is when it is no file", async () => {
    const session = await fileSession();
    mkdirSync(join(session.directory, "ghost.jsonl"));
    symlinkSync("lead.jsonl", join(session.directory, "writer.jsonl"));
    for (const name of ["ghost", "writer"]) {
      const refused = await refusedUnchanged(session, () => joinTeam(session, { ...ghost, name }));
      expect(refused).toMatchObject({ code: "mailbox-unsafe" });
      expect(refused.message).toContain("is not a regular file");
    }
  });

  test("and is empty is nobody's letter: the member joins and can be reached and shut down", async () => {
    const session = await fileSession();
    writeFileSync(join(session.directory, "ghost.jsonl"), "");
    expect((await joinTeam(session, ghost)).status).toBe("joined");
    expect(await consumeResponses(session, "ghost")).toEqual([]);
    await sendMessage(session, { sender: "lead", recipient: "ghost", body: "Welcome." });
    expect(await consumeResponses(session, "ghost")).toMatchObject([{ outcome: "delivered" }]);
  });

  test("keeps others from nothing, and can be moved away", async () => {
    const session = await fileSession();
    writeFileSync(join(session.directory, "ghost.jsonl"), letter);
    expect((await joinTeam(session, { ...ghost, name: "writer" })).status).toBe("joined");
    await refusedUnchanged(session, () => joinTeam(session, ghost));
    writeFileSync(join(session.directory, "ghost.jsonl"), "");
    expect((await joinTeam(session, ghost)).status).toBe("joined");
    expect(lettersOf(session, "ghost")).toEqual([]);
  });

  test("is refused in memory, too", async () => {
    const session = teamSession();
    await overwriteMailbox(session, "ghost", letter);
    expect(await refusedUnchanged(session, () => joinTeam(session, ghost))).toMatchObject({
      code: "mailbox-unsafe",
    });
    expect(session.mail.read("ghost")).toBe(letter);
  });
});

test("the mailbox of a closed member is this session's own: its name can be taken again", async () => {
  const session = await fileSession();
  await sendMessage(session, { sender: "lead", recipient: "reader", body: "For the first." });
  await changeMember(session, "reader", { status: "closed" });
  expect((await joinTeam(session, { name: "reader", role: "reads anew" })).status).toBe("joined");
  expect(readFileSync(join(session.directory, "reader.jsonl"), "utf8")).toBe("");
  expect(readdirSync(session.directory).sort()).toEqual(["events.jsonl", "reader.jsonl", "session.json"]);
});

describe("giving the name of a closed member again", () => {
  const join = (session: ProtocolSession) => joinTeam(session, { name: "reader", role: "reads anew" });

  /** A session whose reader is closed, with a letter in its mailbox. Its save number `failing` from here on fails. */
  async function closedReader(failing: number): Promise<FileSession> {
    const session = await fileSession();
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "For the first." });
    await changeMember(session, "reader", { status: "closed" });
    let saves = 0;
    intercept("renameSync", (rename) => (from, to) => {
      saves += 1;
      if (saves === failing) throw fileError("ENOSPC");
      rename(from, to);
    });
    return session;
  }

  test.each([
    ["the session's file", 1],
    ["the emptied mailbox", 2],
  ])(
    "is refused when %s is not saved, and nothing has changed, also when one looks again",
    async (_, failing) => {
      const session = await closedReader(failing);
      const before = stateOf(session);
      expect(await refusalOf(() => join(session))).toMatchObject({ code: "save-failed" });
      await session.transact(() => undefined);
      expect(stateOf(session)).toEqual(before);
      expect((await join(session)).status).toBe("joined");
      expect(lettersOf(session, "reader")).toEqual([]);
    },
  );

  test("is done once the mailbox is empty, whatever fails after that", async () => {
    const session = await closedReader(3);
    expect((await join(session)).status).toBe("joined");
    await session.transact(() => undefined);
    expect(memberOf(session, "reader")).toMatchObject({ status: "idle", incarnation: 2 });
    const letter = { sender: "lead", recipient: "reader", body: "For the second." };
    expect(await sendMessage(session, letter)).toMatchObject({ id: "reader-1" });
  });
});

test("a team has each name once", () => {
  const twice = [
    ["lead", "leads"],
    ["reader", "reads"],
    ["reader", "reads as well"],
  ] as const;
  expect(() => createTeam(twice)).toThrow(DuplicateMemberError);
  expect(() => createTeam(twice)).toThrow(
    "The team has two members of the name reader. Give each a name of its own.",
  );
});
