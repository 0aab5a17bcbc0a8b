import type { Page } from "playwright-core";

/** What a step shows, as text, and where everything stands. */
export type Shown = { text: string; places: string };

/** An input of an area: what its run in the worker shows, and every step of its recording. */
export type Visit = {
  run: {
    outcome: unknown;
    recorded: unknown;
    verdict: string;
    requests: string[][];
    members: string[][];
    letters: number[];
  };
  there: Shown[];
  /** The texts of the way back. */
  back: string[];
};

/**
 * Shows an input, presses Run, waits for the worker, then goes through the recording with the arrow keys, to its
 * end and back to its beginning. A path of the practice has nothing to run: `run` is undefined then.
 *
 * All of it happens inside the page: a message to the browser for each of some hundred steps takes longer than the
 * steps. Types are taken from the root element, since the project's other tests know no browser.
 */
export function visit(
  page: Page,
  address: string,
): Promise<Omit<Visit, "run"> & { run: Visit["run"] | undefined }> {
  return page.locator("html").evaluate(async (html, hash) => {
    const { ownerDocument: document } = html;
    const window = document.defaultView;
    type Box = typeof html;
    const all = (selector: string, within: Box = html): Box[] => [...within.querySelectorAll(selector)];
    const words = (element: Box): string => element.textContent.trim();
    // Preact renders in microtasks: while nothing but those is waited for, no frame has to be painted.
    const rendered = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await undefined;
    };

    const go = async (): Promise<void> => {
      if (document.location.hash === hash) return;
      const arrived = new Promise((resolve) =>
        window.addEventListener("hashchange", resolve, { once: true }),
      );
      document.location.hash = hash;
      await arrived;
      await rendered();
    };
    const verdict = (): string => html.querySelector(".verdict").dataset.verdict;
    const runToEnd = async (): Promise<Visit["run"] | undefined> => {
      if (!html.querySelector(".verdict")) return undefined;
      const answered = new Promise<void>((resolve) => {
        const look = (): unknown => /true|false|failed/.test(verdict()) && resolve();
        new window.MutationObserver(look).observe(html.querySelector(".verdict"), { attributes: true });
      });
      html.querySelector(".starts .primary").click();
      await answered;
      const results = all(".output tbody tr").map((row) => {
        const cells = all("td", row).map((cell): [string, string] => [cell.dataset.field, words(cell)]);
        const fields: Record<string, string> = Object.fromEntries(cells);
        const message = words(html.querySelector(".output .message"));
        return fields.error ? { error: { code: fields.error, message } } : fields;
      });
      const [outcome, recorded] = [results[0], results.at(-1)];
      return {
        outcome,
        recorded,
        verdict: verdict(),
        requests: all(".requests tbody tr")
          .map((row) => all("th, td.main", row).map(words))
          .filter(({ length }) => length > 0),
        members: all(".team tbody tr").map((row) => all("th, td:nth-child(2)", row).map(words)),
        letters: all(".mailbox").map((box) => all("code", box).length),
      };
    };

    const text = (): string =>
      all(".sentence, .state .panel, .code [aria-current=step]").map(words).join("\n");
    const places = (): string =>
      all(
        "section.program, .player, .sentence, .code, .slot, .panel:not(.slot *, .more > .model), .fact, .notes, .own",
      )
        .map((place) => {
          const { left, top, width, height } = place.getBoundingClientRect();
          return `${place.className} ${[left, top + window.scrollY, width, height].map(Math.round).join(" ")}`;
        })
        .join("\n");
    const press = async (key: string): Promise<void> => {
      document.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));
      await rendered();
    };
    const walk = async <T>(key: string, look: () => T): Promise<T[]> => {
      const seen = [look()];
      const { min, max } = html.querySelector(".position input");
      for (let step = Number(min); step < Number(max); step += 1) {
        await press(key);
        seen.push(look());
      }
      return seen;
    };

    await go();
    const run = await runToEnd();
    await press("Home");
    const there = await walk("ArrowRight", () => ({ text: text(), places: places() }));
    return { run, there, back: await walk("ArrowLeft", text) };
  }, address);
}
