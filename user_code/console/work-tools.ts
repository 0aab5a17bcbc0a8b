import { dirname } from "node:path";
import * as z from "zod";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import {
  defineTool,
  Refusal,
  type Tool,
  type ToolOutput,
} from "../../lessons/s04-permission/execute-guarded.ts";
import { claimPlan } from "../../lessons/s16-team-protocols/plan-gate.ts";
import { openFolder } from "../../lessons/s16-team-protocols/run/opened-folder.ts";
import { type ProcessOutcome, runProcess } from "../../lessons/s16-team-protocols/run/process.ts";
import { programLimits } from "../../lessons/s16-team-protocols/run/program.ts";
import type { Room } from "./room.ts";
import { workInputs, workOf } from "./work-call.ts";
import { editedText, placeInWorkspace, readWorkspaceFile, writeWorkspaceFile } from "./workspace.ts";

/**
 * The four tools that work on files and run commands, for one member. `read_file` is `read`; the others are `execute`
 * and ask the host each time. All of a member whose plan comes first use up that plan's approval when they begin.
 */
export function workTools(room: Room, member: string): Tool[] {
  const { workspace } = room;
  const claim = (call: ToolUseBlock): Promise<void> => claimWork(room, member, call);
  return [
    defineTool({
      name: "bash",
      description: "Runs a command in the workspace, for at most 10 seconds, and returns its output.",
      access: "execute",
      input: workInputs.bash,
      run: async ({ command }, call) => {
        const { interpreter } = room;
        if (typeof interpreter === "string")
          return { content: `missing-python: ${interpreter}`, is_error: true };
        const folder = openFolder(workspace);
        try {
          await claim(call);
          const outcome = await runProcess({
            command: [room.shell, "-c", command],
            interpreter,
            folder,
            hide: dirname(workspace),
            environment: room.environment,
            limits: programLimits,
            signal: room.signal,
          });
          return processOutput(outcome);
        } finally {
          folder.close();
        }
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
        placeInWorkspace(workspace, path);
        await claim(call);
        writeWorkspaceFile(workspace, path, content);
        return `${path} is saved.`;
      },
    }),
    defineTool({
      name: "edit_file",
      description: "Replaces a passage of a file of the workspace that stands in it exactly once.",
      access: "execute",
      input: workInputs.edit_file,
      run: async (edit, call) => {
        const edited = (): string => editedText(readWorkspaceFile(workspace, edit.path), edit);
        edited();
        await claim(call);
        writeWorkspaceFile(workspace, edit.path, edited());
        return `${edit.path} is changed.`;
      },
    }),
  ];
}

/** An approval is good for one call, and that call begins now. */
async function claimWork(room: Room, member: string, call: ToolUseBlock): Promise<void> {
  const assignment = room.assignments.get(member);
  if (!assignment?.planFirst) return;
  const refused = await claimPlan(room.session, {
    actor: member,
    requestId: assignment.planId,
    work: workOf(room, call),
  });
  if (refused) throw new Refusal(refused.reason, refused.message);
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
