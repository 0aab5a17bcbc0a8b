import { execFile } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { type Containment, requireInterpreter } from "../../../lessons/s16-team-protocols/run/interpreter.ts";
import {
  type ProgramRun,
  runProgram,
  type StartedProgram,
} from "../../../lessons/s16-team-protocols/run/program.ts";
import { bundle } from "../../harness/processes/bundles.ts";
import { testInterpreter } from "../../harness/processes/interpreter.ts";
import { temporaryFolder } from "../../harness/sessions.ts";
import type { Attempt, Way } from "./way.ts";

/** A session folder with a mailbox, a workspace and a `main.py`, whose run is allowed by both gates. */
type Place = { directory: string; workspace: string };

function place(source: string): Place {
  const directory = temporaryFolder();
  const workspace = join(directory, "workspace");
  mkdirSync(workspace, { mode: 0o700 });
  writeFileSync(join(workspace, "main.py"), source);
  writeFileSync(join(directory, "amy.jsonl"), "", { mode: 0o600 });
  return { directory, workspace };
}

function run({ directory, workspace }: Place, options: Partial<ProgramRun> = {}): Promise<StartedProgram> {
  return runProgram({
    workspace,
    interpreter: testInterpreter,
    environment: process.env,
    claim: async () => undefined,
    hide: directory,
    ...options,
  });
}

const printed = (outcome: StartedProgram): string => ("stdout" in outcome ? outcome.stdout.text : "");
const endOf = (outcome: StartedProgram): string => ("reason" in outcome ? outcome.reason : outcome.status);

/** A program that tries to read a secret in the environment of the process that runs it, and prints what it gets. */
export async function readSecret(expression: string, by: Containment["by"]): Promise<Attempt> {
  const source = [
    "import glob, os",
    "def everybody():",
    "    text = ''",
    "    for each in glob.glob('/proc/[0-9]*/environ'):",
    "        try: text += open(each).read()",
    "        except OSError: pass",
    "    at = text.find('FAKE_API_KEY')",
    "    return text[at:at + 30] if at >= 0 else ''",
    "try:",
    `    print(${expression})`,
    "except OSError as error:",
    "    print(error.strerror)",
    "",
  ].join("\n");
  const environment = { ...process.env, FAKE_API_KEY: "s3cret" };
  const harness = [bundle("programHarness"), place(source).workspace, by, "5000"];
  const { stdout } = await promisify(execFile)(process.execPath, harness, { env: environment });
  const text = JSON.parse(stdout).stdout.text;
  const through = text.includes("s3cret");
  const isError = /^[A-Z][a-z ]+\n$/.test(text);
  return { through, answer: through ? "the secret" : isError ? text.trim() : "no secret in it" };
}

const reads = (name: string, expression: string): Way => ({
  name,
  attempt: () => readSecret(expression, testInterpreter.holds.by),
});

const firstLine = (text: string): string => text.split("\n")[0]?.slice(0, 40) || "nothing";

/** A program that tries to write a line into the session folder. */
const writes = (name: string, path: (place: Place) => string): Way => ({
  name,
  attempt: async () => {
    const set = place("");
    const source = `try:\n    open(${JSON.stringify(path(set))}, "a").write("x")\n    print("written")\nexcept OSError as error:\n    print(error.strerror)\n`;
    writeFileSync(join(set.workspace, "main.py"), source);
    const outcome = await run(set);
    const files = ["amy.jsonl", "events.jsonl", "lead.jsonl", "session.json"].map((file) =>
      join(set.directory, file),
    );
    const through = files.some((file) => existsSync(file) && readFileSync(file, "utf8") !== "");
    return { through, answer: firstLine(printed(outcome)) };
  },
});

/** Something planted before the run that would join in; it leaves a file when it does. */
const plants = (
  name: string,
  plant: (place: Place) => Partial<ProgramRun> | undefined,
  source = "import json",
): Way => ({
  name,
  attempt: async () => {
    const set = place(source);
    const options = plant(set) ?? {};
    const outcome = await run(set, options);
    return { through: existsSync(join(set.workspace, "planted")), answer: endOf(outcome) };
  },
});
const PLANTED = 'open("planted", "w")\n';

