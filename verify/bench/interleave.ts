/** One measured piece of work. It gives the milliseconds itself, so that its set-up does not count. */
export type Subject = () => number | Promise<number>;

/** Runs all subjects in turn, again and again, so that what disturbs one disturbs all, and gives their medians. */
export async function interleave<Name extends string>(
  subjects: Record<Name, Subject>,
  rounds: { warmUp: number; measured: number },
): Promise<Record<Name, number>> {
  const names = Object.keys(subjects) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -rounds.warmUp; round < rounds.measured; round += 1) {
    for (const name of names) {
      const sample = await subjects[name]();
      if (round >= 0) samples[name].push(sample);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples[name])])) as Record<Name, number>;
}

/** The time of one piece of work, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
