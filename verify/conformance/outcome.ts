import type { Outcome, WireRequest, WireResult } from "./wire.ts";

/** What a module exports that the kit can check: the result, or a thrown error with a `code` for a refusal. */
export type PortModule = {
  answer: (request: WireRequest) => WireResult | Promise<WireResult>;
};

/** What a module answers, as it would come over the wire. An error without a code is a fault of the module. */
export async function outcomeOf(
  { answer }: PortModule,
  request: WireRequest,
): Promise<Outcome & { message?: string }> {
  try {
    const result = await answer(request);
    return { result: JSON.parse(JSON.stringify(result)) };
  } catch (error) {
    if (!(error instanceof Error)) return { error: "fault", message: String(error) };
    if ("code" in error && typeof error.code === "string")
      return { error: error.code, message: error.message };
    return { error: "fault", message: error.message };
  }
}
