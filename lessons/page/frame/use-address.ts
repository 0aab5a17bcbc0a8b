import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Address, formatAddress, parseAddress } from "../address.ts";
import type { Lesson } from "../lesson.ts";

/** Where a link leads: to the first step of an input, with the breakpoints that its area has. */
export type LinkTo = (area: Address["area"], input?: string) => string;

type Changes<One> = One extends Address ? Partial<Omit<One, "area">> : never;

export type Navigation = {
  address: Address;
  /** Changes a part of what is shown. The address follows, without a new entry in the browser's history. */
  move: (change: Changes<Address>) => void;
  /** The same with a new entry, so that the way back leads to what was shown before. */
  go: (change: Changes<Address>) => void;
  linkTo: LinkTo;
};

/** Browsers refuse a flood of changes: the address follows when the steps come to rest. */
const MILLISECONDS_OF_REST = 120;

/** The page's state is its address. Links and the browser's back button change it like any other address. */
export function useAddress(lesson: Lesson): Navigation {
  const [address, setAddress] = useState(() => parseAddress(location.hash, lesson));
  const remembered = useRef(new Map<Address["area"], readonly string[]>());
  if ("breakpoints" in address) remembered.current.set(address.area, address.breakpoints);
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

  const go: Navigation["go"] = (change) => {
    location.hash = formatAddress({ ...address, ...change } as Address);
  };

  const linkTo: LinkTo = (area, input = "") =>
    formatAddress(firstOf(area, input, remembered.current.get(area)));
  return { address, move, go, linkTo };
}

function firstOf(area: Address["area"], input: string, breakpoints: readonly string[] = []): Address {
  const plain = { own: {}, out: [], call: null, inside: 0, side: "in", breakpoints };
  return { area, input, step: 0, ...plain } as Address;
}
