import { type ParseArgsConfig, parseArgs } from "node:util";
import type * as z from "zod";
import { quoted } from "../lessons/s15-mailboxes/protocol-error.ts";
import { safeLine } from "../lessons/s15-mailboxes/safe-text.ts";
import { say } from "../lessons/strings/say.ts";

/** What somebody typed cannot be run. The message is a sentence for people, on one line; the exit status is 2. */
export class UsageError extends Error {
  override name = "UsageError";

  constructor(message: string) {
    super(safeLine(message));
  }
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Known extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Known; strict: true; tokens: true; allowPositionals: boolean }>
>;

/**
 * The values of a command line that has these options and nothing else, each at most once.
 *
 * Throws `UsageError` for an unknown option, a missing value, a stray word, and an option that is given twice.
 */
export function parseCommandLine<const Known extends Options>(
  argv: readonly string[],
  options: Known,
): Parsed<Known>["values"] {
  return parseWords(argv, options, 0).values;
}

/** The same, with at most so many words that belong to no option. */
export function parseWords<const Known extends Options>(
  argv: readonly string[],
  options: Known,
  most: number,
): { values: Parsed<Known>["values"]; words: string[] } {
  const { values, tokens, positionals } = parse(argv, options, most > 0);
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new UsageError(`--${twice} is given twice. Give it once.`);
  const stray = positionals[most];
  if (stray !== undefined) throw new UsageError(`${quoted(stray)} is one word too many. See --help.`);
  return { values, words: positionals };
}

/** The value, when it is one of the choices. Throws `UsageError` that names them otherwise. */
export function choose<Choices extends Record<string, string>>(
  option: string,
  choices: z.ZodEnum<Choices>,
  value: string,
): z.output<z.ZodEnum<Choices>> {
  const parsed = choices.safeParse(value);
  if (parsed.success) return parsed.data;
  const names = choices.options.join(say("between-choices"));
  throw new UsageError(say("takes-choices", { option, choices: names, value: quoted(value) }));
}

function parse<const Known extends Options>(
  argv: readonly string[],
  options: Known,
  allowPositionals: boolean,
): Parsed<Known> {
  try {
    return parseArgs({ args: [...argv], options, strict: true, tokens: true, allowPositionals });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [sentence = message] = message.split(/\.\s/);
    throw new UsageError(`${sentence.replace(/\.$/, "")}. See --help for the options.`);
  }
}
