import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../../../user_code/command-line.ts";
import { parsePracticeArguments } from "../../../user_code/practice/arguments.ts";
import { chooseModel } from "../../../user_code/practice/choose-model.ts";
import { bundle } from "../../harness/processes/bundles.ts";
import { type Finished, practise } from "../../harness/processes/practice.ts";
import { temporaryFolder } from "../../harness/sessions.ts";
import { overloaded } from "./messages-api/faults.ts";
import { BOTH_OPEN, injectAt, REVIEWED, runPath, script } from "./messages-api/practice-run.ts";
import { API_KEY, startStandIn } from "./messages-api/stand-in.ts";

const LIVE = { ANTHROPIC_API_KEY: API_KEY, ANTHROPIC_MODEL: "any-model" };
const DEAD_PROXY = "http://127.0.0.1:9";
/** Of a process that is to reach 127.0.0.1 and nothing else, and that finds proxies and no key. */
const OFFLINE: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  PYTHON: process.env.PYTHON,
  NODE_OPTIONS: `--import ${pathToFileURL(bundle("loopbackOnly"))}`,
  HTTP_PROXY: DEAD_PROXY,
  HTTPS_PROXY: DEAD_PROXY,
  ALL_PROXY: DEAD_PROXY,
};

describe("practice.ts --model anthropic, as a process", () => {
  const folder = mkdtempSync(join(tmpdir(), "two-gates-sdk-"));
  const scripted = script(BOTH_OPEN);
  let keyless: Finished;
  let whole: Finished;
  let refused: Finished;

  beforeAll(async () => {
    const servers = await Promise.all([
      startStandIn({ model: scripted, inject: injectAt(REVIEWED, overloaded, 1) }),
      startStandIn({ model: scripted, inject: () => overloaded }),
    ]);
    const flags = ["--model", "anthropic", "--decision", "allow", "--json", "--dir"];
    const live = (name: string, url: string): Promise<Finished> => {
      const environment = { ...OFFLINE, ...LIVE, ANTHROPIC_BASE_URL: url, ANTHROPIC_LOG: "debug" };
      return practise(...flags, join(folder, name), { environment });
    };
    [keyless, whole, refused] = await Promise.all([
      practise(...flags, join(folder, "keyless"), { environment: OFFLINE }),
      live("whole", servers[0].url),
      live("refused", servers[1].url),
    ]);
    await Promise.all(servers.map((server) => server.close()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("without a key it says so in one sentence, ends with exit code 2 and leaves nothing behind", () => {
    expect(keyless).toMatchObject({ code: 2, stdout: "" });
    expect(keyless.stderr).toMatch(
      /^usage: --model anthropic needs ANTHROPIC_API_KEY and ANTHROPIC_MODEL .*\.\n$/,
    );
    expect(existsSync(join(folder, "keyless"))).toBe(false);
  });

  test("with the stand-in's address it runs to the end, whatever proxies the environment names", async () => {
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    const { events } = await runPath(BOTH_OPEN, script(BOTH_OPEN));
    const lines = events.map((event) =>
      JSON.stringify(event.event === "session_started" ? { ...event, model: "anthropic" } : event),
    );
    expect(whole.stdout.replace(join(folder, "whole"), "")).toBe(`${lines.join("\n")}\n`);
    scripted.assertFinished();
  });

  test("a fault in the run ends it with exit code 1 and one sentence", () => {
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^model-overloaded: The API is overloaded [^\n]* try later\.\n$/);
    expect(existsSync(join(folder, "refused/lead.jsonl"))).toBe(false);
  });

  test.each([
    [{ ANTHROPIC_API_KEY: "k" }, /^--model anthropic needs ANTHROPIC_MODEL in/],
    [{ ANTHROPIC_MODEL: "m" }, /^--model anthropic needs ANTHROPIC_API_KEY in/],
    [{ ANTHROPIC_API_KEY: " ", ANTHROPIC_MODEL: "m" }, /^--model anthropic needs ANTHROPIC_API_KEY in/],
    [{ ANTHROPIC_API_KEY: "k\u2011y", ANTHROPIC_MODEL: "m" }, /^ANTHROPIC_API_KEY holds/],
    [{ ...LIVE, ANTHROPIC_BASE_URL: "127.0.0.1:80" }, /^ANTHROPIC_BASE_URL must be/],
    [{ ...LIVE, ANTHROPIC_BASE_URL: "ftp://127.0.0.1" }, /^ANTHROPIC_BASE_URL must be/],
    [
      { ...LIVE, ANTHROPIC_BASE_URL: "http://me:secret@127.0.0.1" },
      /^(?!.*secret)ANTHROPIC_BASE_URL must be/,
    ],
  ])("the environment %j is refused before anything begins", async (environment, sentence) => {
    const chosen = chooseModel(parsePracticeArguments(["--model", "anthropic"]), environment);
    await expect(chosen).rejects.toThrow(UsageError);
    await expect(chosen).rejects.toThrow(sentence);
  });
});

test("the practice takes its key from a pipe, runs to its end with it, and prints nothing of it", async () => {
  const folder = temporaryFolder();
  const server = await startStandIn({ model: script(BOTH_OPEN) });
  const flags = ["--model", "anthropic", "--decision", "allow", "--json", "--dir", join(folder, "session")];
  const child = spawn(process.execPath, [bundle("practice"), ...flags], {
    env: {
      PATH: process.env.PATH,
      PYTHON: process.env.PYTHON,
      ANTHROPIC_MODEL: "any-model",
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY_FILE: "/dev/stdin",
    },
  });
  child.stdin.end(`${API_KEY}\n`);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, "close");
  await server.close();
  expect(code, output).toBe(0);
  expect(output).toContain('"verdict":"match"');
  expect(output).not.toContain(API_KEY);
});
