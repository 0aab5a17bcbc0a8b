/** One line of the benchmark. `floor` is the least that this work could take, measured in the same rounds. */
export type Ratio = {
  id: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
  what: string;
  ms: number;
  floor: string;
  floorMs: number;
  ratio: number;
  aim: string;
  met: boolean;
};

/** A line whose aim is a ratio that it should not go above. */
export function ratioOf(line: Pick<Ratio, "id" | "what" | "ms" | "floor" | "floorMs">, most: number): Ratio {
  const ratio = line.ms / line.floorMs;
  return { ...line, ratio, aim: `at most ${most.toFixed(2)}`, met: ratio <= most };
}
