import { isNode, isStatement, type Node } from "./syntax.ts";

/** Where a source and its changed copy differ: one expression for another, or statements for others. */
export type Region = {
  what: "expression" | "statements";
  /** From where to where in the source, and in the changed one. Of no statements both ends are the same. */
  base: readonly [start: number, end: number];
  changed: readonly [start: number, end: number];
};

/**
 * The smallest pieces in which two syntax trees differ, in the order of the source. Throws when a difference is neither
 * in an expression nor in statements, or when a statement that declares something is one of them.
 */
export function differences(base: Node, changed: Node): Region[] {
  const found = differencesIn(base, changed);
  if (found) return found;
  throw new Error(`A ${base.type} differs, which is neither an expression nor a statement.`);
}

/** Undefined when the two nodes differ in themselves, so that the whole of one stands for the other. */
function differencesIn(base: Node, changed: Node): Region[] | undefined {
  if (base.type !== changed.type) return undefined;
  const regions: Region[] = [];
  for (const key of Object.keys(base)) {
    if (key === "start" || key === "end") continue;
    const [one, other] = [base[key], changed[key]];
    if (isSame(one, other)) continue;
    if (isNode(one) && isNode(other)) {
      const inside = differencesIn(one, other) ?? whole(base, key, one, other);
      if (!inside) return undefined;
      regions.push(...inside);
    } else if (isStatements(key, one) && isStatements(key, other)) {
      regions.push(...statementsThatDiffer(one, other, base.start));
    } else if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      for (const [index, element] of one.entries()) {
        const instead: unknown = other[index];
        if (isSame(element, instead)) continue;
        if (!isNode(element) || !isNode(instead)) return undefined;
        const inside = differencesIn(element, instead) ?? whole(base, key, element, instead);
        if (!inside) return undefined;
        regions.push(...inside);
      }
    } else return undefined;
  }
  return regions.sort((a, b) => a.base[0] - b.base[0]);
}

/** One node for another, where it may be any expression or any statement. */
function whole(parent: Node, key: string, base: Node, changed: Node): Region[] | undefined {
  const range = { base: [base.start, base.end], changed: [changed.start, changed.end] } as const;
  if (isStatement(base) && isStatement(changed)) return [{ what: "statements", ...range }];
  return isPlaceOfExpression(parent, key) ? [{ what: "expression", ...range }] : undefined;
}

function isPlaceOfExpression({ type, computed }: Node, key: string): boolean {
  if (key === "property") return computed === true;
  if (["test", "argument", "init", "right", "object", "arguments", "elements", "expressions"].includes(key))
    return true;
  if (key === "left") return type === "BinaryExpression" || type === "LogicalExpression";
  return ["consequent", "alternate"].includes(key) && type === "ConditionalExpression";
}

function isStatements(key: string, value: unknown): value is Node[] {
  return (key === "body" || key === "consequent") && Array.isArray(value) && value.every(isNode);
}

function statementsThatDiffer(base: readonly Node[], changed: readonly Node[], fallback: number): Region[] {
  if (base.length === changed.length) {
    return base.flatMap((statement, index) => {
      const other = changed[index];
      if (!other || isSame(statement, other)) return [];
      return differencesIn(statement, other) ?? region([statement], [other], fallback, fallback);
    });
  }
  let before = 0;
  while (before < Math.min(base.length, changed.length) && isSame(base[before], changed[before])) before += 1;
  let behind = 0;
  while (
    behind < Math.min(base.length, changed.length) - before &&
    isSame(base.at(-1 - behind), changed.at(-1 - behind))
  )
    behind += 1;
  const rest = (nodes: readonly Node[]): Node[] => nodes.slice(before, nodes.length - behind);
  const end = (nodes: readonly Node[]): number => nodes[before - 1]?.end ?? fallback;
  return region(rest(base), rest(changed), end(base), end(changed));
}

function region(
  base: readonly Node[],
  changed: readonly Node[],
  baseAt: number,
  changedAt: number,
): Region[] {
  const declaration = [...base, ...changed].find(({ type }) => type.endsWith("Declaration"));
  if (declaration) throw new Error(`A ${declaration.type} differs: what it declares may be used behind it.`);
  const range = (nodes: readonly Node[], at: number): readonly [number, number] => [
    nodes[0]?.start ?? at,
    nodes.at(-1)?.end ?? at,
  ];
  return [{ what: "statements", base: range(base, baseAt), changed: range(changed, changedAt) }];
}

/** Whether two parts of syntax trees say the same, wherever they stand. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isSame(element, other[index]));
  }
  if (!isNode(one) || !isNode(other)) return said(one) === said(other);
  const keys = Object.keys(one).filter((key) => key !== "start" && key !== "end");
  return keys.every((key) => isSame(one[key], other[key]));
}

/** Regular expressions and template parts are small objects of their own. */
function said(value: unknown): string | undefined {
  return value instanceof RegExp || typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
