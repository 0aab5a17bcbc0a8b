import * as z from "zod";

/** What a call asks for: the tool, and its input as the model gave it. */
const call = { tool: z.string(), input: z.unknown() };

const textBlock = z.strictObject({ type: z.literal("text"), text: z.string() });
const toolUseBlock = z.strictObject({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const toolResultBlock = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.string(),
  is_error: z.literal(true).exactOptional(),
});
const userBlock = z.discriminatedUnion("type", [textBlock, toolResultBlock]);
const answerBlock = z.discriminatedUnion("type", [textBlock, toolUseBlock]);

/** A part of a message to or from a model, as it is kept. */
export const contentBlock = z.discriminatedUnion("type", [...userBlock.options, toolUseBlock]);

/** What happens to members and ordinary letters. s16 adds what the protocol does. */
export const memberEvent = z.discriminatedUnion("event", [
  z.strictObject({
    event: z.literal("member_joined"),
    member: z.string(),
    role: z.string(),
    incarnation: z.number(),
  }),
  z.strictObject({
    event: z.literal("letter_sent"),
    sender: z.string(),
    recipient: z.string(),
    letter: z.string(),
    type: z.enum(["message", "broadcast"]),
    text: z.string(),
  }),
  z.strictObject({
    event: z.literal("turn_started"),
    member: z.string(),
    turn: z.number(),
    /** What the turn is for, in the host's word. */
    purpose: z.string(),
  }),
  z.strictObject({
    event: z.literal("model_called"),
    member: z.string(),
    /** The number of this answer among all answers in the session. */
    call: z.number(),
    tools: z.array(z.string()),
    text: z.string(),
  }),
  /**
   * What the request behind a `model_called` held, and the answer: told in the same section, right behind it. All
   * messages but the last are those of the member's exchanges before, so each is kept once: `model-traffic.ts` puts the
   * requests together again.
   */
  z.strictObject({
    event: z.literal("model_exchange"),
    member: z.string(),
    /** The number of the answer, as in `model_called`. */
    call: z.number(),
    system: z.string(),
    /** The names of the offered tools. */
    tools: z.array(z.string()),
    /** How many messages the request held. */
    messages: z.number(),
    /** The last of them, when it was the user's. Empty when the request ended with an answer, or held nothing. */
    newest: z.array(userBlock),
    answer: z.array(answerBlock),
  }),
  z.strictObject({
    event: z.literal("tool_finished"),
    member: z.string(),
    ...call,
    is_error: z.boolean(),
    content: z.string(),
  }),
  z.strictObject({
    event: z.literal("turn_ended"),
    member: z.string(),
    turn: z.number(),
    status: z.enum(["finished", "call_limit"]),
    text: z.string(),
    model_calls: z.number(),
  }),
  /** A turn that a fault or a refusal has ended. */
  z.strictObject({ event: z.literal("turn_failed"), member: z.string(), message: z.string() }),
  /** A turn was asked for, and the member cannot have one now. */
  z.strictObject({
    event: z.literal("delivery_refused"),
    member: z.string(),
    status: z.enum(["unavailable", "busy"]),
  }),
]);
export type MemberEvent = z.output<typeof memberEvent>;
export type ModelExchange = Extract<MemberEvent, { event: "model_exchange" }>;
