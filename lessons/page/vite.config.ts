import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { embedLesson } from "./build/embed-lesson.ts";
import { withoutUnusedSchemas } from "./build/without-unused-schemas.ts";
import { withoutUnusedZod } from "./build/without-unused-zod.ts";
import { requireWritableOutput, writableCache } from "./build/writable-folders.ts";

const root = `${import.meta.dirname}/../..`;

export default defineConfig({
  root: import.meta.dirname,
  ...writableCache(`${root}/node_modules`),
  plugins: [requireWritableOutput(), embedLesson(root), viteSingleFile({ removeViteModuleLoader: true })],
  worker: {
    plugins: () => [withoutUnusedZod(), withoutUnusedSchemas()],
    rolldownOptions: { output: { comments: false } },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    reportCompressedSize: false,
  },
  server: { host: "127.0.0.1", fs: { allow: [root] } },
});
