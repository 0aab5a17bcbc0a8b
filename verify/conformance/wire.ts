import * as z from "zod";

/** The version of the wire, which `hello` gives. */
export const WIRE_VERSION = 1;

/** A value as a model or a stranger may give it, of any type or missing. What it should be is the description. */
const given = (meant: string): z.ZodOptional<z.ZodUnknown> => z.unknown().describe(meant).optional();

const memberName = z.string().describe("a member's name");
const hostAnswer = z.enum(["allow", "ask", "deny"]).describe("what the host says, if it is asked");

/** The exact work that a plan is about, or that would run now. Null: there is nothing to run. */
const work = z
  .strictObject({ sha256: z.string(), command: z.array(z.string()), folder: z.string() })
  .nullable()
  .describe("the exact work; null when there is none");
export type WireWork = z.output<typeof work>;

const limits = z.strictObject({
  body_characters: z.int(),
  mailbox_messages: z.int(),
  mailbox_bytes: z.int(),
  session_requests: z.int(),
});

/** What is asked, apart from the id. The one definition: the schema file and the TypeScript types come from it. */
export const wireRequest = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("hello") }),
  z
    .strictObject({ do: z.literal("reset"), team: z.array(memberName), limits })
    .describe("A new session: this team, all idle; no letters, no requests; saves work."),
  z.strictObject({
    do: z.literal("open"),
    sender: given("a member's name"),
    target: given("a member's name"),
    kind: given('"plan" or "shutdown"'),
    payload: given("text of 1 to 180 characters"),
    work,
  }),
  z.strictObject({
    do: z.literal("reply"),
    request_id: given("a request's id"),
    actor: given("the member that answers, by the host's word"),
    approve: given("true or false"),
    feedback: given("text of 0 to 120 characters"),
  }),
  z.strictObject({
    do: z.literal("match"),
    message: given("one line of a mailbox"),
    recipient: given("the member whose mailbox it was in"),
  }),
  z.strictObject({ do: z.literal("consume"), member: given("a member's name") }),
  z.strictObject({
    do: z.literal("withdraw"),
    request_id: given("a request's id"),
    actor: given("the member that takes it back"),
  }),
  z.strictObject({
    do: z.literal("send"),
    sender: given("a member's name"),
    recipient: given("a member's name"),
    body: given("text"),
  }),
  z.strictObject({ do: z.literal("join"), name: given("the newcomer's name") }),
  z.strictObject({ do: z.literal("occupy"), member: memberName }).describe("A turn of the member begins."),
  z.strictObject({ do: z.literal("free"), member: memberName }).describe("Its turn, if it is in one, ends."),
  z
    .strictObject({
      do: z.literal("gate"),
      actor: given("the member that calls run_main"),
      request_id: given("the request that its turn is bound to"),
      work,
      host: hostAnswer,
    })
    .describe("A call of run_main: the plan gate, and behind it the host. Nothing starts."),
  z
    .strictObject({
      do: z.literal("permission"),
      tool: z.string(),
      tools: z.array(z.strictObject({ name: z.string(), access: z.enum(["read", "execute"]) })),
      only: z.string().nullable().describe("the one tool of this turn, or null"),
      host: hostAnswer,
    })
    .describe("A call of a tool without a plan gate."),
  z
    .strictObject({
      do: z.literal("claim"),
      actor: given("the member that starts the work"),
      request_id: given("a request's id"),
      work,
    })
    .describe("The run is about to start: the gate once more, and the approval is used up."),
  z
    .strictObject({ do: z.literal("end"), request_id: z.string(), exit_code: z.int() })
    .describe("The run that this request allowed has ended."),
  z
    .strictObject({ do: z.literal("reopen") })
    .describe("Forget everything that is not kept, and load the rest."),
  z
    .strictObject({ do: z.literal("foreign"), mailbox: memberName, text: z.string() })
    .describe("Somebody else has written to this mailbox: its whole text is this now."),
  z
    .strictObject({ do: z.literal("disk"), full: z.boolean() })
    .describe("While it is full, every save of a letter fails."),
  z.strictObject({ do: z.literal("state") }),
]);
export type WireRequest = z.output<typeof wireRequest>;
export type WireOperation = WireRequest["do"];

const requestStatus = z.enum(["pending", "approved", "rejected", "withdrawn"]);
const nothing = z.strictObject({});
const planBlock = z.enum([
  "plan-missing",
  "plan-not-yours",
  "plan-pending",
  "plan-rejected",
  "plan-used",
  "plan-changed",
]);
const ignoredReason = z.enum([
  "ordinary_message",
  "bad_json",
  "invalid_response",
  "id_or_type",
  "role_or_recipient",
  "not_saved_reply",
]);
const run = z.strictObject({
  member: z.string(),
  status: z.enum(["started", "ended"]),
  exit_code: z.int().nullable(),
});

