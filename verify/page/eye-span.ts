import type { Page } from "playwright-core";

/**
 * Steps through the input that is shown, after a run of it, and tells at each step what is not wholly in view: outside
 * of the window, under the controls that stay at its lower edge, or cut by its own box.
 */
export function outOfView(page: Page, watched: readonly string[]): Promise<string[]> {
  return page.locator("html").evaluate(async (html, names) => {
    const { ownerDocument: document } = html;
    const window = document.defaultView;
    type Box = typeof html;
    type Edges = { left: number; top: number; right: number; bottom: number };
    const find = (selector: string): Box => html.querySelector(selector);
    // The listing scrolls after the paint.
    const painted = (): Promise<void> =>
      new Promise((resolve) => window.requestAnimationFrame(() => window.setTimeout(resolve, 1)));
    const controls = find(".controls");
    const isBelow = window.getComputedStyle(controls).position === "sticky";
    const view = (): Edges => ({
      left: 0,
      top: 0,
      right: window.innerWidth,
      bottom: isBelow ? controls.getBoundingClientRect().top : window.innerHeight,
    });
    const isWithin = (inner: Edges, outer: Edges): boolean =>
      inner.left >= outer.left - 1 &&
      inner.top >= outer.top - 1 &&
      inner.right <= outer.right + 1 &&
      inner.bottom <= outer.bottom + 1;
    const faultsNow = (): string[] => {
      const line = find(".code li[aria-current]");
      const faults = names.filter((name: string) => !isWithin(find(name).getBoundingClientRect(), view()));
      if (line && !isWithin(line.getBoundingClientRect(), find(".code ol").getBoundingClientRect()))
        faults.push("line in the listing");
      if (line && !isWithin(line.getBoundingClientRect(), view())) faults.push("line");
      for (const name of names) {
        const box = find(name);
        const parts: Box[] = [...box.querySelectorAll("*:not(.sr)")];
        if (box.scrollHeight > box.clientHeight + 1) faults.push(`${name} has to be scrolled`);
        const outside = parts.find(
          (part) => !isWithin(part.getBoundingClientRect(), box.getBoundingClientRect()),
        );
        if (outside) faults.push(`${outside.outerHTML.slice(0, 60)} leaves ${name}`);
      }
      return faults;
    };

    const seen: string[] = [];
    window.scrollTo(0, 0);
    const steps = Number(find(".position input").max);
    for (let step = 1; step <= steps; step += 1) {
      await painted();
      seen.push(...faultsNow().map((fault) => `step ${step}: ${fault}`));
      document.dispatchEvent(new window.KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    }
    return seen;
  }, watched);
}
