import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { templateOf } from "../../../lessons/strings/retell.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Stands for a value in a sentence that is put together. */
const VALUE = "\u0001";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** A text that an expression can give, with `VALUE` where a value stands; whole when all of it is written there. */
export type Said = { file: string; text: string };

/** The sources whose sentences the catalogue holds. */
export function sourceFiles(folders: readonly string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return listed.split("\n").filter((file) => file.endsWith(".ts") && !file.startsWith("lessons/page/"));
}

/** Where the sentence stands among the arguments of what says no. */
const MESSAGES: Readonly<Record<string, number>> = {
  ProtocolError: 1,
  Refusal: 1,
  ModelError: 1,
  Fault: 0,
  UsageError: 0,
};

/** Every sentence with which a source refuses something. One that is a single value is left to whoever made it. */
export function refusalsIn(file: string): Said[] {
  return textsIn(file, (node) => {
    const name = node.type === "NewExpression" ? nameOf(node.callee) : undefined;
    const at = name === undefined ? undefined : MESSAGES[name];
    return at === undefined ? undefined : argumentsOf(node)[at];
  }).filter(({ text }) => text.replaceAll(VALUE, "").trim() !== "");
}

/** The keys of the catalogue that a source says, with `VALUE` where it puts them together. */
export function keysIn(file: string): Said[] {
  return textsIn(file, (node) =>
    node.type === "CallExpression" && nameOf(node.callee) === "say" ? argumentsOf(node)[0] : undefined,
  );
}

/** Every text that is written whole in a source. */
export function literalsIn(file: string): ReadonlySet<string> {
  return new Set(
    textsIn(file, (node) => (node.type === "Literal" ? node : undefined)).map(({ text }) => text),
  );
}

/** All that is written in a source, one text a line, with `VALUE` where a value stands. */
export function writtenIn(file: string): string {
  const isWritten = ({ type }: Node): boolean => /^(?:Literal|TemplateLiteral|BinaryExpression)$/.test(type);
  return textsIn(file, (node) => (isWritten(node) ? node : undefined))
    .map(({ text }) => text)
    .join("\n");
}

/** Whether a text is one that a pattern with `VALUE` in it can give. */
export function isLike(text: string, pattern: string): boolean {
  return templateOf(pattern.replaceAll(VALUE, "{value}")).form.test(text);
}

/** The text with something in the place of each value. */
export function withValues({ text }: Said): string {
  return text.replaceAll(VALUE, "<value>");
}

function textsIn(file: string, expressionOf: (node: Node) => Node | undefined): Said[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const { program } = parseSync(file, source);
  const found: Said[] = [];
  walk(program, (node) => {
    const expression = expressionOf(node);
    if (expression) found.push(...textsOf(expression, source).map((text) => ({ file, text })));
  });
  return found;
}

/** The texts of an expression, one for each way in which its conditions can hold. */
function textsOf(expression: Node, source: string): string[] {
  const conditions = new Set<string>();
  const conditionOf = ({ test }: Node): string => (isNode(test) ? source.slice(test.start, test.end) : "");
  walk(expression, (node) => {
    if (node.type === "ConditionalExpression") conditions.add(conditionOf(node));
  });
  const ways = [...conditions].reduce<ReadonlySet<string>[]>(
    (sets, condition) => sets.flatMap((set) => [set, new Set([...set, condition])]),
    [new Set()],
  );
  return [...new Set(ways.map((holding) => textOf(expression, (node) => holding.has(conditionOf(node)))))];
}

function textOf(node: Node, holds: (condition: Node) => boolean): string {
  const each = (value: unknown): string => (isNode(value) ? textOf(value, holds) : "");
  switch (node.type) {
    case "Literal":
      return String(node.value);
    case "TemplateLiteral": {
      const values = nodesIn(node.expressions);
      return nodesIn(node.quasis)
        .map(({ value }, index) => cookedOf(value) + each(values[index]))
        .join("");
    }
    case "BinaryExpression":
      return isText(node) ? each(node.left) + each(node.right) : VALUE;
    case "ConditionalExpression":
      return each(holds(node) ? node.consequent : node.alternate);
    case "ParenthesizedExpression":
      return each(node.expression);
    default:
      return VALUE;
  }
}

/** Whether a plus joins texts, and adds no numbers. */
function isText(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "BinaryExpression")
    return node.operator === "+" && (isText(node.left) || isText(node.right));
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit);
  } else if (isNode(value)) {
    visit(value);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function argumentsOf(node: Node): Node[] {
  return nodesIn(node.arguments);
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && typeof value.name === "string" ? value.name : undefined;
}

function cookedOf(value: unknown): string {
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
}
