/**
 * The practice with a learner's protocol: `node --import tsx practice-process.ts [options of the practice]`, in a copy of
 * this program that holds the learner's files. What they throw is told in one sentence.
 */
import { tellBy } from "../practice/exit.ts";
import { safeWriter } from "../terminal.ts";
import { heldAgainstLesson } from "./as-in-the-lesson.ts";
import { sentenceFor } from "./protocol-fault.ts";

try {
  tellBy({ sentenceFor, afterResult: heldAgainstLesson });
  await import("../practice.ts");
} catch (error) {
  safeWriter(process.stderr, process.env)(`Your protocol does not load. ${sentenceFor(error)}\n`);
  process.exitCode = 2;
}
