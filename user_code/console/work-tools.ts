import { dirname } from "node:path";
import * as z from "zod";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import {
  defineTool,
  Refusal,
  type Tool,
  type ToolOutput,
} from "../../lessons/s04-permission/execute-guarded.ts";
import { type ProcessOutcome, prepareProcess } from "../../lessons/s16-team-protocols/run/process.ts";
import { programLimits } from "../../lessons/s16-team-protocols/run/program.ts";
import { claimWork, giveBackWork, workOf } from "./gates.ts";
import { type PreparedSave, prepareEdit, prepareSave } from "./prepared-save.ts";
import { readWorkspaceFile } from "./read-file.ts";
import type { Room } from "./room.ts";
import { workInputs } from "./work-call.ts";
import { requireWorkspace } from "./workspace.ts";
import { normalPath } from "./workspace-path.ts";

/**
 * The four tools that work on files and run commands, for one member. `read_file` is `read`; the others are `execute`
 * and ask the host each time, and those of a teammate use up its plan's approval when they begin. Whatever can fail
 * before that fails before, and uses nothing up.
 */
export function workTools(room: Room, member: string): Tool[] {
  const { workspace } = room;
  /** Claims the call between making its save ready and putting it in its place; a claim that led to nothing is given back. */
  const saveClaimed = async (call: ToolUseBlock, prepare: () => PreparedSave): Promise<void> => {
    let save = prepare();
    try {
      await claimWork(room, member, call);
      try {
        if (!save.isCurrent()) {
          save.discard();
          save = prepare();
        }
        save.commit();
      } catch (error) {
        if (!save.isDone()) await giveBackWork(room, member);
        throw error;
      }
    } finally {
      save.discard();
    }
  };
  return [
    defineTool({
      name: "bash",
      description: "Runs a command in the workspace, for at most 10 seconds, and returns its output.",
      access: "execute",
      input: workInputs.bash,
      run: async ({ command }, call) => {
        return processOutput(await runCommand(room, member, { command, call }));
      },
    }),
    defineTool({
      name: "read_file",
      description: "Returns the text of a file of the workspace.",
      access: "read",
      input: z.strictObject({ path: z.string() }),
      run: async ({ path }) => readWorkspaceFile(workspace, path),
    }),
    defineTool({
      name: "write_file",
      description: "Saves a text as a file of the workspace, new or over an old one.",
      access: "execute",
      input: workInputs.write_file,
      run: async ({ path, content }, call) => {
        await saveClaimed(call, () => prepareSave(workspace, path, content));
        return `${normalPath(path)} is saved.`;
      },
    }),
    defineTool({
      name: "edit_file",
      description: "Replaces a passage of a file of the workspace that stands in it exactly once.",
      access: "execute",
      input: workInputs.edit_file,
      run: async (edit, call) => {
        await saveClaimed(call, () => prepareEdit(workspace, edit));
        return `${normalPath(edit.path)} is changed.`;
      },
    }),
  ];
}

/** Runs a command that is claimed when everything else is ready: what fails before uses no approval up. */
async function runCommand(
  room: Room,
  member: string,
  { command, call }: { command: string; call: ToolUseBlock },
): Promise<ProcessOutcome> {
  const { workspace, environment, interpreter, signal } = room;
  requireWorkspace(workspace);
  if (typeof interpreter === "string") throw new Refusal("missing-python", interpreter);
  const work = workOf(room, call);
  const [shell = ""] = work?.command ?? [];
  const prepared = await prepareProcess({
    command: [shell, "-c", command],
    interpreter,
    folder: workspace.folder,
    hide: dirname(workspace.path),
    environment,
    limits: programLimits,
    signal,
  });
  if (prepared.status === "not-started") return prepared;
  try {
    await claimWork(room, member, call, work);
  } catch (error) {
    await prepared.abandon();
    throw error;
  }
  const outcome = await prepared.start();
  if (outcome.status === "not-started") await giveBackWork(room, member);
  return outcome;
}

function processOutput(outcome: ProcessOutcome): ToolOutput {
  if (outcome.status === "not-started") return { content: `not-started: ${outcome.message}`, is_error: true };
  const { stdout, stderr, ...ending } = outcome;
  const cut = stdout.cut || stderr.cut;
  const content = JSON.stringify({
    ...ending,
    stdout: stdout.text,
    stderr: stderr.text,
    ...(cut && { cut }),
  });
  return outcome.status === "exited" && outcome.exit_code === 0 ? content : { content, is_error: true };
}
