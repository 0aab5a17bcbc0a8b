import { describe, expect, test } from "vitest";
import { readSentence } from "../../fixtures/model-scripts/console-sentences.ts";

const nobody = { names: new Set<string>(), open: new Set<string>(), last: undefined };
const everyone = new Set(["alice", "bob", "charlie"]);
const team = { names: everyone, open: everyone, last: "bob" };

function intentsOf(sentence: string, context: Parameters<typeof readSentence>[1] = team): unknown {
  const reading = readSentence(sentence, context);
  return "unknown" in reading ? `unknown: ${reading.unknown}` : reading.intents;
}

const spawn = (name: string, role: string, prompt = "Wait for messages from the lead.") => ({
  intent: "spawn",
  name,
  role,
  prompt,
  planFirst: false,
});
const decide = (name: string | undefined, approve: boolean, feedback = "", requestId?: string) => ({
  intent: "decide",
  name,
  approve,
  feedback,
  requestId,
});

describe("the five exercises are read the same in four languages", () => {
  const languages = {
    English: [
      "Spawn alice as a coder. Then request her shutdown.",
      "List teammates to see alice's status after shutdown approval",
      "Spawn bob with a risky refactoring task. Review and reject his plan.",
      "Spawn charlie, have him submit a plan, then approve it.",
    ],
    Spanish: [
      "Generar alice como codificador. Luego solicitar su apagado.",
      "Listar compañeros para ver el estado de alice después de la aprobación del apagado",
      "Generar bob con una tarea de refactoring riesgosa. Revisar y rechazar su plan.",
      "Generar charlie, hacer que someta un plan, luego aprobarlo.",
    ],
    Portuguese: [
      "Spawn alice como coder. Então requisite o shutdown dela.",
      "Liste companheiros para ver o status de alice após aprovação de shutdown",
      "Spawn bob com uma tarefa de refatoração arriscada. Revise e rejeite seu plano.",
      "Spawn charlie, faça ele submeter um plano, então aprove-o.",
    ],
    Russian: [
      "Создать alice как кодера. Затем запросить её shutdown.",
      "Перечислить товарищей, чтобы увидеть статус alice после утверждения shutdown",
      "Создать bob с рискованной задачей рефакторинга. Просмотреть и отклонить его план.",
      "Создать charlie, попросить его отправить план, затем утвердить его.",
    ],
  };
  const roles: Record<string, string> = { Spanish: "codificador", Russian: "кодера" };
  const tasks: Record<string, string> = {
    English: "risky refactoring task",
    Spanish: "refactoring riesgosa",
    Portuguese: "refatoração arriscada",
    Russian: "рискованной задачей рефакторинга",
  };

  for (const [language, sentences] of Object.entries(languages)) {
    test(language, () => {
      expect(sentences.map((sentence) => intentsOf(sentence, nobody))).toEqual([
        [spawn("alice", roles[language] ?? "coder"), { intent: "shutdown", name: "alice" }],
        [{ intent: "list" }],
        [spawn("bob", "coder", tasks[language]), decide("bob", false)],
        [spawn("charlie", "coder"), { intent: "ask_plan", name: "charlie" }, decide("charlie", true)],
      ]);
    });
  }
});

