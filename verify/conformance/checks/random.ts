import * as fc from "fast-check";
import { type Asked, type Deviation, runCheck } from "../run-checks.ts";
import type { WireRequest, WireState } from "../wire.ts";
import { practiceStart, type Start, type Step } from "./check.ts";
import { adds, changes, honestWork, linesOf, otherWork } from "./steps.ts";

/** How many sequences are tried, of how many steps at most, and where chance begins. */
export type RandomOptions = { runs: number; seed: number };
export const STEPS = 40;

export type RandomResult = { operations: number; deviation: Deviation | undefined };

/**
 * Random sequences of everything that the wire can say, valid and hostile, held against the lessons step by step. Of a
 * sequence that comes out differently, the shortest part that still does is returned. The same seed asks the same.
 */
export async function runRandom(port: Asked, { runs, seed }: RandomOptions): Promise<RandomResult> {
  let operations = 0;
  let deviation: Deviation | undefined;
  let fault: unknown;
  const property = fc.asyncProperty(
    start,
    fc.array(step, { minLength: 1, maxLength: STEPS, size: "max" }),
    async (from, steps) => {
      operations += steps.length;
      try {
        const found = await runCheck({ start: from, steps }, port);
        // The last one that fails is the smallest that was found.
        if (found) deviation = found;
        return !found;
      } catch (error) {
        fault = error;
        return false;
      }
    },
  );
  await fc.check(property, { numRuns: runs, seed });
  if (fault) throw fault;
  return { operations, deviation };
}

const start: fc.Arbitrary<Start> = fc.constantFrom(practiceStart, {
  ...practiceStart,
  limits: { body_characters: 200, mailbox_messages: 4, mailbox_bytes: 1_200, session_requests: 6 },
});

