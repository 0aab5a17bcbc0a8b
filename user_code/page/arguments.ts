import { parseCommandLine, UsageError } from "../command-line.ts";

export const USAGE = `Usage: npm run page -- [options]
       npm run build -- [options]

\`page\` serves the lesson's page, \`build\` writes it as one file.

  --session DIR     a page of the session in this folder: a practice or a console that happened, step by step.
                    The folder is only read, and no process may play in it meanwhile
  --out FILE.html   with build and --session: where the page goes    (default: dist/session-NAME-OF-DIR.html)
  --overwrite       with build and --session: a file of that name may be replaced
  --help            show this text

No secret of the environment and no path of this machine gets into the page of a session. Without --session, every
other option is one of vite's: \`npx vite --help\` shows them.
Exit status: 0 done, 1 a fault, 2 a wrong command line.
`;

export type PageCommand = "page" | "build";

export type PageArguments =
  | { help: true }
  /** All options are for vite. */
  | { help: false; session: undefined }
  | { help: false; session: string; out: string | undefined; overwrite: boolean };

const OWN = /^--(?:session|out|overwrite|store)(?:=|$)/;

/**
 * Reads the command line of `page` or `build`. What names no option of ours is vite's, whole and unread. Throws
 * `UsageError` for everything that is not in `USAGE`.
 */
export function parsePageArguments(command: PageCommand, argv: readonly string[]): PageArguments {
  if (argv.includes("--help") || argv.includes("-h")) return { help: true };
  if (!argv.some((word) => OWN.test(word))) return { help: false, session: undefined };
  const { session, out, overwrite, store } = parseCommandLine(argv, {
    session: { type: "string" },
    out: { type: "string" },
    overwrite: { type: "boolean", default: false },
    store: { type: "string" },
  });
  if (store !== undefined) {
    throw new UsageError(
      "A page is made of a session in a folder only. What a session in PostgreSQL holds shows: npm run sessions -- show NAME.",
    );
  }
  if (session === undefined) throw new UsageError("--out and --overwrite go with --session DIR.");
  if (session === "") throw new UsageError("--session needs the name of a session folder.");
  if (out !== undefined && command === "page")
    throw new UsageError("--out goes with build: npm run build -- --session DIR --out FILE.html.");
  if (out !== undefined && !/\.html?$/i.test(out))
    throw new UsageError("--out needs the name of a file that ends with .html.");
  if (overwrite && command === "page")
    throw new UsageError("--overwrite goes with build, which writes a file.");
  return { help: false, session, out, overwrite };
}