export const contentWays: Way[] = [
  {
    name: "rewrite main.py between the claim and the start",
    attempt: async () => {
      const set = place("print(42)");
      const claim = async (): Promise<undefined> => {
        writeFileSync(join(set.workspace, "main.py"), PLANTED);
        return undefined;
      };
      const outcome = await run(set, { claim });
      return { through: existsSync(join(set.workspace, "planted")), answer: endOf(outcome) };
    },
  },
  {
    name: "put another folder in the place of the workspace between the claim and the start",
    attempt: async () => {
      const set = place('open("here", "w")');
      const elsewhere = temporaryFolder();
      const claim = async (): Promise<undefined> => {
        renameSync(set.workspace, `${set.workspace}.moved`);
        symlinkSync(elsewhere, set.workspace);
        return undefined;
      };
      const outcome = await run(set, { claim });
      return { through: existsSync(join(elsewhere, "here")), answer: endOf(outcome) };
    },
  },
  {
    name: "change the bytes through the descriptor that they are read from",
    attempt: async () => {
      const outcome = await run(
        place(
          "import os\ntry:\n    print(os.write(os.open('/dev/fd/3', os.O_RDWR), b'x'))\nexcept OSError as error:\n    print(error.strerror)\n",
        ),
      );
      return { through: printed(outcome) === "1\n", answer: firstLine(printed(outcome)) };
    },
  },
  plants("plant json.py beside main.py", ({ workspace }) => {
    writeFileSync(join(workspace, "json.py"), PLANTED);
    return undefined;
  }),
  plants("plant sitecustomize.py and usercustomize.py beside main.py", ({ workspace }) => {
    writeFileSync(join(workspace, "sitecustomize.py"), PLANTED);
    writeFileSync(join(workspace, "usercustomize.py"), PLANTED);
    return undefined;
  }),
  plants("plant a module in runs/req-1", ({ directory }) => {
    mkdirSync(join(directory, "runs/req-1"), { recursive: true });
    writeFileSync(join(directory, "runs/req-1/json.py"), PLANTED);
    return undefined;
  }),
  plants("plant a main.py in a folder that runs is a link to", ({ directory }) => {
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, "main.py"), PLANTED);
    symlinkSync(elsewhere, join(directory, "runs"));
    return undefined;
  }),
  plants("name a module in PYTHONSTARTUP and a folder in PYTHONPATH", ({ workspace }) => {
    writeFileSync(join(workspace, "json.py"), PLANTED);
    return {
      environment: { ...process.env, PYTHONPATH: workspace, PYTHONSTARTUP: join(workspace, "json.py") },
    };
  }),
  plants(
    "let the program find a planted command through a relative entry of PATH",
    ({ workspace }) => {
      writeFileSync(join(workspace, "date"), "#!/bin/sh\ntouch planted\n", { mode: 0o755 });
      return { environment: { ...process.env, PATH: `.${delimiter}${delimiter}${process.env.PATH}` } };
    },
    'import subprocess\nsubprocess.run(["date"])',
  ),
];

/** Looks the interpreter up while a program of that name lies in the folder one stands in. */
const namesPython = (name: string, environment: NodeJS.ProcessEnv): Way => ({
  name,
  attempt: async () => {
    const { workspace } = place("");
    const planted = join(workspace, "python3");
    writeFileSync(planted, `#!/bin/sh\ntouch ${workspace}/planted\n`, { mode: 0o755 });
    const interpreter = await requireInterpreter(environment);
    const answer = typeof interpreter === "string" ? "no interpreter" : "another interpreter";
    return { through: existsSync(join(workspace, "planted")), answer };
  },
});

export const interpreterWays: Way[] = [
  namesPython("name the interpreter by a path that is relative to the workspace", { PYTHON: "./python3" }),
  namesPython("name the workspace in PATH by a dot", { PATH: "." }),
  namesPython("leave a place in PATH empty", { PATH: `${delimiter}/nowhere` }),
];

export const EVERY_ENVIRONMENT = "everybody()";

export const secretWays: Way[] = [
  reads("read the harness's secret from the program's own environment", "os.environ"),
  reads("read it from /proc of the parent", "open(f'/proc/{os.getppid()}/environ').read()"),
  reads("read it from /proc of every process that can be seen", EVERY_ENVIRONMENT),
  {
    name: "read a key from a file that the harness holds open",
    attempt: async () => {
      const key = join(temporaryFolder(), "key");
      writeFileSync(key, "s3cret", { mode: 0o600 });
      const file = openSync(key, "r");
      const source =
        "import os\nfor each in range(3, 256):\n    try: print(os.pread(each, 100, 0))\n    except OSError: pass\n";
      const outcome = await run(place(source));
      closeSync(file);
      return { through: printed(outcome).includes("s3cret"), answer: "its own source, no key" };
    },
  },
];

export const folderWays: Way[] = [
  writes("append a letter to a mailbox by a relative path", () => "../amy.jsonl"),
  writes("append a letter by the absolute path", ({ directory }) => join(directory, "amy.jsonl")),
  writes(
    "append a letter through the root of another process",
    ({ directory }) => `/proc/1/root${directory}/amy.jsonl`,
  ),
  writes("append a letter through the folder of the parent", () => "/proc/self/fd/4/../amy.jsonl"),
  writes("write a mailbox that is not there yet", () => "../lead.jsonl"),
  writes("write the record of who allowed what", () => "../events.jsonl"),
  writes("write the session's state", () => "../session.json"),
];

/** Whether what the machine cannot close is left out, with the reason. */
export const canHide = testInterpreter.holds.hidden && testInterpreter.holds.private;
