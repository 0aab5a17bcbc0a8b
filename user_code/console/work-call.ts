import * as z from "zod";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { sha256Of } from "../../lessons/s16-team-protocols/run/program.ts";
import { normalPath } from "./workspace-path.ts";

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

/** A call as a model names it in a plan. */
export const plannedCall = z.strictObject({ tool: workTool, input: z.record(z.string(), z.unknown()) });

/** A call in the one form in which it is shown, approved and done. */
export type WorkCall = { tool: z.output<typeof workTool>; input: Readonly<Record<string, string>> };

/**
 * Brings a call into that form: a path in its normal form, nothing else changed. Undefined for a call that its tool
 * would refuse. Refuses a path that could lead out of the workspace (`outside-workspace`).
 */
export function readWork({ name, input }: { name: string; input: unknown }): WorkCall | undefined {
  const tool = workTool.safeParse(name);
  if (!tool.success) return undefined;
  const parsed = workInputs[tool.data].safeParse(input);
  if (!parsed.success) return undefined;
  const values: Readonly<Record<string, string>> = parsed.data;
  const normal = values.path === undefined ? values : { ...values, path: normalPath(values.path) };
  return { tool: tool.data, input: normal };
}

/**
 * The name of exactly this call: the SHA-256 (64 hexadecimal digits) of the tool and its input in their normal form,
 * whatever the order of the keys. Undefined for a call that its tool would refuse, so that no approval fits it.
 */
export function fingerprintWork(call: { name: string; input: unknown }): string | undefined {
  const work = readWorkOrNothing(call);
  return work && sha256Of(canonical(work));
}

/** The same as `readWork`, and nothing where that refuses. */
export function readWorkOrNothing(call: { name: string; input: unknown }): WorkCall | undefined {
  try {
    return readWork(call);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function canonical({ tool, input }: WorkCall): string {
  const sorted = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([tool, sorted]);
}
