import "../../../user_code/node-version.mjs";
import { accessSync, constants, writeFileSync } from "node:fs";
import { tellingFileFaults } from "../../../user_code/file-fault.ts";
import { type ConsoleTour, consoleTours, playTour, tourFile } from "./console-transcripts.ts";
import { playPractice, practicePaths, transcriptFile, transcriptFormats } from "./practice-transcripts.ts";

const FILES = practicePaths.flatMap((path) => transcriptFormats.map((format) => ({ path, format })));

const TOURS = Object.keys(consoleTours) as ConsoleTour[];

/** Plays the four paths and the two tours anew. Asks first whether the files may be written: playing takes a while. */
async function main(): Promise<number> {
  for (const { path, format } of FILES) accessSync(transcriptFile(path, format), constants.W_OK);
  for (const tour of TOURS) accessSync(tourFile(tour), constants.W_OK);
  for (const { path, format } of FILES) {
    writeFileSync(transcriptFile(path, format), await playPractice(path, format));
  }
  for (const tour of TOURS) writeFileSync(tourFile(tour), await playTour(tour));
  return 0;
}

process.exitCode = await tellingFileFaults(
  { what: "The transcripts", advice: "Renew them in a clone that is yours." },
  main,
);
