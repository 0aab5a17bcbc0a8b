/** A template such as `There is no member {name}.` as what a sentence has to look like, and the names of its holes. */
export type Template = { form: RegExp; holes: readonly { name: string; isSentence: boolean }[] };

const HOLE = /\{(@?)(\w+)\}/gu;

export function templateOf(text: string): Template {
  const holes = [...text.matchAll(HOLE)].map(([, mark, name = ""]) => ({ name, isSentence: mark === "@" }));
  const fixed = text.split(HOLE).filter((_, index) => index % 3 === 0);
  return { form: new RegExp(`^${fixed.map(escaped).join("(.+?)")}$`, "su"), holes };
}

/**
 * Tells English sentences again by templates, each with its translation. Where several fit, the one with the most fixed
 * words counts. What fits none is returned as it came.
 */
export function retelling(translations: ReadonlyMap<string, string>): (sentence: string) => string {
  const known = [...translations]
    .toSorted(([one], [other]) => fixedLength(other) - fixedLength(one))
    .map(([text, translated]) => ({ ...templateOf(text), translated }));
  const retell = (sentence: string): string => {
    for (const { form, holes, translated } of known) {
      const found = form.exec(sentence);
      if (!found) continue;
      const values = new Map(
        holes.map(({ name, isSentence }, index) => {
          const value = found[index + 1] ?? "";
          return [name, isSentence ? retell(value) : value];
        }),
      );
      return translated.replace(HOLE, (hole, _, name) => values.get(name) ?? hole);
    }
    return sentence;
  };
  return retell;
}

function fixedLength(text: string): number {
  return text.replace(HOLE, "").length;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
