import "../../user_code/node-version.mjs";
import { writeFileSync } from "node:fs";
import { playPractice, practicePaths, transcriptFile, transcriptFormats } from "./practice-transcripts.ts";

for (const path of practicePaths) {
  for (const format of transcriptFormats) {
    writeFileSync(transcriptFile(path, format), await playPractice(path, format));
  }
}
