import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { parseStoreUrl } from "../../lessons/x1-shared-session/postgres-url.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { refusalOf } from "../harness/sessions.ts";
import { MISSING, programs, startServer } from "./server.ts";
import { joinIn, serverForFile, startIn, storeOf } from "./sessions.ts";

const SOURCE = join(import.meta.dirname, "../../user_code/sessions.ts");
const WITHOUT_CLIENT = join(import.meta.dirname, "without-client.mjs");

/** A password that must stand in no sentence. */
const SECRET = "s3cret-w0rd";

describe("the URL of a store", () => {
  test.each([
    ["", "The URL of the store cannot be used"],
    ["mysql://u@h/d", "postgres://user@host/database"],
    [`postgres://u:${SECRET}@h:port/d`, "is no host, or no host with a port"],
    [`postgres://u:${SECRET}@h:99999/d`, "is no host, or no host with a port"],
    [`postgres://u:${SECRET}%@h/d`, "is to be written as %25"],
    // Taken apart at the wrong place, a part of the password would be a host, a port or a database.
    [`postgres://u:x@${SECRET}@h/d`, "@ is to be written as %40, / as %2F"],
    [`postgres://u:${SECRET}/x@h/d`, "@ is to be written as %40, / as %2F"],
    [`postgres://u:12/${SECRET}@h/d`, "@ is to be written as %40, / as %2F"],
    [`postgres://u:${SECRET}?x@h/d`, "? as %3F"],
    [`postgres://u:${SECRET}/d`, "is no host, or no host with a port"],
    [`postgres://u:${SECRET}@h/d?target_session_attrs=standby`, "use read-write"],
    [
      `postgres://u:${SECRET}@h/d?sslmode=sometimes`,
      "use disable, prefer, require, verify-ca or verify-full",
    ],
    [`postgres://u:${SECRET}@h/d?sslrootcert=/nowhere/root.crt`, "which cannot be read (ENOENT)"],
  ])("%j is refused in a sentence without a password", async (url, sentence) => {
    const refused = await refusalOf(() => parseStoreUrl(url));
    expect(refused.code).toBe("store-unavailable");
    expect(refused.message).toContain(sentence);
    expect(refused.message).not.toContain(SECRET);
  });

  test("holds hosts, ports, user, password, database and settings, and is shown without what is secret", () => {
    const address = parseStoreUrl(
      `postgresql://me:${encodeURIComponent("a@b/c")}@one:5433,two/db%201?target_session_attrs=read-write&search_path=x`,
    );
    expect(address).toEqual({
      hosts: [
        { host: "one", port: 5433 },
        { host: "two", port: 5432 },
      ],
      user: "me",
      password: "a@b/c",
      database: "db 1",
      tls: undefined,
      settings: { search_path: "x" },
      shown: "postgres://one:5433,two:5432/db 1",
    });
  });

  test("may name the user, the password and the database behind its question mark, as libpq does", () => {
    const address = parseStoreUrl(`postgres://h?user=me&password=${SECRET}&dbname=d&search_path=x`);
    expect(address).toMatchObject({
      user: "me",
      password: SECRET,
      database: "d",
      settings: { search_path: "x" },
    });
    expect(address.shown).toBe("postgres://h:5432/d");
  });

  test.each([
    ["", undefined],
    ["sslmode=disable", false],
    ["sslmode=prefer", "prefer"],
    ["sslmode=require", "require"],
    ["sslmode=verify-full", { rejectUnauthorized: true }],
    [`sslmode=verify-full&sslrootcert=${import.meta.filename}`, { rejectUnauthorized: true }],
    [`sslmode=require&sslcert=${import.meta.filename}`, { rejectUnauthorized: false }],
    ["sslmode=verify-ca", { rejectUnauthorized: true }],
  ])("its TLS options (%s) are passed on", (query, expected) => {
    const { tls } = parseStoreUrl(`postgres://h/d?${query}`);
    if (typeof expected === "object") expect(tls).toMatchObject(expected);
    else expect(tls).toBe(expected);
  });
});

