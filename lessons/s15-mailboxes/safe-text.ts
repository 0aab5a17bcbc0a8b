/**
 * What a terminal would obey, or a reader would not see: control characters, format characters (those that turn the
 * direction of text, the tags, the byte order mark), other invisible fillers, line and paragraph separators, halves of
 * surrogate pairs, private characters and those that are none.
 *
 * Three kinds of them are part of readable text and stay: a line feed; a joiner, a non-joiner or a soft hyphen between
 * two letters or pictographs, as Persian words and emoji families need them; the variation selector of a character.
 */
const HIDDEN = new RegExp(
  [
    String.raw`(?!\n)`,
    String.raw`(?!(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u00ad\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}]))`,
    String.raw`(?!(?<=[\p{L}\p{N}\p{P}\p{S}])\p{Variation_Selector})`,
    String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]`,
  ].join(""),
  "gu",
);

/** Most text is this: nothing in it could be hidden, and one look is enough. */
const PLAIN = /^[\n\x20-\x7e]*$/;

/**
 * Text from outside, fit for a terminal: hidden characters are spelled out as JSON does it (`\u001b`), so that a JSON
 * text stays the same JSON; a tab becomes four blanks. Line feeds stay, for whoever lays out lines: see `safeLine`.
 * Nothing changes in a text that has been through this before.
 */
export function safeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll("\t", "    ").replace(HIDDEN, spelledOut);
}

/** The same for a place that is one line: a line feed is spelled out, too, so that no value can begin a line. */
export function safeLine(text: string): string {
  return safeText(text).replaceAll("\n", "\\n");
}

function spelledOut(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
