/** What no page may tell of the machine on which it was made. */
export type Private = {
  /** Values of the environment, and of what it names, that are nobody else's business. */
  secrets: readonly string[];
  /** The session's folder, in every way in which it may be written. What lies in it may be told. */
  folders: readonly string[];
  /** Whose paths are told by their last names: home, where the project is, where temporary files go. */
  places: readonly string[];
  /** The folders that the root of this machine holds: a text that begins with one of them is a path. */
  roots: readonly string[];
};

export const SECRET = "[secret]";

export const SESSION_FOLDER = "[session folder]";

/** A shorter value is in too many words. */
const SHORTEST_SECRET = 6;

const NAME_OF_SECRET = /key|token|secret|pass|credential|auth(?!or)|cookie|dsn/i;

/** The password of a URL. */
const PASSWORD = /\w:\/\/[^/@\s:]*:([^/@\s]+)@/g;

/** A key of the one service that has a client here, whatever the environment says. */
const SERVICE_KEY = /\bsk-ant-[\w-]{6,}/g;

/**
 * The secrets of an environment: the values of all variables whose names sound like one, and the passwords in the URLs
 * of all of them.
 */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  const found = Object.entries(environment).flatMap(([name, value = ""]) => {
    const passwords = [...value.matchAll(PASSWORD)].flatMap(([, password = ""]) => [
      password,
      decoded(password),
    ]);
    return NAME_OF_SECRET.test(name) ? [value, value.trim(), ...passwords] : passwords;
  });
  return [...new Set(found)].filter((secret) => secret.length >= SHORTEST_SECRET);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A copy of JSON data whose texts hold neither a secret nor a path of the machine, and how often something was left
 * out. Keys and numbers stay as they are, and so do the texts for which `keeps` is true of the keys that lead to them:
 * names and states, which nobody writes freely.
 */
export function withoutPrivate<T>(
  value: T,
  known: Private,
  keeps: (keys: readonly string[]) => boolean = () => false,
): { value: T; leftOut: number } {
  let leftOut = 0;
  const replacements = replacementsOf(known);
  const clean = (text: string): string =>
    replacements.reduce(
      (rest, { pattern, instead }) =>
        rest.replace(pattern, (match) => {
          leftOut += 1;
          return instead(match);
        }),
      text,
    );
  const copy = (part: unknown, keys: readonly string[]): unknown => {
    if (typeof part === "string") return keeps(keys) ? part : clean(part);
    if (Array.isArray(part)) return part.map((element) => copy(element, keys));
    if (typeof part !== "object" || part === null) return part;
    const entries = Object.entries(part);
    return Object.fromEntries(entries.map(([name, inner]) => [name, copy(inner, [...keys, name])]));
  };
  return { value: copy(value, []) as T, leftOut };
}

type Replacement = { pattern: RegExp; instead: (match: string) => string };

/** Secrets first: one may hold a path, or be a part of one. The longest first: one may begin like another. */
function replacementsOf({ secrets, folders, places, roots }: Private): Replacement[] {
  const longestFirst = (texts: readonly string[]): string[] =>
    [...new Set(texts)].flatMap(writtenAs).sort((one, other) => other.length - one.length);
  const ways = places.filter((path) => path.length > 1);
  return [
    ...longestFirst(secrets).map((text) => literal(text, () => SECRET)),
    { pattern: SERVICE_KEY, instead: () => SECRET },
    ...longestFirst(folders).map((path) => literal(path, () => SESSION_FOLDER, END)),
    ...longestFirst(ways).map((path) => literal(path, lastName, `(?:/${PART})*${END}`)),
    ...(roots.length > 0 ? [pathFrom(roots)] : []),
  ];
}

/** A text as it is, in JSON, and in JSON inside of JSON, as the body of a letter in its line. */
function writtenAs(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const inBody = JSON.stringify(inJson).slice(1, -1);
  return [...new Set([inBody, inJson, text])];
}

/** One name in a path, as it stands in a sentence or in code. */
const PART = "[^\\s\"'`\\\\:,;()<>|/]+";

/** No path goes on in the middle of a name. */
const END = "(?![\\p{L}\\p{N}_-])";

function literal(text: string, instead: Replacement["instead"], behind = ""): Replacement {
  return { pattern: new RegExp(`${escaped(text)}${behind}`, "gu"), instead };
}

function pathFrom(roots: readonly string[]): Replacement {
  const begin = roots.map(escaped).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_.~…\\]-])/(?:${begin})(?:/${PART})+`, "gu");
  return { pattern, instead: lastName };
}

function lastName(path: string): string {
  return `…/${path.slice(path.lastIndexOf("/") + 1)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