describe("variants of a sentence have one reading", () => {
  const variants: [expected: unknown, sentences: string[]][] = [
    [
      [spawn("dora", "tester")],
      [
        "spawn dora as a tester",
        "SPAWN Dora as tester.",
        "Please create a new teammate called dora as the tester",
        "could you spawn a tester named dora?",
        "1. Add dora as a tester",
      ],
    ],
    [
      [spawn("dora", "coder", "read auth.py")],
      ["spawn dora to read auth.py", "spawn dora with the task: read auth.py"],
    ],
    [
      [spawn("dora", "coder"), spawn("erin", "coder")],
      ["spawn dora and erin", "hire dora and erin as a coder"],
    ],
    [
      [decide("alice", true), decide("bob", false, "it is late")],
      ["approve alice's plan, then reject bob's plan because it is late"],
    ],
    [
      [{ intent: "shutdown", name: "alice" }],
      [
        "ask alice to shut down",
        "Request Alice's shutdown",
        "request the shutdown of alice",
        "shut down alice",
        "Then, please, close alice!",
        "tell alice to shut down",
        "have alice stop",
      ],
    ],
    [
      [{ intent: "shutdown", name: "bob" }],
      ["Then request his shutdown", "ask him to shut down", "shut them down"],
    ],
    [[{ intent: "shutdown", name: "zed" }], ["ask zed to shut down", "request zed’s shutdown"]],
    [
      [{ intent: "list" }],
      ["list teammates", "show the team", "List the team members.", "who is on the team?"],
    ],
    [
      [{ intent: "ask_plan", name: "charlie" }],
      ["have charlie submit a plan", "ask charlie for a plan", "get charlie to propose a plan"],
    ],
    [
      [decide("bob", true)],
      [
        "approve bob's plan",
        "Approve Bob’s plan.",
        "accept the plan of bob",
        "review bob's plan and approve it",
        "approve it",
      ],
    ],
    [[decide(undefined, false)], ["reject the plan"]],
    [[decide(undefined, true, "", "req-3")], ["approve req-3", "Approve REQ-3."]],
    [
      [decide("bob", false, "it is late. Then go home.")],
      [
        'reject bob\'s plan because "it is late. Then go home."',
        "Reject bob's plan: “it is late. Then go home.”",
      ],
    ],
    [
      [decide("bob", false, "it is late")],
      [
        "reject bob's plan because it is late.",
        "Reject bob's plan: it is late",
        "reject bob's plan, it is late",
        "reject his plan, because it is late",
        "reject bobs plan since it is late",
      ],
    ],
    [[decide("alice", false), decide("bob", false)], ["reject alice's and bob's plans"]],
    [
      [{ intent: "message", name: "alice", content: "the build is red." }],
      [
        "tell alice the build is red.",
        "tell alice: the build is red.",
        "send a message to alice: the build is red.",
        "tell alice that the build is red.",
        'send "the build is red." to alice',
        "write to alice: the build is red.",
        'write "the build is red." to alice',
      ],
    ],
    [
      [{ intent: "message", name: "alice", content: "the build is red. Then rest." }],
      [
        'tell alice "the build is red. Then rest."',
        "tell alice: 'the build is red. Then rest.'",
        "send a message to alice: «the build is red. Then rest.»",
      ],
    ],
    [
      [{ intent: "message", name: "alice", content: "run ls" }],
      ["ask alice to run ls", "tell alice to run ls"],
    ],
    [
      [{ intent: "broadcast", content: "lunch at noon" }],
      [
        "tell everyone: lunch at noon",
        "broadcast lunch at noon",
        "Broadcast: lunch at noon",
        "announce to all: lunch at noon",
      ],
    ],
    [
      [{ intent: "job", tool: "bash", input: { command: "ls -la; echo 'a. b'" } }],
      [`run "ls -la; echo 'a. b'"`, "bash: `ls -la; echo 'a. b'`"],
    ],
    [
      [{ intent: "job", tool: "bash", input: { command: "ls -la | grep 'a. b'" } }],
      ["run ls -la | grep 'a. b'", "bash: ls -la | grep 'a. b'."],
    ],
    [
      [{ intent: "job", tool: "read_file", input: { path: "auth.py" } }],
      ["read auth.py", "Please read the file auth.py."],
    ],
    [
      [{ intent: "job", tool: "write_file", input: { path: "a.txt", content: "hi there\n" } }],
      ["write hi there to a.txt", 'write "hi there" into a.txt'],
    ],
    [
      [{ intent: "job", tool: "edit_file", input: { path: "a.py", old_text: "x = 1", new_text: "x = 2" } }],
      ["replace x = 1 with x = 2 in a.py"],
    ],
    [[{ intent: "check", name: "alice", requestId: undefined }], ["check alice's shutdown"]],
    [[{ intent: "plans" }], ["show plans", "review bob's plan"]],
    [[{ intent: "inbox" }], ["read your inbox", "show the inbox"]],
    [[{ intent: "wait" }], ["wait", "please continue"]],
    [[{ intent: "help" }], ["help", "Help!", "what can you do?", "¿Qué puedes hacer?", "помощь"]],
    [[], ["hello", "Thanks!", "¡Gracias!", "thank you", "", "..."]],
  ];
  for (const [expected, sentences] of variants) {
    for (const sentence of sentences) {
      test(JSON.stringify(sentence), () => expect(intentsOf(sentence)).toEqual(expected));
    }
  }
});

describe("a sentence that is not understood as a whole is not done in part", () => {
  const sentences = [
    ["don't shut down alice", "don't shut down alice"],
    ["Approve bob's plan if it is good", "Approve bob's plan if it is good"],
    ["Spawn alice as a coder. Then make tea.", "Then make tea"],
    ["approve the plan of the evil twin", "approve the plan of the evil twin"],
    ["did alice shut down?", "did alice shut down"],
    ["shut down everything but not alice", "shut down everything but not alice"],
    ["spawn", "spawn"],
  ];
  for (const [sentence = "", unknown] of sentences) {
    test(JSON.stringify(sentence), () => expect(intentsOf(sentence)).toBe(`unknown: ${unknown}`));
  }
});
