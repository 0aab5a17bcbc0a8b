import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import type { ModelExchange } from "../../lessons/s15-mailboxes/member-event.ts";
import { modelTraffic } from "../../lessons/s15-mailboxes/model-traffic.ts";
import { liveModel } from "../agent-loop/sdk/messages-api/practice-run.ts";
import { API_KEY, startStandIn } from "../agent-loop/sdk/messages-api/stand-in.ts";
import { pipeConsole } from "../harness/processes/console.ts";
import { practise } from "../harness/processes/practice.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { playPractice } from "./played.ts";

const APPROVED = { plan: "approve" } as const;

function exchangesIn(log: string): ModelExchange[] {
  return log
    .trim()
    .split("\n")
    .map((line): { event: string } => JSON.parse(line))
    .filter((event): event is ModelExchange => event.event === "model_exchange");
}

/** The requests of a script, as the traffic names them. */
function asTraffic({ requests }: ScriptedModel): unknown[] {
  return requests.map(({ actor, tools, ...request }, index) => ({
    ...request,
    call: index + 1,
    member: actor,
    missing: 0,
    tools: tools.map(({ name }) => name),
  }));
}

const golden = (name: string): string => readFileSync(join("fixtures/transcripts", name), "utf8");

/** Without the one thing that differs from run to run. */
const unplaced = (text: string): string =>
  text.replace(/^Session folder: .*$/m, "").replace(/"dir":"[^"]*"/, "");

describe("the log of a session", () => {
  test("holds what a scripted model was asked, to the last block", async () => {
    const model = new ScriptedModel(practiceScript(APPROVED));
    const { directory } = await playPractice({ model });
    const traffic = modelTraffic(exchangesIn(readFileSync(join(directory, "events.jsonl"), "utf8")));
    expect(traffic.map(({ answer, ...request }) => request)).toEqual(asTraffic(model));
    expect(traffic.flatMap(({ answer }) => answer)).toHaveLength(7);
  });

  test("holds what a live model was asked over the wire, and no key", async () => {
    const scripted = new ScriptedModel(practiceScript(APPROVED));
    const server = await startStandIn({ model: scripted });
    const { directory } = await playPractice({ model: liveModel(server.url) }).finally(server.close);
    const log = readFileSync(join(directory, "events.jsonl"), "utf8");
    const sent = scripted.requests.map(({ messages }) => messages);
    expect(modelTraffic(exchangesIn(log)).map(({ messages }) => messages)).toEqual(sent);
    expect(sent).toHaveLength(7);
    expect(log).not.toContain(API_KEY);
  });
});

describe("--show-model", () => {
  test("draws the seven requests and answers below their lines, and all else as without it", async () => {
    const { stdout } = await practise("--decision", "allow", "--show-model");
    expect(stdout.match(/^ {13}(?:request|answer) \d.*$/gm)).toHaveLength(14);
    expect(stdout).toContain(
      [
        ' 4  model    answer 2, to reader: "My plan is with the lead. I wait for the reply…',
        "             request 2, for reader",
        "               system       (as before)",
        "               tools        (as before)",
        "               1 to 2       (as before, up to answer 1)",
        '               3 user       result of call-1: {"request_id":"req-1","status":"pending"}',
        "             answer 2",
        "               assistant    My plan is with the lead. I wait for the reply.",
        " 5  reader   ends turn 1",
      ].join("\n"),
    );
    const rows = stdout.split("\n").filter((line) => !line.startsWith(" ".repeat(13)));
    expect(unplaced(rows.join("\n"))).toBe(unplaced(golden("approve-allow.txt")));
  });

  test("with --json adds the events, and changes none of the others", async () => {
    const { stdout } = await practise("--json", "--show-model");
    const lines = stdout.split("\n").filter((line) => !line.startsWith('{"event":"model_exchange"'));
    expect(unplaced(lines.join("\n"))).toBe(unplaced(golden("approve-deny.jsonl")));
    expect(modelTraffic(exchangesIn(stdout))).toHaveLength(7);
  });

  test("is one step with the line that it belongs to", async () => {
    const { stdout } = await practise("--step", "--show-model", { input: "\n\nq" });
    expect(stdout.match(/\[Enter\]/g)).toHaveLength(3);
    expect(stdout).toMatch(/answer 1, to reader: call submit_plan\n {13}request 1, for reader\n/);
  });

  test("of a session that is taken up says which messages came before", async () => {
    const dir = join(temporaryFolder(), "session");
    const first = await practise("--dir", dir, "--step", { input: "\n\n\n\nq" });
    expect(first.stdout).toContain("Stopped.");
    const { stdout } = await practise("--dir", dir, "--resume", "--show-model");
    expect(stdout).toMatch(/^ {15}1 to \d +\(from before this process took the session up\)$/m);
  });

  test("shows what lead and teammates of the console are asked, and all else as without it", async () => {
    const { stdout } = await pipeConsole(["--tour", "--show-model"], "");
    expect(stdout).toMatch(/^ {13}request 1, for lead\n {15}system +You are lead .*\n/m);
    expect(stdout).toMatch(/^ {15}1 user {7}\[task\] Wait for messages from the lead\.$/m);
    const told = golden("console-tour.txt")
      .split("\n")
      .filter((line) => /^ {2}[a-z]/.test(line));
    expect(told.length).toBeGreaterThan(20);
    expect(stdout.split("\n").filter((line) => /^ {2}[a-z]/.test(line))).toEqual(told);
  });
});
