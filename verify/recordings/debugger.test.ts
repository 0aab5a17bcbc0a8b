import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Debugger } from "node:inspector";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import {
  generatedPositionFor,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  type TraceMap,
} from "@jridgewell/trace-mapping";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parsePracticeArguments } from "../../user_code/practice/arguments.ts";
import { RECORDED_FILE, readRecordedSource } from "./recorder/fixture-files.ts";
import { connectInspector, type Inspector } from "./recorder/inspector-connection.ts";
import { inlineSourceMap } from "./recorder/statement-stops.ts";

const ROOT = join(import.meta.dirname, "../..");

type Debuggee = ChildProcessByStdio<null, Readable, Readable>;

let folder: string;
let debuggee: Debuggee | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "two-gates-debugger-"));
});

afterEach(() => {
  if (debuggee?.pid !== undefined && debuggee.exitCode === null) process.kill(-debuggee.pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("npm run debug stops where openRequest registers: in the draft the letter is saved, the record is not there yet", async () => {
  const mailbox = join(folder, "session", "lead.jsonl");
  debuggee = startDebuggee("--plan", "reject", "--dir", join(folder, "session"));
  const inspector = await connectInspector(await inspectorUrl(debuggee));
  const file = await stopBeforeFile(inspector);
  const registers = lineOf("requests.set(");
  const breakpointId = await setBreakpoint(inspector, file, registers);

  const hit = await goOnTo(inspector, breakpointId);
  expect(typescriptLine(file, hit)).toBe(registers);
  expect(await evaluate(inspector, hit, "state.mail.read(target)")).toContain('\\"request_id\\":\\"req-1\\"');
  expect(await evaluate(inspector, hit, "[request_id, requests.has(request_id)]")).toEqual(["req-1", false]);
  expect(existsSync(mailbox)).toBe(false);

  const stepped = await goOn(inspector, "Debugger.stepOver");
  expect(typescriptLine(file, stepped)).toBeGreaterThan(registers);
  expect(await evaluate(inspector, stepped, "requests.get(request_id)")).toMatchObject({
    kind: "plan",
    sender: "reader",
    status: "pending",
    reply: null,
  });

  const decides = lineOf("record.status =");
  const decision = await goOnTo(inspector, await setBreakpoint(inspector, file, decides));
  expect(typescriptLine(file, decision)).toBe(decides);
  expect(existsSync(mailbox)).toBe(true);
  expect(await evaluate(inspector, decision, "[request_id, record.status]")).toEqual(["req-1", "pending"]);
  const decided = await goOn(inspector, "Debugger.stepOver");
  expect(await evaluate(inspector, decided, "[request_id, record.status]")).toEqual(["req-1", "rejected"]);

  const ended = inspector.next("Runtime.executionContextDestroyed");
  const exited = once(debuggee, "exit");
  await inspector.post("Debugger.disable");
  await ended;
  // The process waits until its debugger has gone.
  inspector.close();
  expect(await exited).toEqual([0, null]);
});

test("every launch configuration of VS Code names files and options that there are", () => {
  const launch = JSON.parse(readFileSync(join(ROOT, ".vscode/launch.json"), "utf8"));
  const configurations: { name: string; program?: string; args?: string[] }[] = launch.configurations;
  const practices = configurations.filter(({ program }) => program?.endsWith("/user_code/practice.ts"));
  expect(practices.map(({ args = [] }) => parsePracticeArguments(args))).toMatchObject([
    { plan: "approve", decision: "allow" },
    { plan: "reject", decision: "allow" },
    { plan: "approve", decision: "deny" },
  ]);
  for (const { program } of configurations) {
    if (program) expect(existsSync(join(ROOT, program.replace(/^\$\{\w+\}/, ""))), program).toBe(true);
  }
});

/** The command that a learner types, on a free port. npm hands the port to Node through its environment. */
function startDebuggee(...words: string[]): Debuggee {
  return spawn("npm", ["run", "debug", "--", ...words], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: "--inspect-port=0" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

function inspectorUrl({ stdout, stderr }: Debuggee): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    stdout.resume();
    stderr.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      const [url] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    stderr.on("end", () => reject(new Error(`No debugger can connect:\n${text}`)));
  });
}

type LoadedFile = { scriptId: string; map: TraceMap };

/** Lets the process run to the moment before the first statement of the file, as an IDE does to set breakpoints. */
async function stopBeforeFile(inspector: Inspector): Promise<LoadedFile> {
  const scripts: Debugger.ScriptParsedEventDataType[] = [];
  inspector.on("Debugger.scriptParsed", (script) => scripts.push(script));
  await inspector.post("Runtime.enable");
  await inspector.post("Debugger.enable");
  const instrumentation = "beforeScriptWithSourceMapExecution";
  await inspector.post("Debugger.setInstrumentationBreakpoint", { instrumentation });
  await goOn(inspector, "Runtime.runIfWaitingForDebugger");
  for (;;) {
    const script = scripts.find(({ url }) => url.endsWith(RECORDED_FILE));
    if (script) return { scriptId: script.scriptId, map: inlineSourceMap(script.sourceMapURL) };
    await goOn(inspector, "Debugger.resume");
  }
}

/** From 1. Found by its text, so that it stays right when lines move. */
function lineOf(text: string): number {
  return (
    1 +
    readRecordedSource()
      .text.split("\n")
      .findIndex((line) => line.trim().startsWith(text))
  );
}

/** Sets the breakpoint of a whole TypeScript line where an IDE sets it: at the first place that the line maps to. */
async function setBreakpoint(
  inspector: Inspector,
  { scriptId, map }: LoadedFile,
  line: number,
): Promise<string> {
  const source = map.sources[0] ?? "";
  const place = generatedPositionFor(map, { source, line, column: 0, bias: LEAST_UPPER_BOUND });
  if (place.line === null) throw new Error(`Line ${line} holds no statement.`);
  const location = { scriptId, lineNumber: place.line - 1, columnNumber: place.column };
  return (await inspector.post("Debugger.setBreakpoint", { location })).breakpointId;
}

async function goOn(
  inspector: Inspector,
  how: "Runtime.runIfWaitingForDebugger" | "Debugger.resume" | "Debugger.stepOver",
): Promise<Debugger.PausedEventDataType> {
  const paused = inspector.next("Debugger.paused");
  await inspector.post(how);
  return paused;
}

/** Passes the stops before the files that are loaded after this one. */
async function goOnTo(inspector: Inspector, breakpointId: string): Promise<Debugger.PausedEventDataType> {
  for (;;) {
    const paused = await goOn(inspector, "Debugger.resume");
    if (paused.hitBreakpoints?.includes(breakpointId)) return paused;
    expect(paused.reason).toBe("instrumentation");
  }
}

function topFrame({ callFrames: [frame] }: Debugger.PausedEventDataType): Debugger.CallFrame {
  if (!frame) throw new Error("The process is stopped in no function.");
  return frame;
}

function typescriptLine({ map }: LoadedFile, paused: Debugger.PausedEventDataType): number | null {
  const { lineNumber, columnNumber = 0 } = topFrame(paused).location;
  return originalPositionFor(map, { line: lineNumber + 1, column: columnNumber }).line;
}

async function evaluate(
  inspector: Inspector,
  paused: Debugger.PausedEventDataType,
  expression: string,
): Promise<unknown> {
  const { callFrameId } = topFrame(paused);
  const { result } = await inspector.post("Debugger.evaluateOnCallFrame", {
    callFrameId,
    expression,
    returnByValue: true,
  });
  return result.value;
}
