import { doJob, type Job, type JobResult } from "./job.ts";

export type Answer = { id: number } & ({ result: JobResult } | { fault: string });

/**
 * A worker of the page's own script, which finds no document there and answers jobs instead (`answerJobs`), or does what
 * its name says. So the functions are in the page once, for the worker and for where none may be started.
 */
export function startWorker(name = ""): Worker {
  const script = document.querySelector<HTMLScriptElement>('script[src*="main.tsx"], script:not([src])');
  const text = script?.text ?? "";
  // The built script imports nothing, and from a page on the disk no browser gives a worker a module of the page's own.
  const [address, type] = script?.src
    ? ([script.src, "module"] as const)
    : ([URL.createObjectURL(new Blob([text], { type: "text/javascript" })), "classic"] as const);
  return new Worker(address, { type, name });
}

export function answerJobs(): void {
  self.addEventListener("message", async ({ data }: MessageEvent<{ id: number; job: Job }>) => {
    const { id, job } = data;
    try {
      self.postMessage({ id, result: await doJob(job) } satisfies Answer);
    } catch (error) {
      self.postMessage({ id, fault: String(error) } satisfies Answer);
    }
  });
}
