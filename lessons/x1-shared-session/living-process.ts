import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../s15-mailboxes/system-error.ts";

/** What a process number means something on. Two containers have numbers of their own, also on one machine. */
export function machineName(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** Whether there is no process of this number on this machine any more. What is no number says nothing. */
export function hasProcessEnded(text: string | undefined): boolean {
  const process_id = Number(text);
  if (!Number.isInteger(process_id) || process_id <= 0) return false;
  try {
    process.kill(process_id, 0);
    return false;
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
}
