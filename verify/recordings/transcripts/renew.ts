import "../../../user_code/node-version.mjs";
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { LANGUAGES } from "../../../lessons/strings/catalogue.ts";
import { tellingFileFaults } from "../../../user_code/file-fault.ts";
import { type ConsoleTour, consoleTours, playTour, tourFile } from "./console-transcripts.ts";
import { playPractice, practicePaths, transcriptFile, transcriptFormats } from "./practice-transcripts.ts";

/** `--json` is English in every language. */
const FILES = LANGUAGES.flatMap((language) =>
  practicePaths.flatMap((path) =>
    transcriptFormats.flatMap((format) =>
      format === "txt" || language === "en" ? [{ path, format, language }] : [],
    ),
  ),
);

const TOURS = LANGUAGES.flatMap((language) =>
  (Object.keys(consoleTours) as ConsoleTour[]).map((tour) => ({ tour, language })),
);

/**
 * Plays the four paths and the two tours anew, in each language. Asks first whether the files may be written: playing
 * takes a while.
 */
async function main(): Promise<number> {
  for (const { path, format, language } of FILES) requireWritable(transcriptFile(path, format, language));
  for (const { tour, language } of TOURS) requireWritable(tourFile(tour, language));
  for (const { path, format, language } of FILES) {
    writeFileSync(transcriptFile(path, format, language), await playPractice(path, format, language));
  }
  for (const { tour, language } of TOURS) {
    writeFileSync(tourFile(tour, language), await playTour(tour, language));
  }
  return 0;
}

function requireWritable(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
}

process.exitCode = await tellingFileFaults(
  { what: "The transcripts", advice: "Renew them in a clone that is yours." },
  main,
);
