import { execFileSync } from "node:child_process";
import { readFileSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";

export type Machine = {
  processor: string;
  cores: number;
  platform: string;
  /** Where the session folders lie. On a file system in memory a sync costs nothing, and (a) says little. */
  fileSystem: string;
  /** Processes that wanted to run in the last minute, on average. Well under the cores, or the times are noisy. */
  load: number;
  versions: Record<string, string>;
};

const FILE_SYSTEMS: Record<number, string> = {
  61267: "ext4",
  16914836: "tmpfs",
  2035054128: "overlayfs",
  1481003842: "xfs",
  2435016766: "btrfs",
  26985: "nfs",
  26: "apfs",
};

/** What the figures depend on, without the name of the machine. */
export function describeMachine(place: string, python: string): Machine {
  const { type } = statfsSync(place);
  const [processor] = cpus();
  return {
    processor: processor?.model.trim() ?? "unknown processor",
    cores: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
    fileSystem: FILE_SYSTEMS[type] ?? `file system 0x${type.toString(16)}`,
    load: Number(loadavg()[0]?.toFixed(1) ?? Number.NaN),
    versions: {
      node: process.version,
      python: execFileSync(python, ["-c", "import platform; print(platform.python_version())"], {
        encoding: "utf8",
      }).trim(),
      ...Object.fromEntries(["tsx", "zod", "proper-lockfile"].map((name) => [name, versionOf(name)])),
    },
  };
}

function versionOf(name: string): string {
  const { resolve } = createRequire(import.meta.url);
  const path = resolve.paths(name)?.map((folder) => join(folder, name, "package.json")) ?? [];
  for (const candidate of path) {
    try {
      const { version }: { version: string } = JSON.parse(readFileSync(candidate, "utf8"));
      return version;
    } catch {
      // Not in this folder: Node looks further up, and so does this.
    }
  }
  return "unknown";
}
