import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Strings } from "../lesson.ts";

const KEY = "two-gates-theme";

/** Follows the system until it is pressed; the choice is kept where the browser allows it. */
export function ThemeButton({ strings }: { strings: Strings["page"] }): JSX.Element {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const other = theme === "dark" ? "light" : "dark";
  const choose = (): void => {
    setTheme(other);
    keepTheme(other);
  };
  return (
    <button type="button" class="quiet" onClick={choose}>
      {other === "dark" ? strings.theme_dark : strings.theme_light}
    </button>
  );
}

function readTheme(): "light" | "dark" {
  const kept = storage()?.getItem(KEY);
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function keepTheme(theme: string): void {
  storage()?.setItem(KEY, theme);
}

/** A browser may forbid a page from a file to keep anything, and then throws. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
