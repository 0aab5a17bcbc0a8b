import { createInterface } from "node:readline";
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

for await (const line of createInterface({ input: process.stdin, crlfDelay: 0 })) {
  const { id, ...request } = JSON.parse(line);
  const outcome = await outcomeOf({ answer }, request);
  const reply =
    "error" in outcome
      ? { id, error: { code: outcome.error, message: outcome.message } }
      : { id, result: outcome.result };
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
