import "./node-version.mjs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { printable } from "../lessons/s15-mailboxes/protocol-error.ts";
import { UsageError } from "./command-line.ts";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { type PageCommand, parsePageArguments, USAGE } from "./page/arguments.ts";
import { hanging, safeWriter } from "./terminal.ts";

const CONFIG = ["--configLoader", "runner", "--config", "lessons/page/vite.config.ts"];

/** What comes before the options of whoever calls. */
const VITE: Record<PageCommand, readonly string[]> = {
  page: [...CONFIG, "--open"],
  build: ["build", ...CONFIG],
};

const write = safeWriter(process.stdout, process.env);
const complain = safeWriter(process.stderr, process.env);

async function main([command, ...argv]: readonly string[]): Promise<number> {
  try {
    if (command !== "page" && command !== "build") throw new UsageError("The command is page or build.");
    const parsed = parsePageArguments(command, argv);
    if (parsed.help) {
      write(USAGE);
    } else if (parsed.session === undefined) {
      await runVite([...VITE[command], ...argv]);
    } else {
      // Loaded only here: a start of vite's own takes longer for it.
      const { readSession } = await import("../lessons/page/build/read-session.ts");
      const { placeOfPage, serveSession, writeSession } = await import("./page/session-page.ts");
      const record = await readSession(parsed.session, process.env);
      if (command === "page") {
        await serveSession(record);
      } else {
        const { out = placeOfPage(record), overwrite } = parsed;
        await writeSession(record, { out, overwrite });
        write(
          `${printable(out)} shows the session ${printable(record.name)}: ${record.events.length} events.\n`,
        );
      }
    }
    return 0;
  } catch (error) {
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

/** Vite's own command line, in this process: it knows its options, and not ours. */
async function runVite(argv: readonly string[]): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve("vite/package.json"));
  const command = join(folder, "bin/vite.js");
  process.argv.splice(1, process.argv.length, command, ...argv);
  await import(pathToFileURL(command).href);
}

const code = await main(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
