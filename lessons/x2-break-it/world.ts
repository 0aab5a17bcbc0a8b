import type { Limits } from "../s15-mailboxes/limits.ts";
import type { MailStore } from "../s15-mailboxes/mail-store.ts";
import { createMember, LEAD, type Member, type Team } from "../s15-mailboxes/team.ts";
import type { PlanBlock } from "../s16-team-protocols/plan-gate.ts";
import type {
  ApprovedWork,
  ProtocolSession,
  ProtocolState,
  RequestRecord,
  RunRecord,
} from "../s16-team-protocols/protocol-state.ts";
import type { Seen, Start } from "./rules.ts";

/** Those whose names occur: three are there from the beginning, `helper` may join. */
export const NAMES = [LEAD, "reader", "reviewer", "helper"] as const;
const AT_THE_START = 3;

/** How many requests have a place in a state: one more than the quota, in case its guard is out. */
const REQUESTS = 4;

const IDS = Array.from({ length: REQUESTS }, (_, index) => `req-${index + 1}`);

/** Small quotas, so that a few steps come to them. */
export const searchLimits: Limits = {
  bodyCharacters: 600,
  mailboxMessages: 4,
  mailboxBytes: 1_400,
  sessionRequests: 3,
};

/** A call of a worker between two steps: gate 1 is open, and with `isReached` nothing stands before the tool any more. */
export type OpenCall = { request_id: string; host: Start["host"]; isReached: boolean };

/** What the world knows that the session does not: the content of main.py, what people really said, who touched what. */
export type Outside = {
  content: number;
  /** By request: the content of main.py when it was opened. */
  opened: readonly number[];
  /** By request: the first answer that the very one who was asked has given. */
  said: readonly (boolean | null)[];
  /** By request: how often the program was started on it. */
  starts: readonly number[];
  calls: Readonly<Record<string, OpenCall | null>>;
  touched: readonly string[];
  /** How often the hand from outside may still reach in. */
  left: number;
};

/**
 * A state of the whole world, as numbers: each stands for one part (a member, a mailbox, a request, a run, the outside)
 * that is kept once, however many states share it.
 */
export type Place = Int32Array;

const MEMBER_AT = 0;
const MAILBOX_AT = NAMES.length;
const REQUEST_AT = MAILBOX_AT + NAMES.length;
const RUN_AT = REQUEST_AT + REQUESTS;
const OUTSIDE_AT = RUN_AT + REQUESTS;
export const PLACE_SIZE = OUTSIDE_AT + 1;

/** The parts of one kind. Number 0 is none. */
class Parts<Part> {
  readonly #parts: (Part | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();

  at(number: number): Part | undefined {
    return this.#parts[number];
  }

