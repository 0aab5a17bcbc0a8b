import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../s15-mailboxes/system-error.ts";

/** The name of this process for others: its number, and the machine that the number means something on. */
export function processName(): string {
  return `two-gates ${process.pid} ${machine()} ${hostname()}`.slice(0, NAME_CHARACTERS);
}

/** PostgreSQL keeps no longer name of a connection. */
const NAME_CHARACTERS = 63;

const MACHINE_DIGITS = 16;

/** Two containers have process numbers of their own, also on one machine. */
function machine(): string {
  return createHash("sha256").update(namespace()).digest("hex").slice(0, MACHINE_DIGITS);
}

function namespace(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** Whether a name is that of a process on this machine. */
export function isHere(name: string): boolean {
  return name.split(" ")[2] === machine();
}

/** Whether the process of a name is known to be gone. Of one on another machine nobody here knows. */
export function hasEnded(name: string): boolean {
  const process_id = Number(name.split(" ")[1]);
  if (!isHere(name) || !Number.isInteger(process_id) || process_id <= 0) return false;
  try {
    process.kill(process_id, 0);
    return false;
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
}
