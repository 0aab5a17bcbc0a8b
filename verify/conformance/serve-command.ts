import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The command that puts a module on the wire, in a process of its own: one that hangs or ends is found out like any other. */
export function serveCommand(module: string): string[] {
  const serve = join(import.meta.dirname, "serve-module.ts");
  const tsx = pathToFileURL(createRequire(serve).resolve("tsx")).href;
  return [process.execPath, "--import", tsx, serve, module];
}
