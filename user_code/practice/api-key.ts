import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "../command-line.ts";

/** No key is longer, so more is not read. */
const LONGEST_KEY = 1_000;

const STANDARD_INPUT = 0;

/**
 * Takes the key of the API out of the file that `ANTHROPIC_API_KEY_FILE` names, else out of `ANTHROPIC_API_KEY`, and
 * removes the latter from the environment. Undefined when neither is set.
 *
 * The file is a regular one that nobody but its owner may read, or an open descriptor (`/dev/stdin`, `/dev/fd/3`),
 * which is read to its end and closed. Throws `UsageError`; no sentence holds the key, nor the value of
 * `ANTHROPIC_API_KEY_FILE`, which may be a key that somebody put there by mistake.
 *
 * What a process was started with stays readable to the programs of the same user (`/proc/PID/environ` on Linux), so
 * only the file keeps the key from a program that the practice starts.
 */
export function takeApiKey(environment: NodeJS.ProcessEnv): string | undefined {
  const { ANTHROPIC_API_KEY: fromEnvironment, ANTHROPIC_API_KEY_FILE: file } = environment;
  Reflect.deleteProperty(environment, "ANTHROPIC_API_KEY");
  const [source, text] = file
    ? (["The file of ANTHROPIC_API_KEY_FILE", readKeyFile(file)] as const)
    : (["ANTHROPIC_API_KEY", fromEnvironment ?? ""] as const);
  const key = text.trim();
  if (key === "") {
    if (file) throw new UsageError(`${source} is empty. Put your key into it, on one line.`);
    return undefined;
  }
  if (key.length > LONGEST_KEY)
    throw new UsageError(`${source} is longer than any key. It must hold the key alone.`);
  if (/[\r\n]/.test(key))
    throw new UsageError(`${source} holds more than one line. It must hold the key alone.`);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(`${source} holds a space or a character that no key has. Set it anew.`);
  }
  return key;
}

/** True when the key comes through standard input, which then has no keys to press. */
export function isKeyOnStandardInput({ ANTHROPIC_API_KEY_FILE: file }: NodeJS.ProcessEnv): boolean {
  return file !== undefined && descriptorOf(file) === STANDARD_INPUT;
}

function readKeyFile(file: string): string {
  const descriptor = descriptorOf(file);
  // Without O_NONBLOCK, opening a named pipe that nobody writes to would wait for ever.
  const opened = descriptor ?? attempt(() => openSync(file, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const status = attempt(() => fstatSync(opened));
    if (status.isDirectory()) refuse("names a folder, not a file");
    if (!status.isFile() && (descriptor === undefined || status.isCharacterDevice())) {
      refuse("names neither a regular file nor an open descriptor");
    }
    if (status.isFile() && (status.mode & 0o077) !== 0) {
      refuse("names a file that others may read or write. Take that from them: chmod 600 FILE");
    }
    return attempt(() => readStart(opened));
  } finally {
    if (opened !== STANDARD_INPUT) attempt(() => closeSync(opened));
  }
}

/** The text up to its end, or so much of it that it is too long. */
function readStart(descriptor: number): string {
  // Four bytes are the most that a character takes, and blanks around the key are no part of it.
  const bytes = Buffer.alloc(4 * LONGEST_KEY);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = readSync(descriptor, bytes, length, bytes.length - length, null);
  }
  return bytes.toString("utf8", 0, length);
}

/** The number of a descriptor that this process was started with, as Linux and macOS name them. */
function descriptorOf(file: string): number | undefined {
  if (file === "/dev/stdin") return STANDARD_INPUT;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d{1,9})$/.exec(file)?.[1];
  return number === undefined ? undefined : Number(number);
}

function attempt<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown fault";
    return refuse(FAULTS.get(code) ?? `names what cannot be read (${code})`);
  }
}

const NO_DESCRIPTOR =
  "names a descriptor with nothing to read. Through npx or npm, only standard input reaches the practice: /dev/stdin";

const FAULTS = new Map([
  ["ENOENT", "names a file that is not there"],
  ["ENOTDIR", "names a file that is not there"],
  ["EACCES", "names a file that you may not read"],
  ["EBADF", NO_DESCRIPTOR],
  ["EAGAIN", NO_DESCRIPTOR],
  ["EINVAL", NO_DESCRIPTOR],
]);

function refuse(what: string): never {
  throw new UsageError(`ANTHROPIC_API_KEY_FILE ${what}.`);
}
