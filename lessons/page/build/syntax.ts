import { parseSync } from "vite";

/** A node of a syntax tree of TypeScript, as ESTree names it. Places are offsets in the source. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** The syntax tree of a module. Throws when the source has an error. */
export function parseModule(source: string, file: string): Node {
  const { program, errors } = parseSync(file, source, { lang: "ts" });
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be read: ${error.message}`);
  if (!isNode(program)) throw new Error(`${file} has no syntax tree.`);
  return program;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** A tree does not change, and is gone through for each of hundreds of stops. */
const knownChildren = new WeakMap<Node, { key: string; child: Node }[]>();

/** The nodes right below, with the property that each is in. What is written about types alone is left out. */
export function childrenOf(node: Node): { key: string; child: Node }[] {
  const known = knownChildren.get(node) ?? findChildren(node);
  knownChildren.set(node, known);
  return known;
}

function findChildren(node: Node): { key: string; child: Node }[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const children = (Array.isArray(value) ? value : [value])
      .filter(isNode)
      .filter((child) => !isType(child));
    return children.map((child) => ({ key, child }));
  });
}

function isType({ type }: Node): boolean {
  return type.startsWith("TS") && !WITH_VALUE.includes(type);
}

const WITH_VALUE = ["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"];

/** All nodes in a node that contain a place, itself included, outermost first. */
export function nodesAround(node: Node, offset: number): Node[] {
  const inner = childrenOf(node).find(({ child }) => child.start <= offset && offset < child.end);
  return inner ? [node, ...nodesAround(inner.child, offset)] : [node];
}

/** All nodes in a node, itself included. */
export function nodesIn(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(({ child }) => nodesIn(child))];
}

export function isFunction({ type }: Node): boolean {
  return ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(type);
}

export function isStatement({ type }: Node): boolean {
  return (type.endsWith("Statement") || type.endsWith("Declaration")) && type !== "BlockStatement";
}

/** A node in one of a node's properties. Throws when there is none. */
export function childAt(node: Node, key: string): Node {
  const child = node[key];
  if (!isNode(child)) throw new Error(`A ${node.type} should have a ${key}.`);
  return child;
}

export function childrenAt(node: Node, key: string): Node[] {
  const children = node[key];
  return Array.isArray(children) ? children.filter(isNode) : [];
}
