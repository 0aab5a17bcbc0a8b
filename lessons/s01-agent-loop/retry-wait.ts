import { Anthropic } from "@anthropic-ai/sdk";

/** The longest that one call waits, all its waits together. Who asks for more is told to the caller instead. */
export const LONGEST_WAIT_MS = 60_000;

/** A wait that is about to begin. `attempt` is the one that comes after it, counted from 1. */
export type RetryWait = { ms: number; isAskedFor: boolean; attempt: number; attempts: number };

/**
 * How long to wait before the same request is sent again, in milliseconds: what the API asks for, else half a second
 * that doubles with each attempt, up to 8 s. Undefined when sending it again cannot help: only a 408, 409, 429, 5xx and
 * a connection that failed before the answer began are worth it, and what the API's `x-should-retry` says goes first.
 */
export function waitAfter(error: unknown, attempt: number): Pick<RetryWait, "ms" | "isAskedFor"> | undefined {
  if (!isWorthAnotherTry(error)) return undefined;
  const asked = error instanceof Anthropic.APIError ? waitAskedFor(error.headers) : undefined;
  return { ms: asked ?? Math.min(500 * 2 ** (attempt - 1), 8_000), isAskedFor: asked !== undefined };
}

/**
 * The wait that a response asks for, in milliseconds: its `retry-after-ms`, or its `retry-after` in seconds or as a
 * date (RFC 9110, section 10.2.3). Undefined when it asks for none that lies ahead.
 */
export function waitAskedFor(headers: Headers | undefined): number | undefined {
  const after = headers?.get("retry-after") ?? "";
  const inMs = [
    Number.parseFloat(headers?.get("retry-after-ms") ?? ""),
    Number(after || Number.NaN) * 1000,
    Date.parse(after) - Date.now(),
  ];
  return inMs.find((ms) => ms > 0);
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof Anthropic.APIConnectionError) return true;
  if (!(error instanceof Anthropic.APIError) || error.status === undefined) return false;
  const advised = error.headers?.get("x-should-retry");
  if (advised === "true" || advised === "false") return advised === "true";
  return [408, 409, 429].includes(error.status) || error.status >= 500;
}
