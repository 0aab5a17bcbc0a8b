/** Whether all text in a value, at any depth and in the keys too, is well-formed Unicode: no half of a surrogate pair. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(isWellFormed));
}

/** A copy of a JSON value in which U+FFFD stands for each half of a surrogate pair, in texts and in keys. */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => wellFormed(part));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]),
  );
}
