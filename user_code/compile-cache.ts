import * as nodeModule from "node:module";
import { join } from "node:path";

/**
 * Lets Node.js keep what it has compiled, where it can (22.1 or newer): the next start takes it from there. The cache
 * lies with the packages, and not in a folder for everybody's temporary files: what is in it is run. Nothing is said
 * where it cannot be written, and `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` are heeded.
 */
const enable = "enableCompileCache" in nodeModule ? nodeModule.enableCompileCache : undefined;
if (typeof enable === "function") enable(join(import.meta.dirname, "../node_modules/.cache/two-gates"));
