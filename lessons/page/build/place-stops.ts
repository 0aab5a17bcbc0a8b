import type { TabledStop } from "../../../fixtures/scenarios/stop-table.ts";
import {
  childAt,
  childrenAt,
  isFunction,
  isNode,
  isStatement,
  type Node,
  nodesAround,
  nodesIn,
} from "./syntax.ts";
import { type VisibleName, visibleNames } from "./visible-names.ts";

/** Text around a piece of the source. Of two pieces that begin or end together, the longer one is around the other. */
export type Wrap = { start: number; end: number; open: string; close: string };

/** The function of the module that a name declares. */
export function functionNamed(program: Node, name: string): Node {
  for (const statement of childrenAt(program, "body")) {
    const declared = isNode(statement.declaration) ? statement.declaration : statement;
    if (isFunction(declared) && isNode(declared.id) && declared.id.name === name) return declared;
  }
  throw new Error(`The source has no function ${name}.`);
}

/** Where the line begins that a stop is on, as offset. */
type LineStarts = (line: number) => number;

export function lineStarts(source: string): LineStarts {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (line) => starts[line - 1] ?? source.length;
}

/** A stop in the source: what goes around which piece of it. */
export type PlacedStop = {
  wraps: (probe: string) => Wrap[];
  /** The variables to be seen there, in the order in which the function names them. */
  names: () => VisibleName[];
  /** The variable that holds the frame. */
  frame: string;
};

/**
 * Places a stop of the debugger's in a function: before its statement or expression, behind the arguments of its call,
 * or before each look of a loop for its next element. A call that is a statement of its own has its stop at both ends
 * when something is called in between, as a debugger has it.
 */
export function placeStop(declared: Node, source: string, stop: TabledStop, startOf: LineStarts): PlacedStop {
  const offset = startOf(stop.line) + stop.at;
  const around = nodesAround(declared, offset);
  const loop = around.findLast(({ type }) => type === "ForOfStatement");
  const isNextElement =
    loop &&
    stop.kind === "call" &&
    offset >= childAt(loop, "left").start &&
    offset < childAt(loop, "right").start;
  /** What is to be seen right before a node is what can be seen around it. */
  const seenBefore = (node: Node, at = node.start): Omit<PlacedStop, "wraps"> => {
    const outside = around.slice(0, around.indexOf(node));
    return { names: () => namesAt(declared, source, outside, at), frame: frameName(outside) };
  };
  if (isNextElement) {
    const { start, end } = childAt(loop, "right");
    const wraps = (probe: string): Wrap[] => [{ start, end, open: "$each(", close: `,()=>${probe})` }];
    return { ...seenBefore(loop), wraps };
  }
  const found = stop.kind === "call" ? callAt(around, offset) : undefined;
  // A variable that begins with a call has its stop before what is called in between, and not behind it.
  const parent = found && around[around.indexOf(found) - 1];
  const call = found && parent?.type === "VariableDeclarator" && callsInArguments(found) ? undefined : found;
  if (call) {
    const [outer, statement] = around.slice(0, around.indexOf(call)).slice(-2);
    const isTwice =
      statement?.type === "ExpressionStatement" && statement.start === offset && callsInArguments(call);
    const first = isTwice ? [statementIn(statement, outer)] : [];
    return {
      ...seenBefore(call, offset),
      wraps: (probe) => [behindArguments(call, probe), ...first.map((place) => before(place, probe))],
    };
  }
  const place = beforeOf(around, source, offset, startOf(stop.line), startOf(stop.line + 1));
  return { ...seenBefore(place.node), wraps: (probe) => [before(place, probe)] };
}

/** The variable that holds the frame: that of the innermost function that makes itself one. */
function frameName(around: readonly Node[]): string {
  const functions = around.filter(isFunction);
  return `$f${functions.findLastIndex((node, index) => index === 0 || isFramed(node)) + 1}`;
}

/** A callback that calls nothing is in the frame around it, whatever calls it. */
function isFramed(callback: Node): boolean {
  return nodesIn(callback).some(({ type }) => type === "CallExpression");
}

function namesAt(declared: Node, source: string, around: readonly Node[], offset: number): VisibleName[] {
  const words = [...new Set(source.slice(declared.start, declared.end).match(/[a-zA-Z_$][\w$]*/g))];
  return visibleNames(around, offset).sort((a, b) => words.indexOf(a.name) - words.indexOf(b.name));
}

/** What reads these variables, in their order. */
export function readingOf(names: readonly VisibleName[]): string {
  return `()=>[${names.map(({ name, isSure }) => (isSure ? name : `$try(()=>${name})`)).join(",")}]`;
}

