import { childAt, childrenAt, childrenOf, isFunction, isNode, type Node, nodesIn } from "./syntax.ts";

/** `isSure`: it has been declared when the place is reached, so it can be read without care. */
export type VisibleName = { name: string; isSure: boolean };

/**
 * The variables between a place and its module that a debugger lists there: all of the innermost function, and of the
 * functions around it those that some function inside of them captures. What is declared further down in the innermost
 * function has no value yet, and is left out.
 *
 * `around` are the nodes around the place, from a function of the module inwards.
 */
export function visibleNames(around: readonly Node[], offset: number): VisibleName[] {
  const innermost = around.findLastIndex(isFunction);
  const found = new Map<string, VisibleName>();
  for (const [index, scope] of [...around.entries()].reverse()) {
    const owner = around.slice(0, index + 1).findLastIndex(isFunction);
    const isInner = owner === innermost;
    // Behind its declaration for sure: the place itself, or the function that the place is in.
    const reached = isInner ? offset : (around[nextFunction(around, index)]?.start ?? offset);
    for (const { name, end } of declaredIn(scope)) {
      if (found.has(name)) continue;
      if (!isInner && !isCaptured(name, scope)) continue;
      if (end <= reached) found.set(name, { name, isSure: true });
      else if (!isInner) found.set(name, { name, isSure: false });
    }
  }
  return [...found.values()];
}

function nextFunction(around: readonly Node[], index: number): number {
  return around.findIndex((node, at) => at > index && isFunction(node));
}

/** What a scope declares, and where it can be read from. A `catch` shows its error nowhere. */
function declaredIn(scope: Node): { name: string; end: number }[] {
  if (isFunction(scope)) {
    return childrenAt(scope, "params")
      .flatMap(namesIn)
      .map((name) => ({ name, end: scope.start }));
  }
  if (scope.type === "BlockStatement") return childrenAt(scope, "body").flatMap(declaredBy);
  const head = scope.left ?? scope.init;
  const isLoop = scope.type.startsWith("For") && isNode(head);
  return isLoop ? declaredBy(head).map(({ name }) => ({ name, end: childAt(scope, "body").start })) : [];
}

function declaredBy(statement: Node): { name: string; end: number }[] {
  if (statement.type !== "VariableDeclaration") return [];
  return childrenAt(statement, "declarations").flatMap((declarator) =>
    namesIn(childAt(declarator, "id")).map((name) => ({ name, end: declarator.end })),
  );
}

/** The names that a pattern binds. */
function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [String(pattern.name)];
    case "ObjectPattern":
      return childrenAt(pattern, "properties").flatMap((property) =>
        namesIn(childAt(property, property.type === "RestElement" ? "argument" : "value")),
      );
    case "ArrayPattern":
      return childrenAt(pattern, "elements").flatMap(namesIn);
    case "AssignmentPattern":
      return namesIn(childAt(pattern, "left"));
    case "RestElement":
      return namesIn(childAt(pattern, "argument"));
    default:
      return [];
  }
}

/** Whether a function inside of a scope reads or writes the scope's own variable of this name. */
function isCaptured(name: string, scope: Node): boolean {
  const functions = isFunction(scope)
    ? nodesIn(scope).slice(1).filter(isFunction)
    : nodesIn(scope).filter(isFunction);
  return functions.some((inner) => reads(name, inner));
}

/** Whether a name that a node does not declare itself is read or written in it. */
function reads(name: string, node: Node): boolean {
  if (node.type === "Identifier") return node.name === name;
  if (declaredIn(node).some((declared) => declared.name === name)) return false;
  return childrenOf(node).some(({ key, child }) => !isPlainKey(node, key) && reads(name, child));
}

/** A property's name is no variable. Of a shorthand, the value is one. */
function isPlainKey({ type, computed }: Node, key: string): boolean {
  if (computed === true) return false;
  return (type === "MemberExpression" && key === "property") || (type === "Property" && key === "key");
}
