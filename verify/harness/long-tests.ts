/**
 * What takes long by its nature: kills, faults, races, many processes, servers, a debugger, read-only clones. `npm test`
 * leaves these files out and `npm run verify:long` runs them. Each as seen from `verify/`, without `.test.ts`.
 */
export const LONG_TESTS: readonly string[] = [
  "bad-input/folders",
  "bad-input/output",
  "break-it/attacks",
  "break-it/command-line",
  "break-it/explained",
  "break-it/planted",
  "conformance/command",
  "conformance/guards",
  "conformance/ports",
  "conformance/workflow",
  "console/kills",
  "console/resume",
  "console/steps",
  "faults/faults",
  "faults/race-faults",
  "mailbox-files/session-folder-processes",
  "page/build",
  "page/eye-span",
  "postgres/attendance",
  "postgres/bad-input",
  "postgres/casebook",
  "postgres/crowd",
  "postgres/killed-clients",
  "postgres/killed-servers",
  "postgres/lost-connections",
  "postgres/sections",
  "postgres/sequences",
  "postgres/two-machines",
  "practice/kill-operations",
  "practice/killed",
  "practice/member",
  "practice/resume",
  "practice/signals",
  "program/outlives",
  "quests/whole",
  "recordings/debugger",
  "shared-session/attendance",
  "shared-session/processes",
  "shared-session/processes-long",
  "shared-session/stopped",
];

/** The same as vitest names them. */
export const LONG_FILES = LONG_TESTS.map((name) => `verify/${name}.test.ts`);
