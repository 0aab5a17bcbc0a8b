import { execFileSync } from "node:child_process";

/**
 * Makes the environment, once for a whole test run, one in which processes start fast: dozens of them do.
 *
 * On some machines `python3` is a shim that takes longer to start than everything else in a test: `PYTHON` becomes the
 * interpreter behind it. Where extra certificates are named, Node reads them at each start, which takes as long as the
 * start itself: no test talks to anybody who has one. And on many machines a new file is its user's group's too, which
 * no session trusts: tests play the other program that writes mailboxes as one that keeps them to itself.
 */
export function setup(): void {
  process.env.PYTHON ??= execFileSync("python3", ["-c", "import sys; print(sys.executable)"], {
    encoding: "utf8",
  }).trim();
  Reflect.deleteProperty(process.env, "NODE_EXTRA_CA_CERTS");
  process.umask(0o022);
}
