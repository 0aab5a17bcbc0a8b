import { resolve } from "node:path";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { embedLesson } from "./build/embed-lesson.ts";
import {
  gatherInstrumented,
  type InstrumentedLessons,
  instrumentLessons,
  type Read,
} from "./build/instrument-lessons.ts";
import { searchInPage } from "./build/search-in-page.ts";
import { withoutUnusedMethods } from "./build/without-unused-methods.ts";
import { withoutUnusedSchemas } from "./build/without-unused-schemas.ts";
import { withoutUnusedZod } from "./build/without-unused-zod.ts";
import { requireWritableOutput, writableCache } from "./build/writable-folders.ts";

/** The two last versions of each on 2026-12-01; of Safari, the two last that a year brings (browser-compat-data 8.1.9). */
const BROWSERS = ["chrome157", "firefox160", "safari26"];

const root = resolve(import.meta.dirname, "../..");

/** Once for a build: for the modules, and for what the page is told of them. */
let gathered: Promise<InstrumentedLessons> | undefined;
const instrumented = (read: Read): Promise<InstrumentedLessons> => {
  gathered ??= gatherInstrumented(read);
  return gathered;
};

export default defineConfig({
  root: import.meta.dirname,
  ...writableCache(`${root}/node_modules`),
  plugins: [
    requireWritableOutput(),
    embedLesson(root, instrumented),
    instrumentLessons(root, instrumented),
    searchInPage(),
    withoutUnusedZod(),
    withoutUnusedMethods(root),
    withoutUnusedSchemas(),
    viteSingleFile({ removeViteModuleLoader: true }),
  ],
  define: { HAS_SESSION: "false" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: `${root}/dist`,
    // One file is written there, and the page of somebody's session may lie beside it.
    emptyOutDir: false,
    target: BROWSERS,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: { comments: false },
    },
  },
  server: { host: "127.0.0.1", fs: { allow: [root] } },
});
