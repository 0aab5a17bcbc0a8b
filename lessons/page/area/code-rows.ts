import type { Listing, ShownGuard, Token } from "../lesson.ts";

/** A line of a listing: as the file has it, struck because a guard is out, or what stands there instead. */
export type CodeRow = {
  key: string;
  line: number;
  tokens: readonly Token[];
  isStoppable: boolean;
  /** The guard that is out, on a line that is not there without it. */
  struckBy: string | undefined;
  /** The guards that stand on the line and that the page can take out. */
  guards: readonly ShownGuard[];
};

/** The lines of listings of one file, in order, as the code reads with some guards out. */
export function codeRows(
  listings: readonly Listing[],
  guards: readonly ShownGuard[],
  out: readonly string[],
): CodeRow[] {
  const file = listings[0]?.file ?? "";
  const here = guards.filter((guard) => guard.isSwitch && `lessons/${guard.file}` === file);
  const gone = here.filter(({ id }) => out.includes(id));
  const added = gone.flatMap(({ stoppable }) => stoppable.added);
  const dropped = gone.flatMap(({ stoppable }) => stoppable.gone);
  return listings.flatMap(({ firstLine, lines, stoppable }) =>
    lines.flatMap((tokens, index) => {
      const line = firstLine + index;
      const isStoppable = (stoppable.includes(line) || added.includes(line)) && !dropped.includes(line);
      const row: CodeRow = {
        key: String(line),
        line,
        tokens,
        isStoppable,
        struckBy: undefined,
        guards: here.filter((guard) => guard.line === line),
      };
      const change = gone.flatMap(({ id, without }) =>
        without.filter((changed) => changed.line === line).map((changed) => ({ id, ...changed })),
      )[0];
      if (!change) return [row];
      const struck = { ...row, key: `${line} struck`, struckBy: change.id, isStoppable: false };
      if (change.without.length === 0) return [struck];
      return [struck, { ...row, tokens: change.without, guards: [] }];
    }),
  );
}
