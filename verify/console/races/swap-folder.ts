import { renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";

// Puts a link to another folder in a folder's place and the folder back, without a pause, until it is killed.
const [folder = "", elsewhere = ""] = process.argv.slice(2);
const aside = `${folder}-aside`;

process.stdout.write("swapping\n");
for (;;) {
  attempt(() => renameSync(folder, aside));
  attempt(() => symlinkSync(elsewhere, folder));
  attempt(() => unlinkSync(folder));
  // A save that met no folder has made one.
  attempt(() => rmSync(folder, { recursive: true }));
  attempt(() => renameSync(aside, folder));
}

/** The other process is at work in the same folder, so each step may come too late. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The next round puts it right.
  }
}
