import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

const ROOT = join(import.meta.dirname, "../../..");

/** What the tests start dozens of times. */
const PROGRAMS = {
  practice: "user_code/practice.ts",
  member: "user_code/member.ts",
  console: "user_code/console.ts",
  sessions: "user_code/sessions.ts",
  doctor: "user_code/doctor.ts",
  steppedProcess: "verify/faults/stepped-process.ts",
  attendant: "verify/shared-session/attendant.ts",
  randomMember: "verify/shared-session/random-member.ts",
  peerProcess: "verify/casebook/peer-process.ts",
  holdLock: "verify/mailbox-files/lock/hold-lock.ts",
  killedPractice: "verify/practice/killed-practice.ts",
  killedConsole: "verify/console/kills/killed-console.ts",
  swapFolder: "verify/console/races/swap-folder.ts",
  lookedAt: "verify/mailbox-files/lock/looked-at.ts",
  startSession: "verify/mailbox-files/session-folder/start-session.ts",
  swapFifo: "verify/mailbox-files/session-folder/swap-fifo.ts",
  showTrace: "verify/recordings/recorder/show-trace.ts",
  programHarness: "verify/program/harness.ts",
  crowdProcess: "verify/postgres/crowd-process.ts",
  storeMember: "verify/postgres/store-member.ts",
  storeAttendant: "verify/postgres/store-attendant.ts",
  conformance: "verify/conformance/conformance.ts",
  quest: "user_code/quest.ts",
  serveModule: "verify/conformance/serve-module.ts",
  loopbackOnly: "verify/agent-loop/sdk/messages-api/loopback-only.ts",
} as const;

declare module "vitest" {
  interface ProvidedContext {
    bundles: string;
  }
}

/** The bundle of a program, as the path of a file for Node. */
export function bundle(program: keyof typeof PROGRAMS): string {
  return bundleIn(inject("bundles"), PROGRAMS[program]);
}

function bundleIn(folder: string, source: string): string {
  return join(folder, basename(source).replace(/ts$/, "mjs"));
}

/**
 * Makes one plain JavaScript file of each program, once for a whole test run: through a loader each start would take
 * four times as long. The code is the same; one path of the practice, the console's tour, the debugger and the
 * recorder start as a person starts them.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "two-gates-bundles-"));
  // The bundler that tsx itself uses.
  const requireOfTsx = createRequire(createRequire(import.meta.url).resolve("tsx/package.json"));
  const { build }: typeof import("esbuild") = requireOfTsx("esbuild");
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.values(PROGRAMS),
    outdir: folder,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    // Libraries in the old module format expect these names.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url), __filename = import.meta.filename;',
    },
    plugins: [ownFolders],
  });
  project.provide("bundles", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A file in a bundle still looks for its fixtures where its source stands. */
const ownFolders: import("esbuild").Plugin = {
  name: "own-folders",
  setup: ({ onLoad }) =>
    onLoad({ filter: /(?:lessons|user_code|verify)\/.*\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8").replaceAll("import.meta.dirname", JSON.stringify(dirname(path))),
    })),
};
