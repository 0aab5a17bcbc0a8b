import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { FileLock } from "../../../lessons/s15-mailboxes/file-lock.ts";
import { FileMailStore } from "../../../lessons/s15-mailboxes/file-mail-store.ts";
import { ProtocolError } from "../../../lessons/s15-mailboxes/protocol-error.ts";

/**
 * A process that reads `reader.jsonl` in a folder, which becomes a FIFO right before it is opened, and says what came
 * of it: `node <this program> <folder>`. A process of its own, because who waits for a FIFO waits for ever.
 */
const [folder = ""] = process.argv.slice(2);
const open = fs.openSync;
fs.openSync = (path, ...rest) => {
  fs.rmSync(path);
  execFileSync("mkfifo", [String(path)]);
  return open(path, ...rest);
};
syncBuiltinESMExports();
try {
  new FileMailStore(folder, new FileLock(folder)).read("reader");
} catch (error) {
  process.stdout.write(error instanceof ProtocolError ? error.message : String(error));
}
