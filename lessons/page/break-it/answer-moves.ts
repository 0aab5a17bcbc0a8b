import * as z from "zod";
import { defineTool, dispatchOnly } from "../../s04-permission/execute-guarded.ts";
import type { Move } from "../../x2-break-it/moves.ts";

/** What no rule looks at, and no search has to try: it shows an answer that gets worse without its guard. */
export const answerMoves: readonly Move[] = [
  {
    id: "reader calls another tool in a turn of one purpose",
    actor: "reader",
    does: "calls erase_all in a turn that is for submit_plan alone",
    room: "turns",
    play: async () => {
      const tool = defineTool({
        name: "submit_plan",
        description: "Asks the lead.",
        access: "read",
        input: z.strictObject({}),
        run: async () => "asked",
      });
      const call = { type: "tool_use", id: "call-1", name: "erase_all", input: {} } as const;
      const { content } = await dispatchOnly(tool)(call);
      return { by: "reader", isRefused: true, answer: content.slice(0, content.indexOf(".") + 1) };
    },
  },
];
