/** Faults that no list of guards holds: each changes one place of the real source. */
export type PlantedFault = {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** The rule that the search must find broken. */
  breaks: string;
  /** Only the folder's commit code shows it. */
  inFolder?: true;
};

const REQUESTS = "s16-team-protocols/requests.ts";
const PLAN_GATE = "s16-team-protocols/plan-gate.ts";
const CONSUME = "s16-team-protocols/consume-responses.ts";
const MAILBOX = "s15-mailboxes/mailbox.ts";
const JOIN_TEAM = "s15-mailboxes/join-team.ts";
const FOLDER = "x1-shared-session/folder-session.ts";

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: "a reply decides at once, before its letter is taken in",
    file: REQUESTS,
    find: "record.reply = response;",
    replace: 'record.reply = response; record.status = approve ? "approved" : "rejected";',
    breaks: "asker-matches",
  },
  {
    name: "a request is registered without its letter",
    file: REQUESTS,
    find: "const receipt = appendMessage(state, { sender, recipient: target, body });",
    replace: 'const receipt = { id: "lead-1", body };',
    breaks: "record-has-letter",
  },
  {
    name: "a reply goes to another mailbox",
    file: REQUESTS,
    find: "recipient: record.sender, body }",
    replace: 'recipient: "reviewer", body }',
    breaks: "reply-has-letter",
  },
  {
    name: "every answer is a yes",
    file: REQUESTS,
    find: 'response.approve ? "approved" : "rejected"',
    replace: '"approved"',
    breaks: "decided-by-reply",
  },
  {
    name: "the decision of a letter is not held against the saved one",
    file: REQUESTS,
    find: "saved.approve === claimed.approve &&",
    replace: "",
    breaks: "decided-by-reply",
  },
  {
    name: "a yes to a shutdown does not close",
    file: REQUESTS,
    find: 'requireMember(state.team, name).status = "closed";',
    replace: "",
    breaks: "yes-closes",
  },
  {
    name: "the hash of the work is not compared",
    file: PLAN_GATE,
    find: "approved.sha256 === work.sha256 &&",
    replace: "",
    breaks: "same-work",
  },
  {
    name: "a claim does not use the approval up",
    file: PLAN_GATE,
    find: "record.used = true;",
    replace: "",
    breaks: "one-run",
  },
  {
    name: "a letter that was taken in is not counted",
    file: CONSUME,
    find: "member.cursor += 1;",
    replace: "",
    breaks: "letters-in-order",
  },
  {
    name: "the first unread letter is passed over",
    file: CONSUME,
    find: ".slice(member.cursor);",
    replace: ".slice(member.cursor + 1);",
    breaks: "letters-in-order",
  },
  {
    name: "letters count from 0",
    file: MAILBOX,
    find: "messages.length + 1}",
    replace: "messages.length}",
    breaks: "letters-readable",
  },
  {
    name: "a new letter takes the place of the old ones",
    file: MAILBOX,
    find: "mail.replace(recipient.name, after);",
    replace: "mail.replace(recipient.name, after.slice(before.length));",
    breaks: "letters-stay",
  },
  {
    name: "a name that is given again does not count on",
    file: JOIN_TEAM,
    find: "(earlier?.incarnation ?? 0) + 1",
    replace: "1",
    breaks: "counts-on",
  },
  {
    name: "a name that is given again keeps the letters",
    file: JOIN_TEAM,
    find: 'state.mail.replace(name, "");',
    replace: "",
    breaks: "joins-with-nothing",
  },
  {
    name: "the letter is saved before the intent",
    file: FOLDER,
    find: `        this.#store.save({ ...loaded.content, intents: [...open, intent] });
        this.#folder.mail.replace(mailbox, text);`,
    replace: `        this.#folder.mail.replace(mailbox, text);
        this.#store.save({ ...loaded.content, intents: [...open, intent] });`,
    breaks: "whole-or-not-at-all",
    inFolder: true,
  },
  {
    name: "the state is saved before the letter, without an intent",
    file: FOLDER,
    find: "this.#store.save({ ...loaded.content, intents: [...open, intent] });",
    replace: "this.#store.save(kept);",
    breaks: "whole-or-not-at-all",
    inFolder: true,
  },
  {
    name: "the intent is not written down",
    file: FOLDER,
    find: "intents: [...open, intent] });",
    replace: "intents: [...open] });",
    breaks: "loads-again",
    inFolder: true,
  },
];
