import { type Guard, withoutGuard } from "../../x2-break-it/guard.ts";
import type { ShownGuard } from "../lesson.ts";
import { STOPPING_FUNCTIONS, type StoppingFunction } from "../shown-functions.ts";
import { declares, highlightLines } from "./highlight-source.ts";

type Place = Pick<ShownGuard, "line" | "code" | "function" | "without">;

/** Where a guard stands in the source of its file, and how the lines read that are others without it. */
export async function placeOfGuard(source: string, guard: Guard): Promise<Place> {
  const lines = source.split("\n");
  const changed = withoutGuard(source, guard).split("\n");
  const line = source.slice(0, source.indexOf(guard.find)).split("\n").length;
  const first = declarationOf(lines, line - 1);
  const end = lines.indexOf("}", line - 1) + 1;
  const [shown, instead] = await Promise.all(
    [lines, changed].map((text) => highlightLines(text.slice(first, end).join("\n"))),
  );
  const without = lines.flatMap((text, index) =>
    text === changed[index]
      ? []
      : [{ line: index + 1, with: shown?.[index - first] ?? [], without: instead?.[index - first] ?? [] }],
  );
  return {
    line,
    code: lines[line - 1]?.trim() ?? "",
    function: functionAt(guard, lines[first] ?? ""),
    without,
  };
}

/** The line, from 0, at which what stands around another one is declared. */
function declarationOf(lines: readonly string[], inside: number): number {
  return lines
    .slice(0, inside + 1)
    .findLastIndex((text) => /^(export |async |function |class |const )/.test(text));
}

function functionAt({ file }: Guard, declaration: string): StoppingFunction | null {
  const stopping = new Map<string, readonly StoppingFunction[]>(Object.entries(STOPPING_FUNCTIONS));
  const names = stopping.get(`lessons/${file}`) ?? [];
  return names.find((name) => declares(declaration, name)) ?? null;
}

/** Whether a module, or one that it takes values from, needs Node: such a module cannot be in the page. */
export async function needsNode(
  file: string,
  read: (path: string) => Promise<string>,
  seen: Set<string> = new Set(),
): Promise<boolean> {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = await read(file);
  const imported = [...source.matchAll(/^(?:import|export)(?! type)[^;]*?from "([^"]+)";/gm)].map(
    ([, from = ""]) => from,
  );
  if (imported.some((from) => from.startsWith("node:"))) return true;
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const local = imported.filter((from) => from.startsWith("."));
  for (const from of local) {
    if (await needsNode(new URL(from, `file:///${folder}`).pathname.slice(1), read, seen)) return true;
  }
  return false;
}
