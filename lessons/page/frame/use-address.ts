import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Address, formatAddress, parseAddress } from "../address.ts";
import type { Lesson } from "../lesson.ts";

/** Where a link leads: to the first step of an input, with the breakpoints that its area has. */
export type LinkTo = (area: Address["area"], input?: string) => string;

export type Navigation = {
  address: Address;
  /** Changes step or breakpoints. The address follows, without a new entry in the browser's history. */
  move: (change: { step?: number; breakpoints?: readonly number[] }) => void;
  linkTo: LinkTo;
};

/** Browsers refuse a flood of changes: the address follows when the steps come to rest. */
const MILLISECONDS_OF_REST = 120;

/** The page's state is its address. Links and the browser's back button change it like any other address. */
export function useAddress(lesson: Lesson): Navigation {
  const [address, setAddress] = useState(() => parseAddress(location.hash, lesson));
  const remembered = useRef(new Map<Address["area"], readonly number[]>());
  remembered.current.set(address.area, address.breakpoints);
  const known = useRef(location.hash);
  const writing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useLayoutEffect(() => {
    const follow = (): void => {
      clearTimeout(writing.current);
      known.current = location.hash;
      setAddress(parseAddress(location.hash, lesson));
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [lesson]);

  useEffect(() => {
    const write = (): void => {
      // Somebody has just followed a link, and the browser has not told us yet: do not take them back.
      if (location.hash !== known.current) return;
      const written = formatAddress(address);
      if (written !== location.hash) history.replaceState(null, "", written);
      known.current = location.hash;
    };
    writing.current = setTimeout(write, MILLISECONDS_OF_REST);
    return () => clearTimeout(writing.current);
  }, [address]);

  const move = useCallback<Navigation["move"]>(
    (change) =>
      setAddress((current) => parseAddress(formatAddress({ ...current, ...change } as Address), lesson)),
    [lesson],
  );

  const linkTo: LinkTo = (area, input = "") =>
    formatAddress({ area, input, step: 0, breakpoints: remembered.current.get(area) ?? [] } as Address);
  return { address, move, linkTo };
}
