import type { Browser, Page } from "playwright-core";
import { PAGE_ADDRESS } from "./browser.ts";

/** The page in a browser, with everything that the browser had to say about it. */
export type OpenPage = {
  page: Page;
  /** Messages on the console and errors that nobody caught. */
  complaints: string[];
  /** Addresses that something was asked of. */
  requested: string[];
  /** Goes to an address behind `#`, and waits until the page shows it. */
  show: (address: string) => Promise<void>;
  text: (selector: string) => Promise<string>;
  /** The number of the line that is about to run, 0 behind the end of the function. */
  currentLine: () => Promise<number>;
  /** The number of the first line of code that contains a text. */
  lineWith: (code: string) => Promise<number>;
  /** Presses the theme's button unless the theme is on. */
  setTheme: (theme: "light" | "dark") => Promise<void>;
};

export async function openPage(browser: Browser, built = PAGE_ADDRESS): Promise<OpenPage> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme: "light", reducedMotion: "reduce" });
  const complaints: string[] = [];
  const requested: string[] = [];
  context.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (fault) => complaints.push(String(fault.error())));
  context.on("request", (request) => requested.push(request.url()));
  const page = await context.newPage();
  await page.goto(built);

  const text = async (selector: string): Promise<string> =>
    (await page.locator(selector).first().textContent())?.trim() ?? "";
  const lineOf = async (selector: string, hasText = ""): Promise<number> => {
    const line = page.locator(selector, { hasText });
    return (await line.count()) === 0 ? 0 : Number(await line.first().getAttribute("data-line"));
  };
  return {
    page,
    complaints,
    requested,
    text,
    currentLine: () => lineOf(".code li[aria-current]"),
    lineWith: (code) => lineOf(".code li", code),
    show: async (address) => {
      // The page writes its address when the steps come to rest. Until then the one it came from would be no news to it.
      if (new URL(page.url()).hash === address) await page.goto(`${built}#/`);
      await page.goto(`${built}${address}`);
      const [input, step = "0"] = address.split("?step=");
      const place = Number.parseInt(step, 10) === 0 ? "Before step 1" : `Step ${Number.parseInt(step, 10)}`;
      await page.locator(`.inputs a[aria-current][href^="${input}?"]`).first().waitFor();
      await page
        .getByText(new RegExp(`^${place} of \\d+$`))
        .first()
        .waitFor();
    },
    setTheme: async (theme) => {
      const isOn = (await page.locator("html").getAttribute("data-theme")) === theme;
      if (!isOn) await page.getByRole("button", { name: /theme$/ }).click();
    },
  };
}
