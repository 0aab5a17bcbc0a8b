/** Whether the page is made of a session. Known when it is built, so that a page without one carries no code for it. */
declare const HAS_SESSION: boolean;
