/**
 * The disk of a session folder, as far as its commit code sees it: three kinds of things that are saved one after the
 * other, each as a whole. A process can be killed before each of them, and before it tells anybody that it worked.
 */
export type Disk = {
  /** The text of session.json. Undefined before the session was laid out. */
  session: string | undefined;
  mailboxes: Readonly<Record<string, string>>;
  /** The lines of the log, in their order. */
  log: readonly string[];
};

/** The process was killed at this point. Whatever it had in memory is gone. */
export class Killed extends Error {
  override name = "Killed";
}

let disk: Disk = { session: undefined, mailboxes: {}, log: [] };
let savesLeft = Number.POSITIVE_INFINITY;
let saves = 0;

/** Puts another disk in, and says before which save from now on the process is killed: 0 is the first. */
export function useDisk(next: Disk, killedBefore = Number.POSITIVE_INFINITY): void {
  disk = next;
  savesLeft = killedBefore;
  saves = 0;
}

export function currentDisk(): Disk {
  return disk;
}

/** How many saves there were since the disk was put in. */
export function savesMade(): number {
  return saves;
}

export function save(change: Partial<Disk>): void {
  if (savesLeft === 0) throw new Killed();
  savesLeft -= 1;
  saves += 1;
  disk = { ...disk, ...change };
}
