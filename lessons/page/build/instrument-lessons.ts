import type { Plugin } from "vite";
import type { StopTable } from "../../../fixtures/scenarios/stop-table.ts";
import { standsIn } from "../../x2-break-it/guard.ts";
import { guards } from "../../x2-break-it/guards.ts";
import type { StopPlace } from "../run/recording.ts";
import { instrument, PROBE_IMPORTS } from "./instrument.ts";

/** Reads a file of the project, by its path from the project's root. */
export type Read = (path: string) => Promise<string>;

/** The modules as the page has them, by their path from the project's root, and what their stops are. */
export type InstrumentedLessons = { modules: ReadonlyMap<string, string>; stops: readonly StopPlace[] };

const STOPS = "fixtures/traces/stops.json";

/**
 * Puts probes and switches into the lessons' modules as they enter the page (`instrument`). The files stay as they are.
 *
 * Fails when the stop table is of another text of a module.
 */
export function instrumentLessons(
  root: string,
  instrumented: (read: Read) => Promise<InstrumentedLessons>,
): Plugin {
  return {
    name: "two-gates:instrument-lessons",
    enforce: "pre",
    transform: {
      filter: { id: /\/lessons\/[\w-]+\/[\w-]+\.ts$/ },
      async handler(_, id) {
        const read: Read = (path) => this.fs.readFile(`${root}/${path}`, { encoding: "utf8" });
        const { modules } = await instrumented(read);
        const code = modules.get(id.slice(root.length + 1));
        if (code === undefined) return undefined;
        return {
          code: `${code}\nimport { ${PROBE_IMPORTS} } from ${JSON.stringify(`${root}/${PROBE}`)};\n`,
          map: null,
        };
      },
    },
  };
}

const PROBE = "lessons/page/run/probe.ts";

/** Instruments every module that has stops, or a guard and no need of Node. What somebody has changed is no guard. */
export async function gatherInstrumented(readFile: Read): Promise<InstrumentedLessons> {
  const texts = new Map<string, Promise<string>>();
  const read: Read = (path) => {
    const text = texts.get(path) ?? readFile(path);
    texts.set(path, text);
    return text;
  };
  const table: StopTable = JSON.parse(await read(STOPS));
  const modules = new Map<string, string>();
  const stops: StopPlace[] = [];
  const files = new Set([...table.map(({ file }) => file), ...guards.map(({ file }) => `lessons/${file}`)]);
  for (const file of files) {
    if (await needsNode(file, read)) continue;
    const source = await read(file);
    const ofFile = table.find((entry) => entry.file === file);
    if (ofFile && ofFile.sha256 !== (await sha256Of(source))) {
      throw new Error(
        `The stops of ${file} are those of another text of it. List them again with: npm run record`,
      );
    }
    const own = guards.filter((guard) => file === `lessons/${guard.file}` && standsIn(source, guard));
    const { code, places } = instrument(source, { file, table: ofFile, guards: own, first: stops.length });
    modules.set(file, code.toString());
    stops.push(...places);
  }
  return { modules, stops };
}

/** The SHA-256 of a text, as hexadecimal digits. */
export async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a module, or one that it takes values from, needs Node: such a module cannot be in the page. */
async function needsNode(file: string, read: Read, seen: Set<string> = new Set()): Promise<boolean> {
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
