import { writeFileSync } from "node:fs";
import { type ConsoleTour, consoleTours, playTour, tourFile } from "./console-transcripts.ts";
import { playPractice, practicePaths, transcriptFile, transcriptFormats } from "./practice-transcripts.ts";

for (const path of practicePaths) {
  for (const format of transcriptFormats) {
    writeFileSync(transcriptFile(path, format), await playPractice(path, format));
  }
}
for (const tour of Object.keys(consoleTours) as ConsoleTour[]) {
  writeFileSync(tourFile(tour), await playTour(tour));
}
