import { type Limits, practiceLimits } from "../../s15-mailboxes/limits.ts";
import type { MailStore } from "../../s15-mailboxes/mail-store.ts";
import { currentDisk, save } from "./disk.ts";

type Options = { limits?: Limits };

type ModelFolder = {
  directory: string;
  lock: { run: <T>(section: () => T) => Promise<T>; isOurs: () => boolean; assertHeld: () => void };
  mail: MailStore;
  limits: Limits;
};

const mail: MailStore = {
  read: (member) => currentDisk().mailboxes[member] ?? "",
  replace: (member, text) => save({ mailboxes: { ...currentDisk().mailboxes, [member]: text } }),
};

/** Takes the place of the session folder on the model disk. One process at a time: its lock is always free. */
export function findSessionFolder(directory: string, { limits = practiceLimits }: Options = {}): ModelFolder {
  const lock = {
    run: async <T>(section: () => T) => section(),
    isOurs: () => true,
    assertHeld: () => undefined,
  };
  return { directory, lock, mail, limits };
}

export async function openSessionFolder(directory: string, options: Options = {}): Promise<ModelFolder> {
  return findSessionFolder(directory, options);
}

/** Saves of the model are whole or not there: nothing is left of them. */
export function removeTemporaryFiles(_directory: string): void {
  return;
}

export function requireEmpty(_directory: string): void {
  return;
}
