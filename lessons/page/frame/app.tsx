import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Address } from "../address.ts";
import { FunctionArea } from "../area/function-area.tsx";
import { BreakItArea } from "../break-it/break-it-area.tsx";
import { GatesArea } from "../gates/gates-area.tsx";
import type { Lesson } from "../lesson.ts";
import { type Life, lifeOnPath } from "../life.ts";
import { SessionArea } from "../session/session-area.tsx";
import { Help } from "./help.tsx";
import { LifeOfARequest } from "./life-of-a-request.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { type Navigation, useAddress } from "./use-address.ts";

export function App({ lesson }: { lesson: Lesson }): JSX.Element {
  const { address, ...navigation } = useAddress(lesson);
  const help = useRef<HTMLDialogElement>(null);
  // A function's area alone knows what its run has come to: it was recorded there.
  const [told, setTold] = useState<Life>({});
  const { page } = lesson.strings;
  useHelpKey(help);
  return (
    <>
      <button type="button" class="skip" onClick={skipToStage}>
        {page.skip}
      </button>
      <header class="top">
        <div class="brand">
          <h1>{page.title}</h1>
          <p>{page.tagline}</p>
        </div>
        <div class="top-actions">
          <ThemeButton strings={page} />
          <button type="button" class="quiet" onClick={() => help.current?.showModal()}>
            <kbd>?</kbd> {page.help}
          </button>
        </div>
      </header>
      <LifeOfARequest
        strings={lesson.strings.life}
        address={address}
        life={lifeAt(lesson, address, told)}
        linkTo={navigation.linkTo}
      />
      <main id="main">
        <Area lesson={lesson} address={address} {...navigation} tellLife={setTold} />
      </main>
      <footer class="bottom">
        <p>{page.footer}</p>
      </footer>
      <Help strings={lesson.strings.help} dialog={help} />
    </>
  );
}

type AreaProps = Navigation & { lesson: Lesson; tellLife: (life: Life) => void };

function Area({ address, tellLife, ...props }: AreaProps): JSX.Element {
  switch (address.area) {
    case "gates":
      return <GatesArea {...props} address={address} />;
    case "break":
      return <BreakItArea {...props} address={address} />;
    case "session":
      return <SessionArea {...props} address={address} />;
    default:
      return <FunctionArea key={address.area} {...props} address={address} tellLife={tellLife} />;
  }
}

function lifeAt(lesson: Lesson, address: Address, told: Life): Life | undefined {
  if (address.area === "gates") return lifeOnPath(lesson, address);
  return address.area === "break" || address.area === "session" ? undefined : told;
}

/** A button and not a link: what stands behind `#` in the address says what the page shows. */
function skipToStage(): void {
  document.querySelector<HTMLElement>(".controls button")?.focus();
}

function useHelpKey(help: { current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key !== "?" || event.target instanceof HTMLInputElement) return;
      if (event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      help.current?.showModal();
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, [help]);
}
