import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { allChecks } from "./checks/all-checks.ts";
import { runRandom } from "./checks/random.ts";
import { type Port, PortFault, startPort } from "./port-process.ts";
import { type PortWithout, portWithout } from "./port-without.ts";
import { runCheck } from "./run-checks.ts";

const PORTS = join(import.meta.dirname, "../../fixtures/ports");
const python = [testInterpreter.executable, join(PORTS, "python/two_gates.py")];

const start = (command: readonly string[], timeoutMs = 20_000): Promise<Port> =>
  startPort({ command, cwd: import.meta.dirname, timeoutMs });

describe.each<[string, () => Promise<readonly string[]>]>([
  ["the port in Python", async () => python],
  ["the module in TypeScript", async () => [process.execPath, bundle("serveModule"), (await ours()).file]],
])("%s", (_, command) => {
  let port: Port;
  beforeAll(async () => {
    port = await start(await command());
  });
  afterAll(() => port.close());

  test("passes every check", async () => {
    for (const check of allChecks()) expect(await runCheck(check, port), check.name).toBeUndefined();
  });

  test("answers random sequences as the lessons do", async () => {
    const { deviation, operations } = await runRandom(port, { runs: 100, seed: 7 });
    expect(deviation).toBeUndefined();
    expect(operations).toBeGreaterThan(700);
  });
});

test("random sequences find a guard that is out, and show the shortest way", async () => {
  const port = await portWithout("reply-once");
  const asked = await start([process.execPath, bundle("serveModule"), port.file]);
  try {
    const { deviation } = await runRandom(asked, { runs: 200, seed: 1 });
    expect(deviation?.sent.map((request) => request.do)).toEqual(["reset", "open", "reply", "reply"]);
  } finally {
    await asked.close();
    port.remove();
  }
});

describe("a program that does not keep to the wire is named, in bounded time", () => {
  const HELLO = `{"id":1,"result":{"wire":1,"name":"x"}}`;
  test.each<[string, readonly string[], RegExp]>([
    ["/bin/cat", ["/bin/cat"], /no answer of the form .* \(request 1, hello\): \{"id":1,"do":"hello"\}/],
    [
      "half a line, and then nothing",
      ["sh", "-c", `printf '{"id":1,'; exec sleep 60`],
      /has not answered request 1 \(hello\) within 0.5 s.* begun a line: \{"id":1,/,
    ],
    ["nothing at all", ["sleep", "60"], /has not answered request 1 \(hello\) within 0.5 s/],
    [
      "a flood without an end of line",
      ["sh", "-c", "exec cat /dev/zero"],
      /floods: a line of more than 1000000 bytes/,
    ],
    [
      "a flood of lines",
      ["sh", "-c", `echo '${HELLO}'; exec yes`],
      /says something that nobody has asked|no JSON/,
    ],
    ["a flood on stderr", ["sh", "-c", "exec yes >&2"], /has not answered request 1.*stderr:\n {4}y/s],
    ["no JSON", ["echo", "hello"], /no JSON \(request 1, hello\): hello/],
    ["another id", ["echo", HELLO.replace("1", "2")], /answers request 2 instead/],
    ["another wire", ["echo", HELLO.replace('"wire":1', '"wire":9')], /This is wire 1/],
    ["a refusal of hello", ["echo", '{"id":1,"error":{"code":"no"}}'], /This is wire 1/],
    [
      "a program that is not there",
      ["./no-such-port"],
      /could not be started \(\.\/no-such-port\): there is no such program/,
    ],
    [
      "one that ends at once",
      ["sh", "-c", "echo oh no >&2; exit 3"],
      /has ended with exit code 3 .*\n {4}oh no/s,
    ],
    ["one that is killed", ["sh", "-c", "kill -9 $$"], /has ended by SIGKILL/],
  ])("%s", async (_, command, sentence) => {
    const begin = performance.now();
    const failing = start(command, 500).then(async (port) => {
      try {
        await port.ask({ do: "state" });
      } finally {
        await port.close();
      }
    });
    await expect(failing).rejects.toThrow(PortFault);
    await expect(failing).rejects.toThrow(sentence);
    expect(performance.now() - begin).toBeLessThan(4_000);
  });

  test("one that dies at the third request, with what it said last", async () => {
    const script = [
      "import sys",
      "for number, line in enumerate(sys.stdin, start=1):",
      "    if number == 3: sys.exit('Traceback: the third is too much')",
      `    print('{"id":%d,"result":{"wire":1,"name":"x"}}' % number, flush=True)`,
    ].join("\n");
    const port = await start([testInterpreter.executable, "-c", script]);
    await port.ask({ do: "reopen" });
    const failing = port.ask({ do: "state" });
    await expect(failing).rejects.toThrow(/has ended with exit code 1 instead of answering request 3/);
    await expect(failing).rejects.toThrow(/\n {4}Traceback: the third is too much/);
    // Whatever is asked afterwards has the same answer.
    await expect(port.ask({ do: "state" })).rejects.toThrow(/exit code 1/);
    await port.close();
  });

  test("what it has started ends with it, and what has got away is not waited for", async () => {
    const script = [
      "import subprocess, sys",
      "subprocess.Popen(['sleep', '60'])",
      "subprocess.Popen(['sleep', '3'], start_new_session=True)",
      `print('{"id":1,"result":{"wire":1,"name":"x"}}', flush=True)`,
      "import time; time.sleep(60)",
    ].join("\n");
    const port = await start([testInterpreter.executable, "-c", script]);
    const begin = performance.now();
    // Both hold its pipes open.
    await port.close();
    expect(performance.now() - begin).toBeLessThan(2_500);
  });
});

let made: Promise<PortWithout> | undefined;
function ours(): Promise<PortWithout> {
  made ??= portWithout();
  return made;
}
afterAll(async () => (await made)?.remove());
