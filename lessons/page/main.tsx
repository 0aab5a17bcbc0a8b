import { render } from "preact";
import { answerHunts, HUNT_WORKER } from "./break-it/hunt-worker.ts";
import { App } from "./frame/app.tsx";
import { LESSON_ELEMENT, type Lesson } from "./lesson.ts";
import { answerJobs } from "./run/worker.ts";
import { SESSION_ELEMENT } from "./session/session-record.ts";
import "./styles/page.css";

if (typeof document !== "undefined") showPage();
else if (self.name === HUNT_WORKER) answerHunts();
else answerJobs();

function showPage(): void {
  const embedded = document.getElementById(LESSON_ELEMENT);
  const app = document.getElementById("app");
  if (!embedded?.textContent || !app) throw new Error("The page was built without its lesson.");
  const lesson: Lesson = JSON.parse(embedded.textContent);
  const session = document.getElementById(SESSION_ELEMENT)?.textContent;
  if (session) lesson.session = JSON.parse(session);
  // Whoever opens the page of a session wants to see that first.
  if (session && location.hash === "") history.replaceState(null, "", "#/session");
  app.replaceChildren();
  render(<App lesson={lesson} />, app);
}
