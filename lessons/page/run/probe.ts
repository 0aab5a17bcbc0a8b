/**
 * What the page's build puts into the lessons' modules: stops at their statements, and switches in the place of their
 * guards. Without an observer and with no guard out, a module does what its source says and nothing else.
 */

/** One call of a function that stops. A callback is of the same frame while the function around it has not ended. */
export type Frame = { function: string; line: number; caller: Frame | undefined; isRunning: boolean };

/** Told of each stop by its number, with the frame that it is in and what reads the variables there. */
export type Observer = (stop: number, frame: Frame, read: () => readonly unknown[]) => void;

let observer: Observer | undefined;
let innermost: Frame | undefined;
let guardsOut: readonly string[] = [];

/** Puts an observer in place, or takes it away, before a call begins. */
export function observe(next: Observer | undefined): void {
  observer = next;
  innermost = undefined;
}

/** Takes these guards out, and puts all others back. */
export function takeOut(ids: readonly string[]): void {
  guardsOut = ids;
}

export function isOut(id: string): boolean {
  return guardsOut.includes(id);
}

/** A function begins, or a callback whose text stands in the function of `around`. */
export function enter(name: string, around?: Frame, line = 0): Frame {
  innermost = around?.isRunning ? around : { function: name, line, caller: innermost, isRunning: true };
  if (line > 0) innermost.line = line;
  return innermost;
}

/** A function ends. A callback that was of a running function's frame leaves it to that one. */
export function leave(frame: Frame, around?: Frame): void {
  if (frame === around) return;
  frame.isRunning = false;
  innermost = frame.caller;
}

/** A stop. It gives an empty list, so that it can stand behind the last argument of a call. */
export function stop(number: number, frame: Frame, read: () => readonly unknown[]): readonly never[] {
  innermost = frame;
  observer?.(number, frame, read);
  return NOTHING;
}

/** Stops before each look for a next element, as a loop does. */
export function* stopEach<Element>(
  elements: Iterable<Element>,
  look: () => readonly never[],
): Generator<Element, void> {
  const iterator = elements[Symbol.iterator]();
  try {
    for (;;) {
      look();
      const next = iterator.next();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    iterator.return?.();
  }
}

/** What a variable holds, or nothing before its declaration has run. */
export function tryRead(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const NOTHING: readonly never[] = [];
