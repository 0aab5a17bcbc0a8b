import { Anthropic } from "@anthropic-ai/sdk";
import { LONGEST_WAIT_MS, waitAskedFor } from "./retry-wait.ts";

export type ModelErrorCode =
  | "model-unauthorized"
  | "model-bad-request"
  | "model-overloaded"
  | "model-unavailable"
  | "model-connection"
  | "model-timeout"
  | "model-bad-response"
  | "model-stop-reason";

/** The API gave no response that the loop could go on with. `status` is the HTTP status, when there was one. */
export class ModelError extends Error {
  override name = "ModelError";
  readonly code: ModelErrorCode;
  readonly status: number | undefined;

  constructor(code: ModelErrorCode, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}

/** What `modelErrorFor` has to know of the call: where it went, how often, and the text that no sentence may hold. */
export type FailedCall = { address: string; attempts: number; secret: string };

/** What a failed call is to its caller. Anything that is not the API's or the connection's doing is returned as it came. */
export function modelErrorFor(error: unknown, { address, attempts, secret }: FailedCall): unknown {
  if (error instanceof ModelError) return error;
  const quote = (text: string): string => oneLine(text.replaceAll(secret, "[key]"));
  if (error instanceof SyntaxError) {
    const sentence = `The API's answer is no JSON (${quote(error.message)}). ${CHECK_ADDRESS}`;
    return new ModelError("model-bad-response", sentence, { cause: error });
  }
  if (error instanceof Anthropic.APIError && error.status !== undefined) {
    const { code, what, advice } = faultFor(error.status);
    const said = [error.status, error.type, error.apiMessage ?? "no message"].filter(Boolean).join(" ");
    const next = advice ?? tryLater(waitAskedFor(error.headers), attempts);
    return new ModelError(code, `${what} (${quote(said)}). ${next}`, { cause: error, status: error.status });
  }
  const reason = networkReason(error);
  if (reason === undefined) return error;
  return new ModelError(
    "model-connection",
    `The connection to ${address} failed or broke off (${quote(reason)}). Check the network and ANTHROPIC_BASE_URL, then try again.`,
    { cause: error },
  );
}

export const CHECK_ADDRESS = "Check that ANTHROPIC_BASE_URL names a Messages API, then try again.";

/** Without `advice`, trying again later is all that helps. */
type Fault = { code: ModelErrorCode; what: string; advice?: string };

const UNAUTHORIZED: Fault = {
  code: "model-unauthorized",
  what: "The API does not serve this key",
  advice: "Check the key in ANTHROPIC_API_KEY or in the file of ANTHROPIC_API_KEY_FILE, and its account.",
};
const OVERLOADED: Fault = { code: "model-overloaded", what: "The API is overloaded or limits this key" };
const UNAVAILABLE: Fault = { code: "model-unavailable", what: "The API failed" };
const BAD_REQUEST: Fault = {
  code: "model-bad-request",
  what: "The API refused the request",
  advice: "Check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.",
};

function faultFor(status: number): Fault {
  if (status === 429 || status === 529) return OVERLOADED;
  if (status === 408 || status === 409 || status >= 500) return UNAVAILABLE;
  return status === 401 || status === 402 || status === 403 ? UNAUTHORIZED : BAD_REQUEST;
}

function tryLater(askedFor: number | undefined, attempts: number): string {
  const times = attempts === 1 ? "once" : `${attempts} times`;
  const wait = askedFor === undefined ? "" : `, and asks to wait ${inSeconds(askedFor)}`;
  const limit =
    (askedFor ?? 0) > LONGEST_WAIT_MS ? `, while a call waits ${inSeconds(LONGEST_WAIT_MS)} at most` : "";
  return `It was asked ${times}${wait}${limit}; try later.`;
}

/** A time in whole seconds, rounded up, as a person reads it. */
export function inSeconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

/** Why the network failed: the innermost cause. Undefined when it is no network failure. */
function networkReason(error: unknown): string | undefined {
  const causes: { code: string; message: string }[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    causes.push({ code, message: cause.message });
  }
  // The client wraps what fails before the answer begins. What breaks off in its middle comes as fetch throws it.
  const isNetwork =
    error instanceof Anthropic.APIConnectionError || causes.slice(1).some((cause) => cause.code !== "");
  const { code, message } = causes.at(-1) ?? { code: "", message: "" };
  return isNetwork ? [code, message].filter(Boolean).join(": ") : undefined;
}

/** Text from outside, fit to stand in a sentence: no control characters, and not long. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
