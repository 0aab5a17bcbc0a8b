import { type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** What the quests go by: a key, or that a file was saved. */
export type Input = string;
export const SAVED = "saved";
export const QUIT = "q";

/** An editor saves in several steps: they count as one. */
const TOGETHER_MS = 200;

/**
 * Keys of a terminal one by one; of a pipe or a file the first letter of each line. The end of the input is `q`. A saved
 * file in one of the folders inside `folder` is `saved`, once until it is taken.
 */
export function openInput(
  stdin: NodeJS.ReadStream,
  folder: string,
): { next: () => Promise<Input>; close: () => void } {
  const waiting: Input[] = [];
  let wake: () => void = () => undefined;
  const push = (input: Input): void => {
    if (input === SAVED && waiting.includes(SAVED)) return;
    waiting.push(input);
    wake();
  };
  let line = "";
  const onData = (text: string): void => {
    if (stdin.isTTY) {
      for (const key of text) push(key === "\u0003" || key === "\u0004" ? QUIT : key.toLowerCase());
      return;
    }
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const said of lines) if (said.trim() !== "") push(said.trim().charAt(0).toLowerCase());
  };
  const onEnd = (): void => push(QUIT);
  if (stdin.isTTY) stdin.setRawMode(true);
  stdin.setEncoding("utf8").on("data", onData).on("end", onEnd).on("error", onEnd);
  let timer: NodeJS.Timeout | undefined;
  const onChange = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => push(SAVED), TOGETHER_MS);
  };
  const watchers = foldersIn(folder).flatMap((path) => watched(path, onChange));
  return {
    next: async () => {
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return waiting.shift() ?? QUIT;
    },
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      if (stdin.isTTY) stdin.setRawMode(false);
      stdin.off("data", onData).off("end", onEnd).off("error", onEnd);
      stdin.pause();
    },
  };
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** Where nothing can be watched, `r` runs the checks. */
function watched(path: string, onChange: () => void): FSWatcher[] {
  try {
    return [watch(path, onChange).on("error", () => undefined)];
  } catch {
    return [];
  }
}
