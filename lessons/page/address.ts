import {
  type FunctionAddress,
  formatFunctionAddress,
  parseFunctionAddress,
} from "./area/function-address.ts";
import { type BreakAddress, formatBreakAddress, parseBreakAddress } from "./break-it/break-address.ts";
import { formatGatesAddress, type GatesAddress, parseGatesAddress } from "./gates/gates-address.ts";
import type { Lesson } from "./lesson.ts";
import { formatSessionAddress, parseSessionAddress, type SessionAddress } from "./session/session-address.ts";

/** What the page's address keeps: after the `#`, so that it works from a file and needs no server. */
export type Address = FunctionAddress | GatesAddress | BreakAddress | SessionAddress;

/** The address that opens exactly what is shown. Each area says in its own file what belongs to that. */
export function formatAddress(address: Address): string {
  switch (address.area) {
    case "gates":
      return formatGatesAddress(address);
    case "break":
      return formatBreakAddress(address);
    case "session":
      return formatSessionAddress(address);
    default:
      return formatFunctionAddress(address);
  }
}

/** The nearest thing to what the text asks for: an unknown area, input, step or line falls back, never fails. */
export function parseAddress(hash: string, lesson: Lesson): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [word = "", wanted = ""] = path.split("/");
  const values = new URLSearchParams(query);
  switch (word) {
    case "gates":
      return parseGatesAddress(wanted, values, lesson);
    case "break":
      return parseBreakAddress(wanted, values);
    case "session":
      return parseSessionAddress(values);
    default:
      return parseFunctionAddress(word, wanted, values, lesson);
  }
}
