import { safeWriter } from "./terminal.ts";

/**
 * Runs a command that writes files. A file operation that fails ends it with exit code 1 and one sentence: `what`
 * cannot be written, why, and `advice`. Everything else that it throws is a fault of its own, and thrown on.
 */
export async function tellingFileFaults(
  { what, advice }: { what: string; advice: string },
  command: () => Promise<number>,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!isFileFault(error)) throw error;
    safeWriter(process.stderr, process.env)(`${what} cannot be written (${error.message}). ${advice}\n`);
    return 1;
  }
}

/** What Node throws of a file operation names a path, as what it throws of a start does, too. */
function isFileFault(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && "path" in error && "syscall" in error && !/^spawn/.test(String(error.syscall))
  );
}
