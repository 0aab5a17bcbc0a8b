import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";

const ROOT = join(import.meta.dirname, "../..");

export const BUILT_PAGE = join(ROOT, "dist/index.html");

/** The page as somebody opens it from the disk. */
export const PAGE_ADDRESS = pathToFileURL(BUILT_PAGE).href;

/** Screenshots for people to look at. The folder is not part of the repository. */
export const SCREENSHOTS = join(ROOT, "screenshots");

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const INSTALL_HINT =
  "No Chromium was found, so the page is not tested. Install one (Debian, Ubuntu: apt-get install chromium) or name " +
  "yours: CHROMIUM=/path/to/chrome npm run verify:page";

/** The program of a Chromium, or undefined when there is none. `CHROMIUM` names one that stands elsewhere. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  return (named ? [named] : PLACES).find((path) => existsSync(path));
}

/** A browser that asks nobody for anything but the page. */
export function launch(executablePath: string): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // The address bar's suggestions are pages of the browser's own, which take longer to start than ours.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
  ];
  return chromium.launch({ executablePath, args });
}

/**
 * Builds the page as `npm run build` does, into dist or the folder given, in a process of its own: here NODE_ENV is
 * that of the tests.
 */
export async function buildPage(folder?: string): Promise<void> {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const config = "lessons/page/vite.config.ts";
  const command = [
    vite,
    "build",
    "--configLoader",
    "runner",
    "--config",
    config,
    ...(folder ? ["--outDir", folder] : []),
  ];
  const child = spawn(process.execPath, command, { cwd: ROOT, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`npm run build ended with ${code}:\n${said}`);
}