/** The call that a debugger names by this place: by its function's name, or by `new`. */
function callAt(around: readonly Node[], offset: number): Node | undefined {
  const isHere = (node: Node): boolean => {
    if (node.type === "NewExpression") return node.start === offset;
    if (node.type !== "CallExpression") return false;
    const callee = childAt(node, "callee");
    return (callee.type === "MemberExpression" ? childAt(callee, "property") : callee).start === offset;
  };
  return around.findLast(isHere);
}

/** An empty list behind the last argument. */
function behindArguments(call: Node, probe: string): Wrap {
  const last = childrenAt(call, "arguments").at(-1);
  const { start, end } = call;
  return last
    ? { start, end: last.end, open: "", close: `,...${probe}` }
    : { start, end: end - 1, open: "", close: `...${probe}` };
}

type Before = { node: Node; what: "statement" | "alone" | "expression" };

/** What the debugger is about to run: a statement or a callback's expression, or what begins on a line of its own. */
function beforeOf(
  around: readonly Node[],
  source: string,
  offset: number,
  lineStart: number,
  lineEnd: number,
): Before {
  const index = around.findLastIndex((node, at) => isStatement(node) || isCallbackBody(around, at));
  const node = around[index];
  if (!node) throw new Error(`There is no statement at ${source.slice(offset, offset + 40)}`);
  const startsHere = node.start >= lineStart && node.start < lineEnd;
  const inHead = node.type === "ForOfStatement" && offset >= childAt(node, "right").start;
  if (startsHere && !inHead) {
    return isStatement(node) ? statementIn(node, around[index - 1]) : { node, what: "expression" };
  }
  const expression = around
    .slice(index + 1)
    .find((inner, at) => inner.start >= lineStart && isValue(inner, around[index + at]));
  if (!expression) throw new Error(`There is no expression at ${source.slice(offset, offset + 40)}`);
  return { node: expression, what: "expression" };
}

function statementIn(node: Node, parent: Node | undefined): Before {
  return { node, what: parent?.type === "BlockStatement" ? "statement" : "alone" };
}

function callsInArguments(call: Node): boolean {
  return childrenAt(call, "arguments").some((argument) =>
    nodesIn(argument).some(({ type }) => type === "CallExpression"),
  );
}

function isCallbackBody(around: readonly Node[], index: number): boolean {
  const parent = around[index - 1];
  return (
    parent?.type === "ArrowFunctionExpression" && parent.body === around[index] && parent.expression === true
  );
}

function isValue(node: Node, parent: Node | undefined): boolean {
  if (!parent || /Property|SpreadElement|TemplateElement|Pattern|Declarator|Clause/.test(node.type))
    return false;
  if (parent.type === "Property") return parent.value === node && parent.shorthand !== true;
  if (parent.type === "MemberExpression" && parent.property === node) return parent.computed === true;
  return !(parent.type === "CallExpression" && parent.callee === node);
}

function before({ node: { start, end }, what }: Before, probe: string): Wrap {
  switch (what) {
    case "statement":
      return { start, end, open: `${probe};`, close: "" };
    case "alone":
      return { start, end, open: `{${probe};`, close: "}" };
    case "expression":
      return { start, end, open: `(${probe},`, close: ")" };
  }
}

/** What makes each function in a declared one, itself included, a frame while it runs. */
export function frameWraps(declared: Node, name: string, source: string): Wrap[] {
  // What a parameter is by default runs before the frame is there.
  const callbacks = nodesIn(childAt(declared, "body")).filter((node) => isFunction(node) && isFramed(node));
  const functions = [declared, ...callbacks];
  return functions.map((node) => {
    const functionsAround = nodesAround(declared, node.start).filter(isFunction);
    const depth = functionsAround.indexOf(node) + 1;
    const body = childAt(node, "body");
    const around = depth > 1 ? `,${frameName(functionsAround.slice(0, depth - 1))}` : "";
    const isBlock = body.type === "BlockStatement";
    // A block begins with a stop, which tells the line. A callback of one expression may have none.
    const line = isBlock ? "" : `,${source.slice(0, body.start).split("\n").length}`;
    const open = `const $f${depth}=$enter(${JSON.stringify(name)}${around}${line});try{`;
    const close = `}finally{$leave($f${depth}${around})}`;
    return isBlock
      ? { start: body.start + 1, end: body.end - 1, open, close }
      : { start: body.start, end: body.end, open: `{${open}return `, close: `${close}}` };
  });
}
