import { pathToFileURL } from "node:url";
import { outcomeOf, type PortModule } from "./outcome.ts";

/** Puts a module on the wire: each line of stdin is asked of it, each answer is a line of stdout. */
const [path = ""] = process.argv.slice(2);
const port: Partial<PortModule> = await import(pathToFileURL(path).href);
const { answer } = port;
if (typeof answer !== "function") {
  process.stderr.write(`${path} exports no function "answer". See verify/conformance/README.md.\n`);
  process.exit(1);
}

// What the module prints itself would stand between the answers.
console.log = console.error;

// Not readline, which ends a line at U+2028 as well.
let unread = "";
for await (const text of process.stdin.setEncoding("utf8")) {
  const lines = (unread + text).split("\n");
  unread = lines.pop() ?? "";
  for (const line of lines) await reply(answer, line);
}

async function reply(asked: PortModule["answer"], line: string): Promise<void> {
  const { id, ...request } = JSON.parse(line);
  const outcome = await outcomeOf({ answer: asked }, request);
  const said =
    "error" in outcome
      ? { id, error: { code: outcome.error, message: outcome.message } }
      : { id, result: outcome.result };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
