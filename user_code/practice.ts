#!/usr/bin/env -S sh -c 'exec node "$(dirname "$(readlink -f "$0")")/start.mjs" "$0" "$@"'
import "./node-version.mjs";
import "./compile-cache.ts";

// Loaded when the cache is on, so that all of it comes from there.
const { practiceCommand } = await import("./practice/main.ts");
process.exitCode = await practiceCommand(process.argv.slice(2));
