import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, failureOf } from "../../verify/conformance/report/finding.ts";
import { junitOf } from "../../verify/conformance/report/reports.ts";
import { serveCommand } from "../../verify/conformance/serve-command.ts";
import { Fault } from "../fault.ts";
import { paintFor, safeWriter } from "../terminal.ts";
import { parseQuestArguments, type QuestArguments, USAGE } from "./arguments.ts";
import { openInput } from "./input.ts";
import { myProtocol, requireProtocol } from "./my-protocol.ts";
import { play } from "./play.ts";
import { practise } from "./practise.ts";
import { type Standing, standings } from "./standing.ts";

const USER_CODE = join(import.meta.dirname, "..");

const write = safeWriter(process.stdout, process.env);
const paint = paintFor(process.stdout, process.env);

/** `npm run quest`. Returns the exit status. Throws `UsageError`, and what stands in the way. */
export async function quest(argv: readonly string[]): Promise<number> {
  const isOfNpm = process.env.npm_lifecycle_event === "quest";
  const options = parseQuestArguments(argv, (isOfNpm && process.env.INIT_CWD) || process.cwd());
  if (options.mode === "help") {
    write(USAGE);
    return 0;
  }
  if (options.mode === "practice")
    return practise(options.folder ?? requireProtocol(USER_CODE), options.options);
  const { folder, isNew } = folderFor(options);
  const command = serveCommand(join(folder, "port.ts"));
  const look = (): Promise<Standing[] | string> => standings(command, folder);
  if (options.mode === "check") return check(await look(), options, folder);
  const input = openInput(process.stdin, folder);
  try {
    await play({ folder, isNew, look, next: input.next, write, paint });
  } finally {
    input.close();
  }
  return 0;
}

type Asked = Extract<QuestArguments, { mode: "play" | "check" }>;

function folderFor({ mode, again, folder }: Asked): { folder: string; isNew: boolean } {
  if (folder !== undefined) return { folder, isNew: false };
  if (mode === "check") return { folder: requireProtocol(USER_CODE), isNew: false };
  return myProtocol(USER_CODE, again);
}

function check(found: Standing[] | string, { junit }: Asked, folder: string): number {
  if (typeof found === "string") {
    safeWriter(process.stderr, process.env)(`${found}\n`);
    return 2;
  }
  for (const { quest: asked, attack } of found)
    write(
      attack
        ? `${paint("red", "missing")}  ${asked.guard.padEnd(20)} ${attack.check.name}\n`
        : `${paint("green", "stands ")}  ${asked.guard}\n`,
    );
  const stand = found.filter(({ attack }) => !attack).length;
  write(`\n${stand} of ${found.length} guards stand, in ${folder}\n`);
  if (junit) writeReport(junit, found);
  return stand === found.length ? 0 : 1;
}

function writeReport(file: string, found: readonly Standing[]): void {
  const findings = found.map(
    ({ quest: { guard }, attack }): Finding => ({
      name: `quest/${guard}`,
      guards: [guard],
      status: attack ? "failed" : "passed",
      seconds: 0,
      at: attack?.check.at ?? { file: "", find: "" },
      failure: attack ? failureOf(attack.check, attack.deviation, "npm run quest") : null,
    }),
  );
  try {
    writeFileSync(file, junitOf(findings, "quests"));
  } catch (error) {
    throw new Fault(`The report cannot be written (${error instanceof Error ? error.message : error}).`);
  }
}
