/** Stands before the four hexadecimal digits of a character that PostgreSQL cannot keep in a text. */
const ESCAPE = "\ue000";

const TOKEN = /\\(?:u[0-9a-fA-F]{4}|.)|\ue000/gs;
const UNSTORABLE = /^\\u(?:0000|d[89a-f][0-9a-f]{2})$/i;

/**
 * JSON as PostgreSQL can look into it. U+0000 and halves of surrogate pairs, which JSON writes as escapes and a text of
 * PostgreSQL cannot hold, become U+E000 and four digits, and so does U+E000 itself. `text` is what `JSON.stringify`
 * gives, in which whole pairs are no escapes.
 */
export function toStorable(text: string): string {
  return text.replace(TOKEN, (token) => {
    if (token === ESCAPE) return `${ESCAPE}e000`;
    return UNSTORABLE.test(token) ? ESCAPE + token.slice(2).toLowerCase() : token;
  });
}

/** The JSON that `toStorable` was given. */
export function fromStorable(text: string): string {
  return text.replace(/\ue000([0-9a-f]{4})/g, (_, digits: string) =>
    digits === "e000" ? ESCAPE : `\\u${digits}`,
  );
}