  numberOf(part: Part, key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#parts.push(part) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** A state that is worked on. */
export type World = {
  /** What there is to see of the session. A hand from outside changes its mailboxes. */
  readonly state: ProtocolState;
  readonly session: ProtocolSession;
  outside: Outside;
  /** What a run of main.py would be now. */
  workNow: () => ApprovedWork | undefined;
  /** Starts main.py when the claim is not refused. */
  start: (claim: Claim) => Promise<PlanBlock | undefined>;
  /** Puts other bytes into main.py. */
  edit: (content: number) => void;
};

type Claim = (work: ApprovedWork) => Promise<PlanBlock | undefined>;

/** All states of one search. */
export class Worlds {
  readonly #members = new Parts<Member>();
  readonly #mailboxes = new Parts<string>();
  readonly #requests = new Parts<RequestRecord>();
  readonly #runs = new Parts<RunRecord>();
  readonly #outsides = new Parts<Outside>();

  first(reaches: number): Place {
    const place = new Int32Array(PLACE_SIZE);
    const team: Team = new Map(
      NAMES.slice(0, AT_THE_START).map((name) => [name, createMember(name, `the ${name}`)]),
    );
    const world = this.at(place);
    for (const [name, member] of team) world.state.team.set(name, member);
    world.outside = { ...nothing, left: reaches };
    return this.place(place, world);
  }

  /** A world to work on. What is changed in it changes no other. */
  at(place: Place): World {
    const team: Team = new Map();
    const texts: string[] = [];
    for (let index = 0; index < NAMES.length; index += 1) {
      const member = this.#members.at(place[MEMBER_AT + index] ?? 0);
      if (member) team.set(member.name, { ...member, history: [], calls: {} });
      texts.push(this.#mailboxes.at(place[MAILBOX_AT + index] ?? 0) ?? "");
    }
    const requests = new Map<string, RequestRecord>();
    const runs = new Map<string, RunRecord>();
    for (let index = 0; index < REQUESTS; index += 1) {
      const record = this.#requests.at(place[REQUEST_AT + index] ?? 0);
      const run = this.#runs.at(place[RUN_AT + index] ?? 0);
      if (record) requests.set(IDS[index] ?? "", { ...record });
      if (run) runs.set(IDS[index] ?? "", { ...run });
    }
    const mail = new MailboxTexts(texts);
    return new SearchWorld(team, requests, runs, mail, this.#outsides.at(place[OUTSIDE_AT] ?? 0) ?? nothing);
  }

  /** Whether a world is still at this place. */
  holds(place: Place, { state, outside }: World): boolean {
    if ((this.#outsides.at(place[OUTSIDE_AT] ?? 0) ?? nothing) !== outside) return false;
    const { team, mail, requests, runs } = state;
    let there = 0;
    for (let index = 0; index < NAMES.length; index += 1) {
      const member = this.#members.at(place[MEMBER_AT + index] ?? 0);
      const name = NAMES[index] ?? LEAD;
      if (member) {
        const now = team.get(name);
        if (!now || !isSameMember(member, now)) return false;
        there += 1;
      }
      if ((this.#mailboxes.at(place[MAILBOX_AT + index] ?? 0) ?? "") !== mail.read(name)) return false;
    }
    if (team.size !== there) return false;
    for (const [id, record] of requests) {
      const earlier = this.#requests.at(place[REQUEST_AT + indexOf(id)] ?? 0);
      if (!isSameRecord(earlier, record)) return false;
    }
    for (const [id, run] of runs) {
      const earlier = this.#runs.at(place[RUN_AT + indexOf(id)] ?? 0);
      if (earlier?.status !== run.status || earlier.outcome !== run.outcome) return false;
    }
    return true;
  }

  /** The place of a world that was worked on from `before`. */
  place(before: Place, { state, outside }: World): Place {
    const after = before.slice();
    const { team, mail, requests, runs } = state;
    for (let index = 0; index < NAMES.length; index += 1) {
      const name = NAMES[index] ?? LEAD;
      const member = team.get(name);
      if (member) {
        const at = MEMBER_AT + index;
        if (!isSameMember(this.#members.at(after[at] ?? 0), member)) {
          const { status, cursor, turns, incarnation, modelCalls, answers, epoch } = member;
          const counts = [cursor, turns, incarnation, modelCalls, answers, epoch].join(" ");
          after[at] = this.#members.numberOf(member, `${name} ${status} ${counts}`);
        }
      }
      const text = mail.read(name);
      const at = MAILBOX_AT + index;
      if ((this.#mailboxes.at(after[at] ?? 0) ?? "") !== text)
        after[at] = text === "" ? 0 : this.#mailboxes.numberOf(text, text);
    }
    for (const [id, record] of requests) {
      const at = REQUEST_AT + indexOf(id);
      if (!isSameRecord(this.#requests.at(after[at] ?? 0), record))
        after[at] = this.#requests.numberOf(record, JSON.stringify(record));
    }
    for (const [id, run] of runs) {
      const at = RUN_AT + indexOf(id);
      const earlier = this.#runs.at(after[at] ?? 0);
      if (earlier?.status !== run.status || earlier.outcome !== run.outcome)
        after[at] = this.#runs.numberOf(run, JSON.stringify(run));
    }
    if (this.#outsides.at(after[OUTSIDE_AT] ?? 0) !== outside)
      after[OUTSIDE_AT] = this.#outsides.numberOf(outside, JSON.stringify(outside));
    return after;
  }
}

const nothing: Outside = { content: 0, opened: [], said: [], starts: [], calls: {}, touched: [], left: 0 };

/** A class, because dozens of these are made for each state: closures for every one of them would cost more than the moves. */
class SearchWorld implements World, ProtocolSession, ProtocolState {
  readonly limits = searchLimits;
  readonly team: Team;
  readonly requests: Map<string, RequestRecord>;
  readonly runs: Map<string, RunRecord>;
  readonly notes = new Map<string, unknown>();
  readonly mail: MailStore;
  outside: Outside;

  constructor(
    team: Team,
    requests: Map<string, RequestRecord>,
    runs: Map<string, RunRecord>,
    mail: MailStore,
    outside: Outside,
  ) {
    this.team = team;
    this.requests = requests;
    this.runs = runs;
    this.mail = mail;
    this.outside = outside;
  }

  get state(): ProtocolState {
    return this;
  }

  get session(): ProtocolSession {
    return this;
  }

  get tell(): ProtocolState["tell"] {
    return toldToNobody;
  }

  async transact<T>(section: (state: ProtocolState) => T): Promise<T> {
    return section(this);
  }

  workNow(): ApprovedWork {
    return workAt(this.outside.content);
  }

  start(claim: Claim): Promise<PlanBlock | undefined> {
    return claim(this.workNow());
  }

  edit(): void {
    // The content that counts is the one outside.
  }
}

function toldToNobody(): void {
  return;
}

/** Four mailboxes. */
class MailboxTexts implements MailStore {
  readonly #texts: string[];

  constructor(texts: string[]) {
    this.#texts = texts;
  }

  read(member: string): string {
    return this.#texts[nameIndex(member)] ?? "";
  }

  replace(member: string, text: string): void {
    this.#texts[nameIndex(member)] = text;
  }
}

function nameIndex(name: string): number {
  for (let index = 0; index < NAMES.length; index += 1) if (NAMES[index] === name) return index;
  throw new Error(`Nobody here is called ${name}.`);
}

/** The place of a request in the lists of `Outside`. */
export function indexOf(request_id: string): number {
  return Number(request_id.slice("req-".length)) - 1;
}

/** A world as the rules see it. */
export function seen({ state }: World): Seen {
  const { team, requests, runs, mail, limits } = state;
  return { team, requests, runs, limits, mailbox: (name) => mail.read(name) };
}

/** The work of running one of the contents that main.py may have. */
function workAt(content: number): ApprovedWork {
  return content === 0 ? honest : evil;
}

const honest: ApprovedWork = workOf("0");
const evil: ApprovedWork = workOf("e");

function workOf(digit: string): ApprovedWork {
  return {
    sha256: digit.repeat(64),
    command: ["/usr/bin/python3", "-I", "main.py"],
    folder: "/session/workspace",
  };
}

function isSameMember(one: Member | undefined, other: Member): boolean {
  return (
    one?.status === other.status &&
    one.cursor === other.cursor &&
    one.turns === other.turns &&
    one.incarnation === other.incarnation &&
    one.modelCalls === other.modelCalls &&
    one.answers === other.answers &&
    one.epoch === other.epoch
  );
}

function isSameRecord(one: RequestRecord | undefined, other: RequestRecord): boolean {
  return (
    one?.status === other.status &&
    one.reply === other.reply &&
    one.used === other.used &&
    one.work === other.work &&
    one.kind === other.kind &&
    one.sender === other.sender &&
    one.target === other.target &&
    one.payload === other.payload &&
    one.receipt === other.receipt &&
    one.incarnation === other.incarnation
  );
}
