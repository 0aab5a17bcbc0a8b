/** `duplicate` is a key that one of the objects names twice; without it, the text is no JSON. */
export type ParsedJson = { ok: true; value: unknown } | { ok: false; duplicate?: string };

/**
 * Parses JSON in which every object names each key once, however the key is spelled (`"se\u006eder"` is `"sender"`).
 *
 * `JSON.parse` keeps the last of two equal keys and other readers the first, so a text with two would say one thing
 * to one reader and another thing to the next (RFC 8259, section 4). Takes time in proportion to the text, and no
 * stack for its depth.
 */
export function parseStrictJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false };
  }
  const duplicate = findDuplicateKey(text);
  return duplicate === undefined ? { ok: true, value } : { ok: false, duplicate };
}

/** Only for text that is JSON: there, a string is a key exactly when a colon follows. */
function findDuplicateKey(json: string): string | undefined {
  const openObjects: Set<string>[] = [];
  let index = 0;
  while (index < json.length) {
    const character = json[index];
    if (character === "{") openObjects.push(new Set());
    if (character === "}") openObjects.pop();
    if (character !== '"') {
      index += 1;
      continue;
    }
    const start = index;
    index = endOfString(json, start);
    if (!isKey(json, index)) continue;
    const key: string = JSON.parse(json.slice(start, index));
    const keys = openObjects.at(-1);
    if (keys?.has(key)) return key;
    keys?.add(key);
  }
  return undefined;
}

/** The place behind the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (json[index] !== '"') index += json[index] === "\\" ? 2 : 1;
  return index + 1;
}

function isKey(json: string, behind: number): boolean {
  let index = behind;
  while (" \t\n\r".includes(json[index] ?? "?")) index += 1;
  return json[index] === ":";
}
