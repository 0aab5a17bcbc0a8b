/**
 * Ends the process with one sentence when this Node.js is too old for two-gates.
 *
 * Plain JavaScript with nothing newer than modules in it, so that the old Node.js itself can read it. Every entry point
 * imports it first, and `check-machine.mjs` asks it before a tool starts that would fail in its own words.
 */
const NEEDED = [20, 19];

const [major, minor] = process.versions.node.split(".").map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `two-gates needs Node.js ${NEEDED.join(".")} or newer, and this is ${process.versions.node}. ` +
      "Install a newer one from https://nodejs.org, or with a version manager such as nvm.\n",
  );
  process.exit(1);
}
