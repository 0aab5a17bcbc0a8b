import type { MailboxMessage } from "../../s15-mailboxes/mailbox.ts";
import { goWay, wayOf } from "../../x2-break-it/attack.ts";
import { REACHES } from "../../x2-break-it/moves.ts";
import { NAMES, type World, Worlds } from "../../x2-break-it/world.ts";
import type { AttackEntry } from "../break-it/break-it-data.ts";
import type { Call, OwnStep } from "../run/call.ts";

/** What has to be known of the world around a move, to say it as a call. */
type Known = {
  texts: ReadonlyMap<string, string>;
  work: ReturnType<World["workNow"]>;
  requestOf: (actor: string) => string;
};

/** What a move is, as steps of a recorded run: none where it only changes what later calls are given. */
export type AttackSteps = readonly OwnStep[] | null;

/** The search has smaller quotas than a session that is recorded. */
const QUOTAS: readonly string[] = ["request-quota", "mailbox-quota"];

/** Guards that plan gate alone does not come to: a call is recorded through both gates, with the host behind. */
const BEHIND_THE_GATE: readonly string[] = ["hook-block", "permission"];

/**
 * The moves of an attack as calls and circumstances, so that each can be recorded; null for a move that is neither. As
 * the shipped code goes, so they hold up to the step from which the code without a guard goes another way.
 */
export async function callsOf({ way, rule, guards }: Omit<AttackEntry, "calls">): Promise<AttackSteps[]> {
  if (QUOTAS.includes(rule)) return way.map(() => null);
  const worlds = new Worlds();
  const known = [knownOf(worlds.at(worlds.first(REACHES)))];
  await goWay(wayOf({ way: [...way] }), (now) => known.push(knownOf(now)));
  const isHooked = guards.some((id) => BEHIND_THE_GATE.includes(id));
  return way.map((id, index) => {
    const [before, after] = [known[index], known[index + 1]];
    if (isHooked && before && id.split(" ")[1] === "calls") {
      const host = way[index + 1]?.startsWith("host says allow") ? "allow" : "ask";
      return call({ function: "execute_hooked", arguments: { ...gateCall(id, before), host } });
    }
    return before && after ? stepsOf(id, before, after) : null;
  });
}

function knownOf(world: World): Known {
  const { calls } = world.outside;
  return {
    texts: new Map(NAMES.map((name) => [name, world.state.mail.read(name)])),
    work: world.workNow(),
    requestOf: (actor) => calls[actor]?.request_id ?? "",
  };
}

function stepsOf(id: string, before: Known, after: Known): AttackSteps {
  const [actor = "", verb, ...words] = id.split(" ");
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  const { work = null, requestOf } = before;
  switch (verb) {
    case "opens": {
      const way = { sender: actor, target: last };
      const plan = { ...way, kind: "plan", payload: "Run main.py", ...(work && { work }) } as const;
      const shutdown = { ...way, kind: "shutdown", payload: "Please close" } as const;
      return call({ function: "open_request", arguments: first === "plan" ? plan : shutdown });
    }
    case "says":
      return says(actor, first, last, words.includes("word"));
    case "takes":
      return first === "back"
        ? call({ function: "withdraw_request", arguments: { request_id: last, actor } })
        : call({ function: "consume_responses", arguments: { recipient: actor } });
    case "calls":
      return call({ function: "plan_gate", arguments: gateCall(id, before) });
    case "starts":
      return call({ function: "claim_plan", arguments: { actor, request_id: requestOf(actor), work } });
    case "begins":
      return [{ circumstance: "member_is_running", member: actor }];
    case "joins":
      return [{ circumstance: "member_joins", member: actor }];
    case "edits":
      return [];
    case "sends":
      return (
        addedLetters(before, after)?.map((letter) => ({ circumstance: "letter_is_sent", ...sent(letter) })) ??
        null
      );
    default:
      if (actor !== "mallory") return null;
      return (
        addedLetters(before, after)?.map((letter) => {
          return { circumstance: "letter_by_hand", mailbox: letter.recipient, letter };
        }) ?? null
      );
  }
}

/** A call of run_main, for the request that is named last. */
function gateCall(id: string, { work }: Known): Extract<Call, { function: "plan_gate" }>["arguments"] {
  const words = id.split(" ");
  return { actor: words[0] ?? "", request_id: words.at(-1) ?? "", work: work ?? null };
}

function call(one: Call): readonly OwnStep[] {
  return [one];
}

/** An answer to a request, or the host's to a call. */
function says(actor: string, said: string, last: string, isWord: boolean): AttackSteps {
  if (actor === "host") {
    const host = said === "allow" ? "allow" : "deny";
    const tools = [{ name: "run_main", access: "execute" } as const];
    return call({ function: "execute_guarded", arguments: { tool: "run_main", input: {}, tools, host } });
  }
  // What a model gives may be anything: the types end at its mouth.
  const approve = (isWord ? "false" : said === "yes") as boolean;
  return call({ function: "reply_request", arguments: { request_id: last, actor, approve, feedback: "" } });
}

function sent({ sender, recipient, body }: MailboxMessage): Omit<MailboxMessage, "id"> {
  return { sender, recipient, body };
}

/** The letters that were added behind the others. Null when anything else was changed, or a line is no letter. */
function addedLetters({ texts }: Known, after: Known): MailboxMessage[] | null {
  const letters: MailboxMessage[] = [];
  for (const [name, now] of after.texts) {
    const earlier = texts.get(name) ?? "";
    if (!now.startsWith(earlier) || (now !== "" && !now.endsWith("\n"))) return null;
    for (const line of now.slice(earlier.length).split("\n").slice(0, -1)) letters.push(JSON.parse(line));
  }
  return letters.length > 0 ? letters : null;
}
