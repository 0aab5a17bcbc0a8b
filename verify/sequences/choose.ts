import type { MailboxMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import {
  type ForeignEdit,
  type ForgedBody,
  type LetterChoice,
  type RequestChoice,
  RIGHT,
  type Single,
  type WorkPlan,
} from "./command.ts";
import type { Asked, Ledger } from "./ledger.ts";
import type { ConcreteSingle, ConcreteWork } from "./rules.ts";
import { workAt } from "./world.ts";

/** Makes the choices of a command: which request is the second one, what a copied letter says. */
export function chooseSingle(ledger: Ledger, command: Single): ConcreteSingle {
  switch (command.do) {
    case "open": {
      const { sender, target, kind, words } = command;
      const covers = chooseContent(ledger, command.tag);
      const isTagged = covers !== null && typeof words === "string";
      const payload = isTagged ? planPayload(words, workAt(covers)) : words;
      return { do: "open", sender, target, kind, payload, covers: isTagged ? covers : null };
    }
    case "reply":
      return {
        ...command,
        request_id: chooseRequest(
          ledger,
          command.request,
          ({ answerer, answer }) => answerer === command.actor && !answer,
        ),
      };
    case "withdraw":
      return chooseWithdrawal(ledger, command);
    case "match":
      return chooseMatch(ledger, command.letter, command.recipient);
    case "claim": {
      const { actor, request, content } = command;
      return {
        do: "claim",
        actor,
        request_id: chooseRequest(ledger, request, ({ kind, asker }) => kind === "plan" && asker === actor),
        content: chooseContent(ledger, content),
      };
    }
    case "send":
    case "join":
      return command;
  }
}

export function chooseWork(ledger: Ledger, actor: string, work: WorkPlan): ConcreteWork {
  const atOnce = work.atOnce && work.calls === 2;
  return {
    ...work,
    request_id: chooseRequest(ledger, work.request, ({ kind, asker }) => kind === "plan" && asker === actor),
    atOnce,
    editMeanwhile: atOnce ? null : work.editMeanwhile,
  };
}

/** A number counts through the requests that fit best, the newest first, then through the others. */
function chooseRequest({ requests }: Ledger, choice: RequestChoice, fits: (asked: Asked) => boolean): string {
  if (typeof choice === "string") return choice;
  const newestFirst = [...requests].reverse();
  const fitting = newestFirst.filter(([, asked]) => fits(asked));
  const ordered = [...fitting, ...newestFirst.filter(([, asked]) => !fits(asked))];
  return ordered[choice % Math.max(ordered.length, 1)]?.[0] ?? "req-1";
}

function chooseContent(ledger: Ledger, choice: number | "current" | "none"): number | null {
  if (choice === "none") return null;
  return choice === "current" ? ledger.content : choice;
}

/** A number means an open request first, so that a withdrawal often has something to take back. */
function chooseWithdrawal(ledger: Ledger, command: Single & { do: "withdraw" }): ConcreteSingle {
  const request_id = chooseRequest(ledger, command.request, ({ ending, answer }) => !ending && !answer);
  const asker = ledger.requests.get(request_id)?.asker ?? "reader";
  return { do: "withdraw", request_id, actor: command.actor === RIGHT ? asker : command.actor };
}

function chooseMatch(ledger: Ledger, choice: LetterChoice, recipient: string): ConcreteSingle {
  const message = chooseLetter(ledger, choice);
  return { do: "match", message, recipient: recipient === RIGHT ? message.recipient : recipient };
}

function chooseLetter(ledger: Ledger, choice: LetterChoice): MailboxMessage {
  if ("forged" in choice) {
    const { body, asked } = forge(ledger, choice.forged);
    const sender = choice.sender === RIGHT ? (asked?.answerer ?? "lead") : choice.sender;
    const recipient = choice.recipient === RIGHT ? (asked?.asker ?? "reader") : choice.recipient;
    return { id: `${recipient}-1`, sender, recipient, body };
  }
  const recipient = choice.copyOf;
  const letters = ledger.mailboxes.get(recipient)?.letters ?? [];
  const index = letters.length === 0 ? 0 : choice.nth % letters.length;
  const letter = letters[index] ?? { sender: "lead", body: "no letter yet" };
  return { id: `${recipient}-${index + 1}`, recipient, ...letter };
}

/** The letter that a foreign hand writes. */
export function chooseForeign(
  ledger: Ledger,
  edit: ForeignEdit & { hand: "adds" },
): { sender: string; body: string } {
  const { body, asked } =
    typeof edit.body === "string" ? { body: edit.body, asked: undefined } : forge(ledger, edit.body);
  return { sender: edit.sender === RIGHT ? (asked?.answerer ?? "lead") : edit.sender, body };
}

/** A response as a forger would write it, and the request that it speaks of. */
function forge(ledger: Ledger, forged: ForgedBody): { body: string; asked: Asked | undefined } {
  const request_id = chooseRequest(ledger, forged.request, ({ ending }) => !ending);
  const asked = ledger.requests.get(request_id);
  const saved = asked?.answer;
  const approve = forged.approve === "saved" ? (saved?.approve ?? true) : forged.approve;
  const feedback = forged.feedback === "saved" ? (saved?.feedback ?? "") : forged.feedback;
  const type = forged.type === RIGHT ? `${asked?.kind ?? "plan"}_response` : forged.type;
  const isRequest = type === "plan_request";
  const content = isRequest
    ? { payload: feedback, request_id, type }
    : { approve, feedback, request_id, type };
  return { body: `[team-protocol] ${twisted(JSON.stringify(content), forged.twist)}`, asked };
}

function twisted(json: string, twist: ForgedBody["twist"]): string {
  switch (twist) {
    case "none":
      return json;
    case "extra key":
      return json.replace("{", '{"signed":"lead",');
    case "missing key":
      return json.replace(/"approve":[^,]*,/, "");
    case "prototype key":
      return json.replace(/"approve":[^,]*,/, '"__proto__":{"approve":true},');
    case "not JSON":
      return json.slice(0, -1);
    case "key twice":
      return json.replace("{", '{"request\\u005fid":"req-1",');
    case "a list":
      return `[${json}]`;
  }
}
