import { dirname } from "node:path";
import * as z from "zod";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import {
  defineTool,
  Refusal,
  type Tool,
  type ToolOutput,
} from "../../lessons/s04-permission/execute-guarded.ts";
import {
  type NotStarted,
  type ProcessOutcome,
  prepareProcess,
} from "../../lessons/s16-team-protocols/run/process.ts";
import { programLimits } from "../../lessons/s16-team-protocols/run/program.ts";
import type { ProcessOutcome as KeptOutcome } from "../../lessons/s16-team-protocols/session-event.ts";
import { beginWork, endWork, giveBackWork } from "./begun-work.ts";
import { workOf } from "./gates.ts";
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
  /** Begins the call between making its save ready and putting it in its place; a beginning that led to nothing is taken back. */
  const saveOnce = async (
    call: ToolUseBlock,
    prepare: () => PreparedSave,
    output: string,
  ): Promise<ToolOutput> => {
    let save = prepare();
    try {
      await beginWork(room, member, call);
      try {
        if (!save.isCurrent()) {
          save.discard();
          save = prepare();
        }
        save.commit();
      } catch (error) {
        if (!save.isDone()) await giveBackWork(room, member, call);
        throw error;
      }
      return await endWork(room, member, call, { output });
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
      run: ({ command }, call) => runCommand(room, member, { command, call }),
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
      run: ({ path, content }, call) =>
        saveOnce(call, () => prepareSave(workspace, path, content), `${normalPath(path)} is saved.`),
    }),
    defineTool({
      name: "edit_file",
      description: "Replaces a passage of a file of the workspace that stands in it exactly once.",
      access: "execute",
      input: workInputs.edit_file,
      run: (edit, call) =>
        saveOnce(call, () => prepareEdit(workspace, edit), `${normalPath(edit.path)} is changed.`),
    }),
  ];
}

/** Runs a command that begins when everything else is ready: what fails before uses no approval up. */
async function runCommand(
  room: Room,
  member: string,
  { command, call }: { command: string; call: ToolUseBlock },
): Promise<ToolOutput> {
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
  if (prepared.status === "not-started") return notStarted(prepared);
  try {
    await beginWork(room, member, call, work);
  } catch (error) {
    await prepared.abandon();
    throw error;
  }
  const outcome = await prepared.start();
  if (outcome.status !== "not-started") {
    return endWork(room, member, call, { output: processOutput(outcome), outcome: keptOutcome(outcome) });
  }
  await giveBackWork(room, member, call);
  return notStarted(outcome);
}

function notStarted({ message }: NotStarted): ToolOutput {
  return { content: `not-started: ${message}`, is_error: true };
}

type Ended = Exclude<ProcessOutcome, NotStarted>;

function keptOutcome({ stdout, stderr, ...ending }: Ended): KeptOutcome {
  const { status } = ending;
  const exit_code = status === "exited" ? ending.exit_code : null;
  const signal = status === "killed" ? ending.signal : null;
  return { status, exit_code, signal, stdout, stderr };
}

function processOutput(outcome: Ended): ToolOutput {
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