describe.skipIf(!programs)(`what cannot be${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile({
    access: [
      "host all guarded 127.0.0.1/32 scram-sha-256",
      "host all barred 127.0.0.1/32 reject",
      "host all all 127.0.0.1/32 trust",
      "host replication all 127.0.0.1/32 trust",
      "local all all trust",
    ].join("\n"),
  });

  test("a refused password, user, right or database is one sentence, exit status 1, and no password is shown", async () => {
    await server().sql(`create role guarded login password '${SECRET}'`);
    await server().sql("create role barred login");
    await server().sql("create role guest login");
    await server().sql("revoke create on database postgres from public");
    const at = (user: string, database = "postgres"): string =>
      `postgres://${user}@127.0.0.1:${server().port}/${database}`;
    const cases = [
      [at(`guarded:${SECRET}-not`), "refuses the password of guarded"],
      [at("barred"), "does not let barred into postgres"],
      [at("owner", "nowhere"), "There is no database nowhere at 127.0.0.1"],
      [at("guest"), "grant create on database postgres to guest"],
    ] as const;
    for (const [url, sentence] of cases) {
      const { code, stderr, stdout } = await sessions(["--store", url]);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toContain(SECRET);
      expect(stderr.trimEnd()).not.toContain("\n");
      expect([code, stdout]).toEqual([1, ""]);
    }
    expect((await sessions(["--store", at(`guarded:${SECRET}`)])).stderr).toContain(
      "grant create on database",
    );
  });

  test("no server is one sentence, exit status 1, told at once", async () => {
    const gone = await startServer();
    await gone.remove();
    const { code, stderr } = await sessions(["--store", `postgres://me:${SECRET}@127.0.0.1:${gone.port}/d`]);
    expect(stderr).toBe(
      `store-unavailable: No PostgreSQL server answers at 127.0.0.1:${gone.port} (ECONNREFUSED): start it, or check the URL of the store.\n`,
    );
    expect(code).toBe(1);
  });

  test("a server that speaks something else, or nothing, is told as well", async () => {
    const deaf = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    await new Promise<void>((resolve) => deaf.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void deaf.close());
    const address = deaf.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { code, stderr } = await sessions(["--store", `postgres://127.0.0.1:${port}/d`]);
    expect(stderr).toMatch(/^store-unavailable: /);
    expect(code).toBe(1);
  });

  test("a database in another encoding is refused", async () => {
    await server().sql("create database latin encoding 'LATIN1' locale 'C' template template0");
    const { code, stderr } = await sessions(["--store", server().url("latin")]);
    expect(stderr).toContain("keeps its texts in LATIN1, and letters need UTF8");
    expect(code).toBe(1);
  });

  test("a server that can only be read is refused", async () => {
    await server().sql("create database readonly");
    await server().sql("alter database readonly set default_transaction_read_only to on");
    const { code, stderr } = await sessions(["--store", server().url("readonly")]);
    expect(stderr).toContain("can only be read, as a standby can: name the primary, or promote this one");
    expect(code).toBe(1);
  });

  test("tables of a newer version are refused, and nothing in them is touched", async () => {
    await server().sql("create database newer");
    await (await storeOf(server().url("newer"))).close();
    await server().sql("insert into two_gates.tables values (1000)", "newer");
    const { code, stderr } = await sessions(["--store", server().url("newer")]);
    expect(stderr).toMatch(
      /^session-version: The tables of the store have version 1000; this program reads version \d+\./,
    );
    expect(code).toBe(1);
    expect(await server().sql("select max(version) from two_gates.tables", "newer")).toBe("1000");
  });

  test("eight processes at once make the tables once", async () => {
    await server().sql("create database fresh");
    await Promise.all(Array.from({ length: 8 }, () => storeOf(server().url("fresh"))));
    expect(await server().sql("select count(*) from two_gates.tables", "fresh")).toBe("1");
  });

  test("without the package the error names the command that installs it", async () => {
    const { code, stderr } = await run([
      "--import",
      "tsx",
      "--import",
      WITHOUT_CLIENT,
      SOURCE,
      "--store",
      server().url(),
    ]);
    expect(stderr).toBe(
      "store-unavailable: A store needs the package postgres, which is not installed: run `npm install postgres@3.4`.\n",
    );
    expect(code).toBe(1);
  });

  test.each([
    [[], "--store needs a URL"],
    [["--store", ""], "--store needs a URL"],
    [["drop"], 'There is no "drop" here'],
    [["show"], "show needs the name of a session"],
    [["show", "a", "b"], '"b" is one word too many'],
    [["list", "a"], "list takes no name"],
    [["show", "Big Name"], '"Big Name" cannot be a session\'s name'],
    [["--dir", "x"], "Unknown option '--dir'"],
  ])("the command line %j is refused with exit status 2", async (words, sentence) => {
    const { code, stderr } = await sessions(words);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  test("another program's session and one that is not there are refused", async () => {
    const store = await storeOf(server().url());
    const session = await startIn(store);
    const other = await refusalOf(() => joinIn(store, session.name, { program: "console" }));
    expect(other).toMatchObject({ code: "session-version", fields: { program: "practice" } });
    expect((await refusalOf(() => joinIn(store, "nobody"))).code).toBe("session-corrupt");
    expect((await refusalOf(() => joinIn(store, "../x"))).code).toBe("malformed-text");
    expect((await refusalOf(() => startIn(store, { name: session.name }))).code).toBe("directory-not-empty");
  });

  test("sessions are listed, shown and removed, and not while somebody plays in one", async () => {
    await server().sql("create database listed");
    const url = server().url("listed");
    const store = await storeOf(url);
    expect((await sessions(["--store", url])).stdout).toContain(
      "There is no session in postgres://127.0.0.1",
    );
    const session = await startIn(store, { name: "class-a" });
    await openRequest(session, {
      sender: "reader",
      target: "lead",
      kind: "plan",
      payload: "read\u001b[31m red",
    });
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "hello" });
    const attendance = await attend(session, ["reader"]);
    const listed = await sessions(["--store", url, "list"]);
    expect(listed.stdout).toMatch(/class-a +practice +3 +1 +2 +0 +3/);
    const shown = (await sessions(["show", "class-a", "--store", url])).stdout;
    expect(shown).toMatch(/reader +idle +yes/);
    expect(shown).toMatch(/req-1 +plan +reader +lead +none +pending +read\\u001b\[31m red/);
    expect(shown).toMatch(/reader-1 +lead +hello/);
    const refused = await sessions(["remove", "class-a", "--store", url]);
    expect(refused.stderr).toMatch(/^member-attended: reader of class-a is played by a process/);
    expect(refused.code).toBe(1);
    await attendance.leave();
    expect(await sessions(["remove", "class-a", "--store", url])).toMatchObject({
      code: 0,
      stdout: "class-a is removed.\n",
    });
    expect((await sessions(["show", "class-a", "--store", url])).stderr).toContain(
      "There is no session class-a",
    );
    expect((await refusalOf(() => session.transact(() => undefined))).code).toBe("session-corrupt");
    expect(await server().sql("select count(*) from two_gates.letters", "listed")).toBe("0");
  });
});

