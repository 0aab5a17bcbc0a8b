import type { Plugin } from "vite";
import { SESSION_ELEMENT, type SessionRecord } from "../session/session-record.ts";

/** Puts the record of one session into the page as JSON, beside the lesson, and the code that shows it. */
export function embedSession(record: SessionRecord): Plugin {
  const children = JSON.stringify(record).replaceAll("<", "\\u003c");
  const attrs = { type: "application/json", id: SESSION_ELEMENT };
  return {
    name: "two-gates:embed-session",
    config: () => ({ define: { HAS_SESSION: "true" } }),
    transformIndexHtml: {
      order: "post",
      handler: (html) => ({ html, tags: [{ tag: "script", attrs, children, injectTo: "body" as const }] }),
    },
  };
}
