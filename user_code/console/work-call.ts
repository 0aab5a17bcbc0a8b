import * as z from "zod";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/requests.ts";
import { sha256Of } from "../../lessons/s16-team-protocols/run/program.ts";

const COMMAND_CHARACTERS = 2_000;
const FILE_CHARACTERS = 50_000;

const wellFormed = (maximum: number): z.ZodString =>
  z
    .string()
    .max(maximum)
    .refine((text) => text.isWellFormed(), "holds half of a surrogate pair")
    .refine((text) => !text.includes("\0"), "holds a NUL character");

/** The tools that act on the world, and what each takes. */
export const workInputs = {
  bash: z.strictObject({ command: wellFormed(COMMAND_CHARACTERS).min(1) }),
  write_file: z.strictObject({ path: wellFormed(300), content: wellFormed(FILE_CHARACTERS) }),
  edit_file: z.strictObject({
    path: wellFormed(300),
    old_text: wellFormed(FILE_CHARACTERS).min(1),
    new_text: wellFormed(FILE_CHARACTERS),
  }),
};

export const workTool = z.enum(["bash", "write_file", "edit_file"]);

export const WORK_TOOLS: readonly string[] = workTool.options;

/** A call that a plan is about. */
export const workCall = z.strictObject({ tool: workTool, input: z.record(z.string(), z.unknown()) });
export type WorkCall = z.output<typeof workCall>;

/**
 * The work that a call would be in this workspace: the whole SHA-256 of the tool and its input, whatever the order of
 * the keys, what is started, and where. Undefined for a call that its tool would refuse, so that no approval fits it.
 */
export function workOf(
  { workspace, shell }: { workspace: string; shell: string },
  { name, input }: { name: string; input: unknown },
): ApprovedWork | undefined {
  const tool = workTool.safeParse(name);
  if (!tool.success) return undefined;
  const parsed = workInputs[tool.data].safeParse(input);
  if (!parsed.success) return undefined;
  return {
    sha256: sha256Of(canonical(tool.data, parsed.data)),
    command: tool.data === "bash" ? [shell, "-c"] : [],
    folder: workspace,
  };
}

function canonical(tool: string, input: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([tool, sorted]);
}
