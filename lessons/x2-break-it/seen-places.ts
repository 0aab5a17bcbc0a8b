import { PLACE_SIZE, type Place } from "./world.ts";

/**
 * Which states were seen: a hash of each, 64 bits, and not the state. That two of a million states have one hash has a
 * chance of three in a hundred million; a state that is overlooked so is one that is not looked at, never a false alarm.
 */
export class SeenPlaces {
  #low = new Uint32Array(1 << 12);
  #high = new Uint32Array(1 << 12);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** False when it was there. */
  add(place: Place): boolean {
    if (this.#count * 2 > this.#low.length) this.#grow();
    let low = 0x9e3779b9;
    let high = 0x85ebca6b;
    for (let index = 0; index < PLACE_SIZE; index += 1) {
      const part = place[index] ?? 0;
      low = Math.imul(low ^ part, 0x01000193) ^ (low >>> 15);
      high = Math.imul(high ^ (part + index), 0xc2b2ae35) ^ (high >>> 13);
    }
    // 0 and 0 stand for an empty slot.
    if (!this.#put(mixed(low) | 1, mixed(high))) return false;
    this.#count += 1;
    return true;
  }

  #put(low: number, high: number): boolean {
    const mask = this.#low.length - 1;
    let at = (low >>> 1) & mask;
    while (this.#low[at] !== 0) {
      if (this.#low[at] === low >>> 0 && this.#high[at] === high >>> 0) return false;
      at = (at + 1) & mask;
    }
    this.#low[at] = low;
    this.#high[at] = high;
    return true;
  }

  #grow(): void {
    const [low, high] = [this.#low, this.#high];
    this.#low = new Uint32Array(low.length * 2);
    this.#high = new Uint32Array(low.length * 2);
    for (let at = 0; at < low.length; at += 1) if (low[at] !== 0) this.#put(low[at] ?? 0, high[at] ?? 0);
  }
}

/** Spreads the bits (the last steps of MurmurHash3). */
function mixed(hash: number): number {
  let spread = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  spread = Math.imul(spread ^ (spread >>> 13), 0xc2b2ae35);
  return (spread ^ (spread >>> 16)) >>> 0;
}
