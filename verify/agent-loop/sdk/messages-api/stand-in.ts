import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Anthropic } from "@anthropic-ai/sdk";
import type { Model, ModelResponse } from "../../../../lessons/s01-agent-loop/model.ts";
import { type ApiError, readRequest, type WireRequest } from "./wire-request.ts";

export const API_KEY = "key-of-the-stand-in";

/**
 * What goes over the wire. `end`: only the first half of the text is sent, then the socket is closed, or nothing more
 * comes. `headers` are sent in place of the one that lets a failed request be sent again at once.
 */
export type Reply = {
  status: number;
  text: string;
  contentType?: string;
  end?: "cut" | "stall";
  headers?: Record<string, string>;
};

/** One HTTP request and the status of its answer. `retry` is the client's own count of its tries, from "0". */
export type Exchange = { actor: string | undefined; text: string; retry: string; status: number };

export type StandInOptions = {
  /** Who is behind the API. */
  model: Model;
  /** Sees each well-formed request, number `count` from 1, before the model does, and may answer in its place. */
  inject?: (wire: WireRequest, count: number) => Reply | undefined;
};

export type StandIn = { url: string; exchanges: readonly Exchange[]; close: () => Promise<void> };

/**
 * A Messages API on 127.0.0.1, at a free port, that refuses what the API refuses and lets `model` answer the rest.
 * What the model throws is answered as 400, so that a script that does not fit stops the run with its own words.
 */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, response) => {
    const text = await readAll(incoming);
    const retry = String(incoming.headers["x-stainless-retry-count"]);
    const exchange: Exchange = { actor: undefined, text, retry, status: 0 };
    const count = exchanges.push(exchange);
    const wire = readWire(incoming, text);
    if ("request" in wire) exchange.actor = wire.request.actor;
    const reply = "request" in wire ? await replyTo(wire, count, options) : errorReply(wire);
    exchange.status = reply.status;
    send(response, reply, count);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function errorReply({ status, type, message }: ApiError): Reply {
  return { status, text: JSON.stringify({ type: "error", error: { type, message }, request_id: null }) };
}

/** A whole response. `changes` puts anything in the place of its parts, or takes one away with `undefined`. */
export function messageReply(answer: ModelResponse, changes: Record<string, unknown> = {}): Reply {
  return { status: 200, text: JSON.stringify({ ...messageOf(answer), ...changes }) };
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
  return text;
}

function readWire({ method, url, headers }: IncomingMessage, text: string): WireRequest | ApiError {
  if (method === "POST" && url === "/v1/messages") return readRequest(headers, text, API_KEY);
  return { status: 404, type: "not_found_error", message: `there is no ${method} ${url}` };
}

async function replyTo(wire: WireRequest, count: number, { model, inject }: StandInOptions): Promise<Reply> {
  const injected = inject?.(wire, count);
  if (injected) return injected;
  try {
    return messageReply(await model.respond(wire.request), { id: `msg_${count}`, model: wire.model });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return errorReply({ status: 400, type: "invalid_request_error", message });
  }
}

function send(
  response: ServerResponse,
  { status, text, contentType, end, headers }: Reply,
  count: number,
): void {
  response.writeHead(status, {
    "content-type": contentType ?? "application/json",
    "content-length": Buffer.byteLength(text),
    "request-id": `req_${count}`,
    // Without it, the client waits half a second and more before it asks again.
    ...(headers ?? (status >= 400 && { "retry-after-ms": "1" })),
  });
  if (end === undefined) response.end(text);
  else response.write(text.slice(0, text.length / 2), () => end === "cut" && response.destroy());
}

function messageOf({ content, stop_reason }: ModelResponse): Anthropic.Message {
  return {
    id: "msg_0",
    type: "message",
    role: "assistant",
    model: "stand-in",
    content: content.map((block) =>
      block.type === "text" ? { ...block, citations: null } : { ...block, caller: { type: "direct" } },
    ),
    stop_reason,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      output_tokens_details: null,
      cache_creation: null,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      inference_geo: null,
      server_tool_use: null,
      service_tier: null,
      speed: null,
    },
  };
}
