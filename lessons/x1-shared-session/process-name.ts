import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { hasProcessEnded, machineName } from "./living-process.ts";

/** The name of this process for others: its number, and the machine that the number means something on. */
export function processName(): string {
  return `two-gates ${process.pid} ${machine()} ${hostname()}`.slice(0, NAME_CHARACTERS);
}

/** PostgreSQL keeps no longer name of a connection. */
const NAME_CHARACTERS = 63;

const MACHINE_DIGITS = 16;

function machine(): string {
  return createHash("sha256").update(machineName()).digest("hex").slice(0, MACHINE_DIGITS);
}

/** Whether a name is that of a process on this machine. */
export function isHere(name: string): boolean {
  return name.split(" ")[2] === machine();
}

/** Whether the process of a name is known to be gone. Of one on another machine nobody here knows. */
export function hasEnded(name: string): boolean {
  return isHere(name) && hasProcessEnded(name.split(" ")[1]);
}
