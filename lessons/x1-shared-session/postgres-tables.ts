/**
 * The tables of a store, one step a version: a store that is behind is brought on by the steps that it has not seen.
 *
 * What a record is stands in its column `record`, as JSON in the words of this program; all other columns are drawn from
 * it, so that they can be read with SQL and the database itself holds what the protocol promises. Characters that
 * PostgreSQL cannot keep in a text are written as U+E000 and four hexadecimal digits (`storable-json.ts`).
 */
export const MIGRATIONS: readonly string[] = [
  `
  create function two_gates.characters(value text) returns integer
    language sql immutable
    return char_length(regexp_replace(value, U&'\\E000[0-9a-f]{4}', '.', 'g'));

  create table two_gates.sessions (
    id bigint generated always as identity primary key,
    key uuid not null unique default gen_random_uuid(),
    name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    program text not null check (program in ('practice', 'console')),
    body_characters integer not null check (body_characters > 0),
    mailbox_messages integer not null check (mailbox_messages > 0),
    mailbox_bytes integer not null check (mailbox_bytes > 0),
    session_requests integer not null check (session_requests >= 0),
    version bigint not null default 0 check (version >= 0),
    events integer not null default 0 check (events >= 0)
  );
  comment on column two_gates.sessions.key is
    'names the session on every machine: another one of the same name is another one';
  comment on column two_gates.sessions.version is
    'counts the sections that changed something; whoever edits by hand counts it up too';

  create table two_gates.members (
    session_id bigint not null references two_gates.sessions on delete cascade,
    name text not null check (name ~ '^[a-z][a-z0-9-]{0,23}$' and name <> 'events'),
    position integer not null,
    record json not null check (record ->> 'name' = name),
    role text not null generated always as (record ->> 'role') stored,
    status text not null generated always as (record ->> 'status') stored
      check (status in ('idle', 'running', 'closed')),
    cursor integer not null generated always as ((record ->> 'cursor')::integer) stored check (cursor >= 0),
    turns integer not null generated always as ((record ->> 'turns')::integer) stored check (turns >= 0),
    incarnation integer not null generated always as ((record ->> 'incarnation')::integer) stored
      check (incarnation >= 1),
    epoch integer not null generated always as ((record ->> 'epoch')::integer) stored check (epoch >= 0),
    primary key (session_id, name)
  );

  create table two_gates.messages (
    session_id bigint not null,
    member text not null,
    number integer not null check (number >= 1),
    record json not null,
    role text not null generated always as (record ->> 'role') stored check (role in ('user', 'assistant')),
    primary key (session_id, member, number),
    foreign key (session_id, member) references two_gates.members on delete cascade
  );

  create table two_gates.letters (
    session_id bigint not null,
    recipient text not null,
    number integer not null check (number >= 1),
    record json not null
      check (record ->> 'recipient' = recipient and record ->> 'id' = recipient || '-' || number),
    id text not null generated always as (record ->> 'id') stored,
    sender text not null generated always as (record ->> 'sender') stored check (sender <> recipient),
    body text not null generated always as (record ->> 'body') stored check (two_gates.characters(body) >= 1),
    primary key (session_id, recipient, number),
    foreign key (session_id, recipient) references two_gates.members on delete cascade,
    foreign key (session_id, sender) references two_gates.members on delete cascade
  );

  create table two_gates.requests (
    session_id bigint not null,
    id text not null constraint requests_are_counted check (id ~ '^req-[1-9][0-9]*$'),
    position integer not null,
    record json not null,
    kind text not null generated always as (record ->> 'kind') stored check (kind in ('plan', 'shutdown')),
    sender text not null generated always as (record ->> 'sender') stored,
    target text not null generated always as (record ->> 'target') stored check (sender <> target),
    payload text not null generated always as (record ->> 'payload') stored
      check (two_gates.characters(payload) between 1 and 180),
    status text not null generated always as (record ->> 'status') stored
      check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
    approve boolean generated always as ((record #>> '{reply,approve}')::boolean) stored,
    feedback text generated always as (record #>> '{reply,feedback}') stored
      check (two_gates.characters(feedback) <= 120),
    receipt text not null generated always as (record ->> 'receipt') stored,
    used boolean not null generated always as ((record ->> 'used')::boolean) stored,
    incarnation integer not null generated always as ((record ->> 'incarnation')::integer) stored
      check (incarnation >= 1),
    primary key (session_id, id),
    foreign key (session_id, sender) references two_gates.members on delete cascade,
    foreign key (session_id, target) references two_gates.members on delete cascade,
    constraint requests_are_decided_by_the_saved_reply check (
      case status
        when 'approved' then approve is true
        when 'rejected' then approve is false
        else true
      end
    ),
    constraint requests_are_used_when_approved check (not used or status = 'approved')
  );

  create table two_gates.runs (
    session_id bigint not null,
    request text not null,
    position integer not null,
    record json not null,
    member text not null generated always as (record ->> 'member') stored,
    status text not null generated always as (record ->> 'status') stored
      check (status in ('started', 'ended', 'not-started', 'outcome-unknown')),
    sha256 text not null generated always as (record #>> '{work,sha256}') stored,
    primary key (session_id, request),
    foreign key (session_id, request) references two_gates.requests on delete cascade,
    foreign key (session_id, member) references two_gates.members on delete cascade
  );

  create table two_gates.notes (
    session_id bigint not null references two_gates.sessions on delete cascade,
    key text not null,
    position integer not null,
    record json not null,
    primary key (session_id, key)
  );

  create table two_gates.events (
    session_id bigint not null references two_gates.sessions on delete cascade,
    number integer not null check (number >= 1),
    record json not null,
    event text not null generated always as (record ->> 'event') stored,
    primary key (session_id, number)
  );

  create table two_gates.operations (
    session_id bigint not null references two_gates.sessions on delete cascade,
    process uuid not null,
    number integer not null check (number >= 1),
    primary key (session_id, process)
  );
  comment on table two_gates.operations is
    'the newest section that each process has kept: whoever lost the connection in a commit looks here';
  `,
];

/** The version of the tables that this program reads and writes. */
export const TABLES_VERSION: number = MIGRATIONS.length;
