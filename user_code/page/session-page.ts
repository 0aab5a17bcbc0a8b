import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build, createServer, type InlineConfig } from "vite";
import { embedSession } from "../../lessons/page/build/embed-session.ts";
import type { SessionRecord } from "../../lessons/page/session/session-record.ts";
import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { Fault } from "../fault.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The page as it is always made, with the record of one session in it. */
function configOf(record: SessionRecord): InlineConfig {
  const configFile = join(ROOT, "lessons/page/vite.config.ts");
  return { configFile, configLoader: "runner", plugins: [embedSession(record)] };
}

/** Serves the page of a session until the process is ended, and opens it in the browser. */
export async function serveSession(record: SessionRecord): Promise<void> {
  const server = await createServer({ ...configOf(record), server: { open: true } });
  await server.listen();
  server.printUrls();
}

/** Where the page of a session goes when nobody says so. A build of the lesson's page removes nothing there. */
export function placeOfPage({ name }: SessionRecord): string {
  return join(ROOT, "dist", `session-${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.html`);
}

/**
 * Writes the page of a session as one file, whole or not at all. A file that is there already is left as it is, unless
 * it may be replaced. Throws `Fault` for that, and for a place where nothing can be written.
 */
export async function writeSession(
  record: SessionRecord,
  { out, overwrite }: { out: string; overwrite: boolean },
): Promise<void> {
  const path = resolve(out);
  requireFree(path, overwrite);
  const folder = mkdtempSync(join(tmpdir(), "two-gates-build-"));
  try {
    await build({ ...configOf(record), logLevel: "error", build: { outDir: folder } });
    const page = readFileSync(join(folder, "index.html"));
    attempt(path, () => keep(path, page, overwrite));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Before anything is built: nobody waits for a build that cannot be kept. */
function requireFree(path: string, overwrite: boolean): void {
  const there = attempt(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!there) return;
  if (there.isDirectory())
    throw new Fault(`${printable(path)} is a folder. Name a file with --out FILE.html.`);
  if (!overwrite) throw taken(path);
}

function keep(path: string, page: Uint8Array, overwrite: boolean): void {
  const draft = join(dirname(path), `.${process.pid}.two-gates-page`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, page, { flag: "wx" });
    if (overwrite) renameSync(draft, path);
    else nameNew(draft, path);
  } catch (error) {
    if (existsSync(draft)) unlinkSync(draft);
    throw existsSync(path) && !overwrite ? taken(path) : error;
  }
}

function attempt<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof Fault) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    const sentence = `The page cannot be written to ${printable(path)} (${cause}). Name another place with --out.`;
    throw new Fault(sentence, { cause: error });
  }
}

/** A link is refused where the name is taken, in one step. Some disks have no links. */
function nameNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
    unlinkSync(draft);
  } catch (error) {
    if (existsSync(path)) throw error;
    renameSync(draft, path);
  }
}

function taken(path: string): Fault {
  return new Fault(
    `${printable(path)} is there already, and was left as it is. Name another file with --out, or replace it with --overwrite.`,
  );
}
