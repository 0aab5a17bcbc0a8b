import type { Page } from "playwright-core";

/**
 * Steps through the input that is shown, after a run of it, and tells at each step what is not wholly in view: outside
 * of the window, under the controls that stay at its lower edge, or cut by its own box. Of a box that scrolls in itself
 * the frame is watched, and what has changed in it.
 */
export function outOfView(
  page: Page,
  watched: { whole: readonly string[]; scrolling: readonly string[] },
): Promise<string[]> {
  return page.locator("html").evaluate(async (html, { whole: names, scrolling }) => {
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
      const faults = [...names, ...scrolling].filter(
        (name: string) => !isWithin(find(name).getBoundingClientRect(), view()),
      );
      for (const name of scrolling) {
        const changed = find(`${name} [data-changed=true]`);
        const frame = find(name).getBoundingClientRect();
        const top = changed?.getBoundingClientRect().top ?? frame.top;
        if (top < frame.top || top + 19 > frame.bottom) faults.push(`${name} hides what has changed`);
      }
      if (line && !isWithin(line.getBoundingClientRect(), find(".code .lines").getBoundingClientRect()))
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
    for (let step = 0; step <= steps; step += 1) {
      await painted();
      if (step > 0 && step < steps && !find(".code li[aria-current]")) seen.push(`step ${step}: no line`);
      seen.push(...faultsNow().map((fault) => `step ${step}: ${fault}`));
      document.dispatchEvent(new window.KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    }
    return seen;
  }, watched);
}

/** Words of what is shown that go on in another line, and texts that are wider than the box drawn around them. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.locator("html").evaluate((html) => {
    const { ownerDocument: document } = html;
    const window = document.defaultView;
    type Box = typeof html;
    const all = (selector: string): Box[] => [...html.querySelectorAll(selector)];
    const broken = all(".panel, .calls, .life, .program, .notes").flatMap((box) => {
      const faults: string[] = [];
      const texts = document.createTreeWalker(box, window.NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement.closest("details:not([open]) > :not(summary), .sr")) continue;
        for (const { 0: word, index } of text.data.matchAll(/\w+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const tops = new Set(
            [...range.getClientRects()].map(({ top }: { top: number }) => Math.round(top)),
          );
          if (tops.size > 1) faults.push(`${word} breaks in ${text.data.slice(0, 40)}`);
        }
      }
      return faults;
    });
    const pills = all(".status, .value, .inputs a, .gate-state, .primary, .secondary").filter((pill) => {
      const around = pill.closest(".panel, .life a, .inputs, .controls, form");
      if (!around || pill.getClientRects().length === 0) return false;
      const isTooWide = pill.scrollWidth > pill.clientWidth + 1;
      const leaves = pill.getBoundingClientRect().right > around.getBoundingClientRect().right + 1;
      return isTooWide || (leaves && !pill.closest(".inputs"));
    });
    const pen = document.createElement("canvas").getContext("2d");
    const selects = all("select").filter((select) => {
      const { font, paddingLeft, paddingRight } = window.getComputedStyle(select);
      pen.font = font;
      const words: number[] = [...select.options].map(({ text }) => pen.measureText(text).width);
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      // The arrow takes about the width of a letter and a half.
      return Math.max(...words) + 22 > room;
    });
    return [
      ...broken,
      ...pills.map((pill) => `${pill.className} ${pill.textContent} does not fit`),
      ...selects.map((select) => `select ${select.name} cuts its words`),
    ];
  });
}