describe.skipIf(!programs)(`a server that speaks TLS${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile({ tls: true });

  test("is believed by its certificate, for sections and for attendance alike", async () => {
    const url = `${server().url()}?sslmode=verify-full&sslrootcert=${server().certificate}`;
    const session = await startIn(await storeOf(url));
    const attendance = await attend(session, ["reader"]);
    await sendMessage(attendance.session, { sender: "reader", recipient: "lead", body: "in secret" });
    const encrypted = await server().sql(
      `select bool_and(ssl), count(*) > 1 from pg_stat_ssl join pg_stat_activity using (pid)
       where application_name like 'two-gates%'`,
    );
    expect(encrypted).toBe("t|t");
    await attendance.leave();
  });

  test.each(["require", "prefer"])("is spoken to in secret with sslmode=%s, whoever it is", async (mode) => {
    await storeOf(`${server().url()}?sslmode=${mode}`);
    const plain = await server().sql(
      `select count(*) from pg_stat_ssl join pg_stat_activity using (pid)
       where application_name like 'two-gates%' and not ssl`,
    );
    expect(plain).toBe("0");
  });

  test("is refused in a sentence when nobody vouches for it", async () => {
    const { code, stderr } = await sessions(["--store", `${server().url()}?sslmode=verify-full`]);
    expect(stderr).toMatch(/^store-unavailable: .*self-signed certificate/);
    expect(code).toBe(1);
  });
});

type Ended = { code: number | string | null | undefined; stdout: string; stderr: string };

/** `user_code/sessions.ts` with this command line. */
function sessions(words: readonly string[]): Promise<Ended> {
  return run([bundle("sessions"), ...words]);
}

/** Node in a place with nothing in its environment that names a store, a user or a password. */
function run(given: readonly string[]): Promise<Ended> {
  const { PATH } = process.env;
  const cwd = join(import.meta.dirname, "../..");
  return new Promise((resolve) => {
    execFile(process.execPath, given, { cwd, env: { ...(PATH && { PATH }) } }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}