const chosen = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const weighted = <T>(...parts: readonly [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const teammate = weighted<string>([8, chosen("reader")], [3, chosen("reviewer")], [1, chosen("helper")]);
const member = weighted<string>([3, teammate], [2, chosen("lead")]);
const name = weighted<unknown>(
  [30, member],
  [1, chosen<unknown>("nobody", "Reader", "__proto__", "../lead", "", 7, null)],
);
const words = weighted<unknown>(
  [8, chosen("run it", "  trimmed \u0085", "yes", '{"a":1}')],
  [2, fc.string({ unit: "grapheme", maxLength: 12 })],
  [
    1,
    chosen<unknown>(
      "y".repeat(180),
      "y".repeat(181),
      "\u{1f600}".repeat(180),
      "\u0001".repeat(120),
      "",
      " \n ",
      "\ud800",
      7,
      null,
      "\ufeff",
    ),
  ],
);
const feedback = weighted<unknown>(
  [9, chosen("", "fine", " fine ")],
  [1, chosen<unknown>("z".repeat(120), "z".repeat(121), "\udc00", null, 3, "\u0000")],
);
const body = weighted<unknown>(
  [4, words],
  [
    1,
    chosen<unknown>(
      "b".repeat(200),
      "b".repeat(600),
      "b".repeat(601),
      "[team-protocol] {}",
      " [team-protocol] {}",
      "[broadcast] hi",
      "a\nb\u2028c",
    ),
  ],
);
const approve = weighted<unknown>(
  [16, chosen(true, true, false)],
  [1, chosen<unknown>("true", "false", 1, 0, null, [])],
);
const host = chosen("allow", "allow", "ask", "deny");
const work = weighted<typeof honestWork | null>(
  [8, chosen(honestWork)],
  [2, chosen(otherWork)],
  [1, chosen(null)],
);
const nth = fc.nat(5);

/** The id of a request that is there, the newest first, or one that is not. */
type RequestChoice = { nth: number } | { id: unknown };
const request = weighted<RequestChoice>(
  [18, fc.record({ nth })],
  [
    1,
    fc.record({ id: chosen<unknown>("req-0", "req-9", "", "constructor", "__proto__", 7, null, " req-1") }),
  ],
);

function idOf({ requests }: WireState, choice: RequestChoice): unknown {
  if ("id" in choice) return choice.id;
  const ids = Object.keys(requests).reverse();
  return ids[choice.nth % Math.max(ids.length, 1)] ?? "req-1";
}

/** A response near the true one: one thing about it may be false. */
const twist = weighted<string>(
  [8, chosen("none")],
  [
    1,
    chosen(
      "approve",
      "feedback",
      "type",
      "request",
      "word",
      "extra",
      "missing",
      "twice",
      "cut",
      "list",
      "blanks",
      "surrogate",
    ),
  ],
);

function forged(
  state: WireState,
  choice: RequestChoice,
  how: string,
): { body: string; asker: string; answerer: string } {
  const request_id = String(idOf(state, choice));
  const record = Object.hasOwn(state.requests, request_id) ? state.requests[request_id] : undefined;
  const { approve: yes, feedback: note } = record?.reply ?? { approve: true, feedback: "" };
  const kind = record?.kind ?? "plan";
  const isRequest = how === "request";
  const content: Record<string, unknown> = isRequest
    ? { payload: record?.payload ?? "", request_id, type: `${kind}_request` }
    : { approve: yes, feedback: note, request_id, type: `${kind}_response` };
  if (how === "approve") content.approve = !yes;
  if (how === "feedback") content.feedback = `${note}!`;
  if (how === "type") content.type = kind === "plan" ? "shutdown_response" : "plan_response";
  if (how === "word") content.approve = String(yes);
  if (how === "extra") content.signed = "lead";
  if (how === "missing") delete content.approve;
  if (how === "surrogate") content.feedback = "\ud800";
  let json = how === "blanks" ? JSON.stringify(content, null, 1) : JSON.stringify(content);
  if (how === "twice") json = json.replace("{", '{"approve":true,');
  if (how === "cut") json = json.slice(0, -1);
  if (how === "list") json = `[${json}]`;
  return {
    body: `[team-protocol] ${json}`,
    asker: record?.sender ?? "reader",
    answerer: record?.target ?? "lead",
  };
}

const tampering = weighted<string>(
  [3, chosen("forged")],
  [2, chosen("cut", "copy", "junk", "swap", "stranger", "drop", "blank")],
);

const step: fc.Arbitrary<Step> = weighted<Step>(
  [
    4,
    fc.record({ sender: teammate, words, work }).map(
      ({ sender, words: payload, work: about }): Step => ({
        do: "open",
        sender,
        target: "lead",
        kind: "plan",
        payload,
        work: about,
      }),
    ),
  ],
  [
    3,
    fc.record({ target: teammate, words }).map(
      ({ target, words: payload }): Step => ({
        do: "open",
        sender: "lead",
        target,
        kind: "shutdown",
        payload,
        work: null,
      }),
    ),
  ],
  [
    1,
    fc.record({
      do: chosen("open"),
      sender: name,
      target: name,
      kind: chosen<unknown>("plan", "shutdown", "holiday", 1),
      payload: words,
      work,
    }),
  ],
  [
    9,
    fc
      .record({ request, actor: weighted<unknown>([6, chosen("(asked)")], [1, name]), approve, feedback })
      .map(
        ({ request: choice, actor, ...reply }): Step =>
          (state) => {
            const request_id = idOf(state, choice);
            const asked = state.requests[String(request_id)]?.target ?? "lead";
            return { do: "reply", request_id, actor: actor === "(asked)" ? asked : actor, ...reply };
          },
      ),
  ],
  [
    2,
    fc.record({ request, actor: weighted<unknown>([4, chosen("(asker)")], [1, name]) }).map(
      ({ request: choice, actor }): Step =>
        (state) => {
          const request_id = idOf(state, choice);
          const asker = state.requests[String(request_id)]?.sender ?? "reader";
          return { do: "withdraw", request_id, actor: actor === "(asker)" ? asker : actor };
        },
    ),
  ],
  [7, fc.record({ do: chosen("consume"), member: name })],
  [
    4,
    fc
      .record({
        request,
        twist,
        sender: weighted<unknown>([5, chosen("(right)")], [1, name]),
        recipient: weighted<unknown>([5, chosen("(right)")], [1, name]),
      })
      .map(
        ({ request: choice, twist: how, sender, recipient }): Step =>
          (state) => {
            const letter = forged(state, choice, how);
            const message = {
              id: "reader-1",
              sender: sender === "(right)" ? letter.answerer : sender,
              recipient: letter.asker,
              body: letter.body,
            };
            return { do: "match", message, recipient: recipient === "(right)" ? letter.asker : recipient };
          },
      ),
  ],
  [
    1,
    fc.record({
      do: chosen("match"),
      message: chosen<unknown>(null, {}, "text", { body: 7 }, { body: "[team-protocol] {}" }),
      recipient: name,
    }),
  ],
  [3, fc.record({ do: chosen("send"), sender: name, recipient: name, body })],
  [1, fc.record({ do: chosen("join"), name })],
  [2, fc.record({ do: chosen("occupy"), member: teammate })],
  [2, fc.record({ do: chosen("free"), member: teammate })],
  [
    5,
    fc
      .record({
        request,
        actor: weighted<unknown>([5, chosen("(asker)")], [1, name]),
        work,
        host,
        claims: fc.boolean(),
      })
      .map(
        ({ request: choice, actor, claims, host: answer, work: now }): Step =>
          (state) => {
            const request_id = idOf(state, choice);
            const asker = state.requests[String(request_id)]?.sender ?? "reader";
            const who = { actor: actor === "(asker)" ? asker : actor, request_id, work: now };
            return claims ? { do: "claim", ...who } : { do: "gate", ...who, host: answer };
          },
      ),
  ],
  [
    1,
    fc.record({ nth, exit_code: chosen(0, 1) }).map(
      ({ nth: which, exit_code }): Step =>
        (state): WireRequest => ({ do: "end", request_id: String(idOf(state, { nth: which })), exit_code }),
    ),
  ],
  [1, fc.record({ do: chosen("disk"), full: weighted([1, chosen(true)], [4, chosen(false)]) })],
  [1, fc.constant<Step>({ do: "reopen" })],
  [
    2,
    fc
      .record({
        mailbox: member,
        how: tampering,
        request,
        twist: weighted([4, twist], [1, chosen("request")]),
      })
      .map(
        ({ mailbox, how, request: choice, twist: bent }): Step =>
          (state) => {
            const step = tampered(state, mailbox, how, choice, bent);
            return typeof step === "function" ? step(state) : step;
          },
      ),
  ],
);

function tampered(state: WireState, mailbox: string, how: string, choice: RequestChoice, bent: string): Step {
  if (how === "forged") {
    const { body: text, answerer } = forged(state, choice, bent);
    return adds(mailbox, answerer === mailbox ? "reviewer" : answerer, text);
  }
  if (how === "stranger") return adds(mailbox, "stranger", "hello");
  return changes(mailbox, (text) => {
    const lines = linesOf(text);
    const [first = "", second = "", ...rest] = lines;
    if (how === "cut") return `${text}{"id":`;
    if (how === "copy") return text + (lines.at(-1) ?? "");
    if (how === "swap") return [second, first, ...rest].join("");
    if (how === "drop") return lines.slice(0, -1).join("");
    if (how === "blank") return `${text}\n`;
    return `${text}{"id":1}\n`;
  });
}
