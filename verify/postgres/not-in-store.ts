/** No session takes part. */
const ALONE = "asks no session";
const REFUSED = "is refused before a session is asked";
/** How files fail, and what others do to them, stands in `failing-saves.test.ts`; of connections in `lost-connections.test.ts`. */
const FILES = "is about the files of a session folder";
const MEMORY = "is about the session in memory itself";
const CONSTRAINT = "puts a request into a state that a constraint of the tables refuses";
const MEMBER = "puts a letter into the mailbox of nobody, which a foreign key of the tables refuses";
const ENDS = "a session with others ends for a process that cannot show an event";
const OWN_LETTER = "puts a letter to oneself into a mailbox, which a constraint of the tables refuses";
const JSON_ROWS = "puts a line into a mailbox that a column of JSON does not take";
const COMMAND =
  "starts the practice as a command, as two-machines.test.ts and bad-input.test.ts do with a store";
const TWIN = "does something to files; casebook.test.ts of this folder has the row with its twin in SQL";

/**
 * What of the tests of the protocol and of the casebook is not run with its session in PostgreSQL, and why: the file, and
 * the beginning of the test's name, `""` for all of it. `protocol-setup.ts` leaves these out, and fails for a test that has
 * no session in the store and is not named here, and for a name that no test has.
 */
export const notInStore: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "casebook/files.test.ts": { "": FILES },
  "casebook/model.test.ts": { "": ALONE },
  "casebook/page.test.ts": { "": ALONE },
  "casebook/sentences.test.ts": { "": ALONE },
  "casebook/letters.test.ts": { "J07 ": JSON_ROWS, "B11 ": OWN_LETTER },
  "casebook/mailboxes.test.ts": { "B13 ": JSON_ROWS, "B14 ": FILES },
  "casebook/processes.test.ts": {
    "B01 ": "starts processes on a folder; crowd.test.ts of this folder starts them on a store",
    "F04 ": FILES,
    "F12 ": FILES,
  },
  "casebook/runs.test.ts": {
    "M36 ": COMMAND,
    "online_test#208 ": COMMAND,
    "agent-os#1563 ": COMMAND,
    "pipx PR#1791 ": ALONE,
    "awscli-local PR#63 ": COMMAND,
  },
  "casebook/shared-session.test.ts": {
    "S07 ": TWIN,
    "B03 ": TWIN,
    "B04 ": "is killed at every change of a file; killed-clients.test.ts kills at every statement",
    "B05 ": TWIN,
    "F13 ": FILES,
  },
  "gates/plan-gate.test.ts": {
    "the gate and the claim are closed > as plan-rejected without words when no reply is known": CONSTRAINT,
    "of two reasons the earlier one is given: > plan-pending and plan-rejected before plan-used": CONSTRAINT,
    "a plan without words stays empty": ALONE,
  },
  "mailboxes/limits.test.ts": {
    "the length of a body > text may be empty": ALONE,
    "the length of a body > characters are Unicode code points": ALONE,
    "names > a name that is no text": REFUSED,
    "names > a can be a name": ALONE,
    "names > a-1 can be a name": ALONE,
    "names > x9- can be a name": ALONE,
    "names > aaaaaaaaaaaaaaaaaaaaaaaa can be a name": ALONE,
    "the limits of a mailbox > the limits of the practice": ALONE,
    "errors > a protocol error": ALONE,
    "errors > a quoted value": ALONE,
    "errors > a value that is no text": ALONE,
  },
  "mailboxes/members-joining.test.ts": {
    "a mailbox that lies there before its member does > is refused in memory": MEMBER,
    "a mailbox that lies there before its member does > ": FILES,
    "the mailbox of a closed member": FILES,
    "giving the name of a closed member again": FILES,
    "a team has each name once": ALONE,
  },
  "mailboxes/members.test.ts": {
    "a member's turn > a member that cannot be occupied because the lock is not to be had": REFUSED,
    "joining the team > a name that cannot be one": REFUSED,
  },
  "mailboxes/model-traffic.test.ts": { "": ALONE },
  "mailboxes/quoted-values.test.ts": { "": ALONE },
  "mailboxes/sections.test.ts": {
    "a section > runs alone": MEMORY,
    "a section > finds the limits": MEMORY,
    "the events of a section > are shown once it is kept": MEMORY,
    "the events of a section > that cannot be shown": ENDS,
  },
  "mailboxes/text.test.ts": {
    "the blanks around a text": ALONE,
    "JSON in which each key stands once": ALONE,
  },
  "requests/open.test.ts": { "when the save of the letter fails": FILES },
  "requests/reply-refusals.test.ts": {
    "a reply is refused, and nothing changes, > when a request that nobody replied to": CONSTRAINT,
  },
  "requests/reply.test.ts": {
    "a second reply > at the same time loses: one yes and one no, with real files": FILES,
    "when the save of the reply fails": FILES,
  },
  "requests/team-protocols-texts.test.ts": {
    "a plan's summary that is too long": REFUSED,
    "a plan's detail that is too long": REFUSED,
  },
  "requests/wire-shapes.test.ts": { "": ALONE },
};