const wireState = z.strictObject({
  members: z.record(
    z.string(),
    z.strictObject({
      status: z.enum(["idle", "running", "closed"]),
      cursor: z.int().describe("how many letters it has taken in"),
      incarnation: z.int().describe("1 for the first bearer of the name"),
    }),
  ),
  requests: z.record(
    z.string(),
    z.strictObject({
      kind: z.enum(["plan", "shutdown"]),
      sender: z.string(),
      target: z.string(),
      payload: z.string(),
      status: requestStatus,
      reply: z.strictObject({ approve: z.boolean(), feedback: z.string() }).nullable(),
      receipt: z.string().describe("the id of the letter that carries the request"),
      work,
      used: z.boolean(),
      incarnation: z.int().describe("of the teammate that it is about"),
    }),
  ),
  mailboxes: z.record(z.string(), z.string()).describe("of each member, the text of its file"),
  runs: z.record(z.string(), run).describe("by the request that allowed it"),
});
export type WireState = z.output<typeof wireState>;

/** What an operation answers when it is not refused. */
export const wireResults = {
  hello: z.strictObject({ wire: z.literal(WIRE_VERSION), name: z.string() }),
  reset: nothing,
  open: z.strictObject({ request_id: z.string(), status: z.literal("pending") }),
  reply: z.union([
    z.strictObject({ request_id: z.string(), status: z.literal("queued"), receipt: z.string() }),
    z.strictObject({ request_id: z.string(), status: z.enum(["already_sent", "deferred"]) }),
  ]),
  match: z.union([
    z.strictObject({ request_id: z.string(), status: z.enum(["approved", "rejected", "duplicate"]) }),
    z.strictObject({ status: z.literal("ignored"), reason: ignoredReason }),
  ]),
  consume: z.strictObject({
    letters: z.array(
      z.discriminatedUnion("outcome", [
        z.strictObject({
          id: z.string(),
          outcome: z.literal("delivered"),
          request_id: z.string().nullable().describe("of an open request; null for ordinary text"),
        }),
        z.strictObject({
          id: z.string(),
          outcome: z.literal("matched"),
          request_id: z.string(),
          status: z.enum(["approved", "rejected", "duplicate"]),
        }),
        z.strictObject({ id: z.string(), outcome: z.literal("ignored"), reason: ignoredReason }),
      ]),
    ),
  }),
  withdraw: z.strictObject({ request_id: z.string(), status: z.literal("withdrawn") }),
  send: z.strictObject({ id: z.string(), status: z.literal("queued") }),
  join: z.strictObject({ status: z.enum(["joined", "taken"]), incarnation: z.int() }),
  occupy: z.strictObject({ status: z.enum(["occupied", "busy", "unavailable"]) }),
  free: z.strictObject({ status: z.enum(["idle", "closed"]) }),
  gate: z.strictObject({
    blocked_by: z.union([planBlock, z.literal("permission-denied")]).nullable(),
    host_asked: z.boolean(),
  }),
  permission: z.strictObject({
    blocked_by: z.enum(["unknown-tool", "not-in-this-turn", "permission-denied"]).nullable(),
    host_asked: z.boolean(),
  }),
  claim: z.strictObject({ blocked_by: planBlock.nullable() }),
  end: z.strictObject({ run: run.nullable() }),
  reopen: nothing,
  foreign: nothing,
  disk: nothing,
  state: wireState,
} satisfies Record<WireOperation, z.ZodType>;
export type WireResult<Operation extends WireOperation = WireOperation> = z.output<
  (typeof wireResults)[Operation]
>;

/** One line of the port: the result, or a refusal. Of a refusal the code counts, the message is for people. */
export const wireAnswer = z.union([
  z.strictObject({ id: z.int(), result: z.unknown() }).refine((answer) => answer.result !== undefined),
  z.strictObject({
    id: z.int(),
    error: z.strictObject({ code: z.string(), message: z.string().optional() }),
  }),
]);
export type WireAnswer = z.output<typeof wireAnswer>;

/** What two implementations must agree on: an answer without its id and its sentence. */
export type Outcome = { result: unknown } | { error: string };

/** The wire as a JSON Schema, for those who write a port: `wire.schema.json` is this. */
export function wireSchema(): unknown {
  const options = { unrepresentable: "any", io: "input" } as const;
  const schemaOf = (schema: z.ZodType): Record<string, unknown> => {
    const { $schema, ...rest } = z.toJSONSchema(schema, options);
    return rest;
  };
  const requests = wireRequest.options.map((option) => schemaOf(option.extend({ id: z.int() })));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `two-gates, the wire of an implementation, version ${WIRE_VERSION}`,
    description: "One JSON object a line: `request` on stdin, `answer` on stdout. README.md explains it.",
    $defs: {
      request: { anyOf: requests },
      answer: schemaOf(wireAnswer),
      results: {
        description: "What `result` holds, by the operation that was asked.",
        ...Object.fromEntries(Object.entries(wireResults).map(([name, schema]) => [name, schemaOf(schema)])),
      },
    },
  };
}
