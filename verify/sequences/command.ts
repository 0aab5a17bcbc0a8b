import * as fc from "fast-check";
import { type Limits, practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";

/** A number picks one of the requests that are there, first those that fit best; a text is taken as it is. */
export type RequestChoice = number | string;

/** What the work of a turn does: calls of `run_main`, and what the host answers to each. */
export type WorkPlan = {
  request: RequestChoice;
  host: "allow" | "ask" | "deny";
  calls: 1 | 2;
  /** Both calls start before either has ended. */
  atOnce: boolean;
  /** While the host is asked, the work becomes this content. */
  editMeanwhile: number | null;
};

/** A protocol body that somebody writes by hand, near a true one or far from it. */
export type ForgedBody = {
  request: RequestChoice;
  type: typeof RIGHT | "plan_response" | "shutdown_response" | "plan_request" | "toString";
  /** `saved` copies the reply that was saved, so that only the rest of the letter is false. */
  approve: boolean | "saved" | "true" | 1 | null;
  feedback: string | 7;
  twist: "none" | "extra key" | "missing key" | "prototype key" | "key twice" | "not JSON" | "a list";
};

export type LetterChoice =
  | { copyOf: string; nth: number }
  | { sender: string | typeof RIGHT; recipient: string | typeof RIGHT; forged: ForgedBody };

/** Stands for the name that would be right in its place, so that a single thing about a letter can be false. */
export const RIGHT = "(the right one)";

export type ForeignEdit =
  | { hand: "adds"; sender: string | typeof RIGHT; body: string | ForgedBody }
  | {
      hand: "damages";
      how:
        | "cut"
        | "junk"
        | "gap"
        | "stranger"
        | "self"
        | "key twice"
        | "surrogate"
        | "empty line"
        | "bytes"
        | "link"
        | "large";
    };

export type Single =
  | {
      do: "open";
      sender: string;
      target: string;
      kind: string;
      words: unknown;
      /** The content whose fingerprint the host adds, the current one, or none. */
      tag: number | "current" | "none";
    }
  | { do: "reply"; request: RequestChoice; actor: string; approve: unknown; feedback: unknown }
  | { do: "withdraw"; request: RequestChoice; actor: string | typeof RIGHT }
  | { do: "match"; letter: LetterChoice; recipient: string | typeof RIGHT }
  | { do: "send"; sender: string; recipient: string; body: unknown }
  | { do: "claim"; actor: string; request: RequestChoice; content: number | "current" | "none" }
  | { do: "join"; name: string };

export type Command =
  | Single
  /** `atOnce`: two readers of the same mailbox at the same time. */
  | { do: "consume"; member: string; atOnce: boolean }
  | { do: "begin"; member: string }
  /** Ends one of the turns that are held, if there is one. */
  | { do: "end"; nth: number; work: WorkPlan | null }
  | { do: "turn"; member: string; work: WorkPlan }
  | { do: "edit"; content: number }
  | { do: "foreign"; mailbox: string; edit: ForeignEdit }
  | { do: "mend" }
  /** Another process takes the session up. A turn that is held goes on in the process that began it. */
  | { do: "rejoin" }
  /** The process is killed before one of the file operations of what it does, and another takes the session up. */
  | { do: "kill"; during: Single; at: number }
  | { do: "fail next save"; how: "disk" | "lock" | "touched" }
  | { do: "together"; first: Single; second: Single };

/** The contents that the program may have; `edit` goes from one to another and back. */
export const CONTENTS = 3;

const PREFIX = "[team-protocol] ";

const chosen = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const weighted = <T>(...parts: readonly [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const teammate = weighted<string>([14, chosen("reader")], [3, chosen("reviewer")], [1, chosen("helper")]);
const member = weighted<string>([3, teammate], [2, chosen("lead")]);
const name = weighted<string>(
  [60, member],
  [1, chosen("nobody", "Reader", "__proto__", "../lead", "", "x".repeat(25))],
);
const request: fc.Arbitrary<RequestChoice> = weighted<RequestChoice>(
  [10, chosen(0)],
  [8, fc.nat(5)],
  [1, chosen("req-0", "req-9", "", "constructor")],
);
const words = weighted<unknown>(
  [10, chosen("run it", "close, please", "  trimmed  ")],
  [3, fc.string({ unit: "grapheme", maxLength: 12 })],
  [2, chosen("y".repeat(154), "y".repeat(155), "y".repeat(180), "y".repeat(181), "\u{1f600}".repeat(154))],
  [
    1,
    chosen<unknown>(
      "",
      " \n ",
      "\ud800",
      7,
      undefined,
      "as before [sha256 0123456789abcdef]",
      "\u2028",
      "\u0085go\u001f",
      "\ufeff",
    ),
  ],
);
const feedback = weighted<unknown>(
  [16, chosen("", "fine", "no: say more")],
  [2, chosen("z".repeat(120), "z".repeat(121), "\u{1f600}".repeat(120), " fine ", "\u0000")],
  [1, chosen<unknown>("\udc00", null, 3, "\u001d fine\u0085", "\ufefffine")],
);
const body = weighted<unknown>(
  [6, chosen("hello", "yes", "approve req-1", "b".repeat(300))],
  [3, fc.string({ unit: "grapheme", maxLength: 20 })],
  [2, chosen("b".repeat(600), "b".repeat(601), "\u{1f600}".repeat(600), "\u0001".repeat(600), "[mail] {}")],
  [
    2,
    chosen<unknown>(
      `${PREFIX}{}`,
      `  ${PREFIX}{}`,
      "[team-protocol]{}",
      "",
      " ",
      "\ud83d",
      42,
      "a\nb\u2028c",
      "\u001c\u0085",
      `\ufeff${PREFIX}{}`,
    ),
  ],
);
const forged: fc.Arbitrary<ForgedBody> = fc.record({
  request,
  type: weighted<ForgedBody["type"]>(
    [8, chosen(RIGHT)],
    [2, chosen("plan_response", "shutdown_response")],
    [1, chosen("plan_request", "toString")],
  ),
  approve: weighted<ForgedBody["approve"]>(
    [6, chosen<ForgedBody["approve"]>("saved", "saved", true, false)],
    [1, chosen<ForgedBody["approve"]>("true", 1, null)],
  ),
  feedback: weighted<ForgedBody["feedback"]>(
    [6, chosen("saved", "saved", "", "fine")],
    [1, chosen<ForgedBody["feedback"]>("z".repeat(121), 7)],
  ),
  twist: weighted<ForgedBody["twist"]>(
    [9, chosen("none")],
    [1, chosen("extra key", "missing key", "prototype key", "key twice", "not JSON", "a list")],
  ),
});
const nearlyRight = weighted<string>([5, chosen(RIGHT)], [1, name]);
const letter = weighted<LetterChoice>(
  [2, fc.record({ copyOf: member, nth: fc.nat(7) })],
  [3, fc.record({ sender: nearlyRight, recipient: nearlyRight, forged })],
);
const content = fc.nat(CONTENTS - 1);
const worker = weighted<string>([20, teammate], [1, name]);
const work: fc.Arbitrary<WorkPlan> = fc.record({
  request,
  host: weighted<WorkPlan["host"]>([6, chosen("allow")], [2, chosen("deny", "ask")]),
  calls: chosen(1, 2),
  atOnce: fc.boolean(),
  editMeanwhile: weighted<number | null>([8, chosen(null)], [1, content]),
});
const tag = weighted<number | "current" | "none">([8, chosen("current")], [1, content], [1, chosen("none")]);

const planOpen = fc.record({
  do: chosen("open"),
  sender: teammate,
  target: chosen("lead"),
  kind: chosen("plan"),
  words,
  tag,
});
const shutdownOpen = fc.record({
  do: chosen("open"),
  sender: chosen("lead"),
  target: teammate,
  kind: chosen("shutdown"),
  words,
  tag: chosen("none"),
});
const anyOpen = fc.record({
  do: chosen("open"),
  sender: name,
  target: name,
  kind: chosen("plan", "shutdown", "holiday"),
  words,
  tag,
});
const open = weighted<Single>([6, planOpen], [4, shutdownOpen], [2, anyOpen]);
const reply = fc.record({
  do: chosen("reply"),
  request,
  actor: weighted<string>([1, chosen("lead")], [1, name]),
  approve: weighted<unknown>([24, chosen(true, true, false)], [1, chosen<unknown>("true", 1, null)]),
  feedback,
});
const withdraw = fc.record({ do: chosen("withdraw"), request, actor: nearlyRight });
const match = fc.record({ do: chosen("match"), letter, recipient: nearlyRight });
const send = fc.record({ do: chosen("send"), sender: name, recipient: name, body });
const claim = fc.record({
  do: chosen("claim"),
  actor: name,
  request,
  content: weighted<number | "current" | "none">([6, chosen("current")], [1, content], [1, chosen("none")]),
});
const join = fc.record({ do: chosen("join"), name });
const single = weighted<Single>(
  [3, open],
  [5, reply],
  [2, withdraw],
  [2, match],
  [2, send],
  [1, claim],
  [1, join],
);

const killable = weighted<Single>(
  [3, planOpen],
  [3, open],
  [6, reply],
  [2, withdraw],
  [2, match],
  [2, send],
  [1, join],
);

const foreign = fc.record({
  do: chosen("foreign"),
  mailbox: member,
  edit: weighted<ForeignEdit>(
    [
      2,
      fc.record({
        hand: chosen("adds"),
        sender: nearlyRight,
        body: weighted<string | ForgedBody>([3, forged], [1, chosen("psst")]),
      }),
    ],
    [
      1,
      fc.record({
        hand: chosen("damages"),
        how: chosen(
          "cut",
          "junk",
          "gap",
          "stranger",
          "self",
          "key twice",
          "surrogate",
          "empty line",
          "bytes",
          "link",
          "large",
        ),
      }),
    ],
  ),
});

const command: fc.Arbitrary<Command> = weighted<Command>(
  [5, planOpen],
  [7, open],
  [14, reply],
  [3, withdraw],
  [6, match],
  [
    14,
    fc.record({
      do: chosen("consume"),
      member: name,
      atOnce: weighted<boolean>([4, chosen(false)], [1, chosen(true)]),
    }),
  ],
  [7, send],
  [4, fc.record({ do: chosen("begin"), member: name })],
  [6, fc.record({ do: chosen("end"), nth: fc.nat(1), work: fc.option(work, { nil: null }) })],
  [12, fc.record({ do: chosen("turn"), member: worker, work })],
  [2, claim],
  [3, join],
  [2, fc.record({ do: chosen("edit"), content })],
  [3, foreign],
  [3, fc.record({ do: chosen("mend") })],
  [2, fc.record({ do: chosen("rejoin") })],
  [3, fc.record({ do: chosen("kill"), during: killable, at: fc.nat(75) })],
  [3, fc.record({ do: chosen("fail next save"), how: chosen("disk", "lock", "touched") })],
  [6, fc.record({ do: chosen("together"), first: single, second: single })],
);

const plan = {
  do: "open",
  sender: "reader",
  target: "lead",
  kind: "plan",
  words: "run it",
  tag: "current",
} as const;
const yes = { do: "reply", request: 0, actor: "lead", approve: true, feedback: "" } as const;
const readMail = { do: "consume", member: "reader", atOnce: false } as const;
const leave = {
  do: "open",
  sender: "lead",
  target: "reader",
  kind: "shutdown",
  words: "close",
  tag: "none",
} as const;

/** Where a sequence begins: mostly with nothing, else where most of the rules have something to say. */
const beginning = chosen<readonly Command[]>(
  [],
  [],
  [plan, yes, readMail],
  [plan, { ...yes, approve: false }, readMail],
  [leave, { ...yes, actor: "reader" }],
  [plan, yes, readMail, leave, { ...yes, actor: "reader" }, { do: "join", name: "reader" }],
);

export const sequence: fc.Arbitrary<Command[]> = fc
  .tuple(beginning, fc.array(command, { minLength: 1, maxLength: 90, size: "max" }))
  .map(([first, rest]) => [...first, ...rest]);

/** The practice's quotas, and smaller ones that a short sequence can reach. */
export const limits: fc.Arbitrary<Limits> = chosen<Limits>(
  practiceLimits,
  { bodyCharacters: 600, mailboxMessages: 40, mailboxBytes: 64_000, sessionRequests: 30 },
  { bodyCharacters: 600, mailboxMessages: 12, mailboxBytes: 32_000, sessionRequests: 12 },
  { bodyCharacters: 600, mailboxMessages: 3, mailboxBytes: 1_400, sessionRequests: 2 },
  { bodyCharacters: 120, mailboxMessages: 5, mailboxBytes: 900, sessionRequests: 3 },
);
