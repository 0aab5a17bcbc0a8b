import type { Page } from "playwright-core";

/** What a step says, and the text of each element that somebody watches. */
export type Seen = { sentence: string; watched: string[] };

/**
 * Presses a key as often as there are steps, from the first or the last step on, and tells of each step what it shows.
 * All of it happens inside the page: a message to the browser for each step takes longer than the step.
 */
export function walk(page: Page, key: "ArrowRight" | "ArrowLeft", watched: string): Promise<Seen[]> {
  return page.locator("html").evaluate(
    async (html, [press, selector]) => {
      const { ownerDocument: document } = html;
      const window = document.defaultView;
      type Box = typeof html;
      // Preact renders in microtasks: while nothing but those is waited for, no frame has to be painted.
      const pressed = async (name: string): Promise<void> => {
        document.dispatchEvent(new window.KeyboardEvent("keydown", { key: name, bubbles: true }));
        for (let turn = 0; turn < 5; turn += 1) await undefined;
      };
      await pressed(press === "ArrowRight" ? "Home" : "End");
      const { min, max } = html.querySelector(".position input");
      const seen: { sentence: string; watched: string[] }[] = [];
      for (let step = Number(min); step <= Number(max); step += 1) {
        const texts = [...html.querySelectorAll(selector)].map((box: Box): string => box.textContent);
        seen.push({ sentence: html.querySelector(".sentence").textContent, watched: texts });
        await pressed(press);
      }
      return seen;
    },
    [key, watched] as const,
  );
}
