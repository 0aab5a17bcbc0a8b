import { type BigIntStats, lstatSync } from "node:fs";

/** The identity of a file that nobody has looked at since it was put in place. */
const UNKNOWN = "unknown";

/**
 * Which file it is, and in which state: two that are equal were not changed in between, within one tick of the file
 * system's clock. The status-change time counts too: nobody can put that back, as the modification time can be.
 */
export function fileIdentity(stats: BigIntStats | undefined): string {
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : "absent";
}

/** The identity of what stands at a path now, itself and not what it links to. */
export function identityAt(path: string): string {
  return fileIdentity(lookExactly(path));
}

/**
 * The identity of a file that was just renamed to `path`: a rename changes the status-change time. What is in place by
 * now may be another file already.
 */
export function identityOnceRenamed(path: string, saved: BigIntStats): string {
  try {
    const now = lookExactly(path);
    const isSaved = now?.ino === saved.ino && now.size === saved.size && now.mtimeNs === saved.mtimeNs;
    return isSaved ? fileIdentity(now) : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

function lookExactly(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}
