import { doJob, type Job, type JobResult } from "./job.ts";

export type Answer = { id: number } & ({ result: JobResult } | { fault: string });

/**
 * A worker of the page's own script, which finds no document there and answers jobs instead (`answerJobs`), or does what
 * its name says. So the functions are in the page once, for the worker and for where none may be started.
 */
export function startWorker(name = ""): Worker {
  const script = document.querySelector<HTMLScriptElement>('script[src*="main.tsx"], script:not([src])');
  if (script?.src) return new Worker(script.src, { type: "module", name });
  // The built script imports nothing. From a file, Chromium starts no module out of a page's own text, but a script.
  const text = new Blob([script?.text ?? ""], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(text), { name });
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
