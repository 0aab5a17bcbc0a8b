import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PARTS = ["lessons", "fixtures", "user_code", "verify", "package.json", "tsconfig.json"];

const made: string[] = [];
afterAll(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true });
});

/**
 * The project once more, as somebody has it who has changed these files of it: each named as seen from its root. The
 * packages are those of this one. It is removed when the tests of the file have ended.
 */
export function changedProject(
  changes: readonly (readonly [file: string, change: (text: string) => string])[],
): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "two-gates-test-")));
  made.push(root);
  for (const part of PARTS) {
    const filter = (path: string): boolean => !/user_code\/my-protocol/.test(path);
    cpSync(join(ROOT, part), join(root, part), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  for (const [file, change] of changes)
    writeFileSync(join(root, file), change(readFileSync(join(root, file), "utf8")));
  return root;
}
