import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { columnHeading, drawEvent } from "../../user_code/console/timeline.ts";
import { marked, readDrawn } from "../harness/drawn-rows.ts";

describe("the timeline of the console", () => {
  test.each(readDrawn(join(import.meta.dirname, "rows.txt")))("draws event $name", ({ event, lines }) => {
    expect(drawEvent(event, marked)?.split("\n") ?? []).toEqual(lines);
  });

  test("names its columns", () => {
    expect(columnHeading(marked)).toBe(
      "<dim>  who        what happens                                      request status</>",
    );
  });
});
