import {
  type AssistantMessage,
  appendUserBlocks,
  type Message,
  type ToolResultBlock,
  type ToolUseBlock,
} from "./model.ts";

/** One answer of a model: what is kept of it, the calls as they came, and its words. */
export type Answer = {
  content: AssistantMessage["content"];
  calls: readonly ToolUseBlock[];
  text: string;
};

/**
 * Where the history of one member is kept. The loop reads it before each model call, and gives each part to it as soon
 * as it is there: an answer before any call of it is executed, a result as soon as its call has ended.
 */
export type Conversation = {
  messages: () => Promise<readonly Message[]>;
  /** Keeps an answer. One without content leaves no message behind: the Messages API refuses it. */
  say: (answer: Answer) => Promise<void>;
  /** Keeps the result of a call, once. A call that has a result already keeps the first. */
  answer: (call: ToolUseBlock, result: ToolResultBlock) => Promise<void>;
};

/** A conversation in a list of messages. */
export function conversationIn(history: Message[]): Conversation {
  return {
    messages: async () => history,
    say: async ({ content }) => {
      if (content.length > 0) history.push({ role: "assistant", content });
    },
    answer: async (_, result) => appendUserBlocks(history, [result]),
  };
}
