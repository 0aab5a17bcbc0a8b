import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../lessons/strings/catalogue.ts";
import { type ConsoleTour, consoleTours, playTour, tourFile } from "../transcripts/console-transcripts.ts";

const TOURS = Object.keys(consoleTours) as ConsoleTour[];

describe.each(TOURS)("the tour %s", (tour) => {
  test.each(LANGUAGES)(
    "is played in %s as its golden transcript has it (npm run transcripts)",
    async (language) => {
      expect(await playTour(tour, language)).toBe(readFileSync(tourFile(tour, language), "utf8"));
    },
  );
});
