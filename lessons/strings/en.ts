/** What the terminal says. The other catalogues have the same keys, and in each text the same holes. */
const words = {
  // Names of columns, and of who does something when it is no member.
  "column-who": "who",
  "column-what": "what",
  "column-request": "request",
  "column-status": "status",
  "who-model": "model",
  "who-tool": "tool",
  "who-gate-1": "gate 1",
  "who-gate-2": "gate 2",
  "who-program": "program",
  "who-host": "host",

  // The headings of a practice: what its two choices are.
  "heading-approve-allow": "two gates: the lead will approve the plan, the host will allow the run",
  "heading-approve-deny": "two gates: the lead will approve the plan, the host will deny the run",
  "heading-reject-allow": "two gates: the lead will reject the plan, the host will allow the run",
  "heading-reject-deny": "two gates: the lead will reject the plan, the host will deny the run",
  "again-approve-allow":
    "two gates, taken up again: the lead will approve the plan, the host will allow the run",
  "again-approve-deny":
    "two gates, taken up again: the lead will approve the plan, the host will deny the run",
  "again-reject-allow":
    "two gates, taken up again: the lead will reject the plan, the host will allow the run",
  "again-reject-deny": "two gates, taken up again: the lead will reject the plan, the host will deny the run",
  "side-approve": "two gates, the side of {member}: the lead will approve the plan",
  "side-reject": "two gates, the side of {member}: the lead will reject the plan",
  "side-allow": "two gates, the side of {member}: the host will allow the run",
  "side-deny": "two gates, the side of {member}: the host will deny the run",
  "side-none": "two gates, the side of {member}: it has no part in this practice and ends with it",

  // The rows of the practice. Who does it stands in front.
  "turn-plan": "begins turn {turn}: propose a plan",
  "turn-review": "begins turn {turn}: review the plan",
  "turn-work": "begins turn {turn}: do the work, with its history kept",
  "turn-letters": "begins turn {turn}: read the letters that came in",
  "turn-delivery": "begins turn {turn}: one more delivery",
  "turn-other": "begins turn {turn}: {purpose}",
  "turn-ended": "ends turn {turn}",
  "turn-at-limit": "ends turn {turn}, at the limit of model calls",
  "turn-failed": "cannot go on with its turn: {message}",
  "model-calls": "answer {call}, to {member}: call {tools}",
  "model-says": 'answer {call}, to {member}: "{text}"',
  "asks-plan": "asks {target} for a plan approval: letter {letter} saved, then registered",
  "asks-shutdown": "asks {target} for a shutdown: letter {letter} saved, then registered",
  "reads-letter": "reads letter {letter} from {sender}",
  "ignores-letter": "ignores letter {letter} from {sender}: {reason}",
  "writes-letter": "writes letter {letter} to {recipient}: {text}",
  "replies-yes": "replies yes: letter {letter} saved, not matched yet",
  "replies-no": "replies no: letter {letter} saved, not matched yet",
  "cannot-agree": "cannot agree while it is in a turn: nothing was sent",
  "matches-letter": "matches letter {letter} with its own request",
  "plan-gate-open": "plan approval OPEN: {request} approved, unused, main.py unchanged",
  "plan-gate-closed": "plan approval CLOSED ({reason}): the host is not even asked",
  "plan-gate-closed-last": "plan approval CLOSED at the last look ({reason}): nothing is started",
  "host-gate-open": "host permission OPEN: this one call is allowed",
  "host-gate-closed": "host permission CLOSED ({reason}): a plan is no permission",
  "tool-refused": "{tool} is refused: {code}",
  "tool-returns": "{tool} returns {text}",
  "tool-returns-failure": "{tool} returns its outcome, a failure",
  "tool-returns-outcome": "{tool} returns its outcome",
  "program-starts": "{command} starts; the approval is used up",
  "program-not-started": "does not start ({reason}): {@message}",
  "ends-exited": "ends with exit code {code}, output: {output}",
  "ends-killed": "is ended by {signal}, output: {output}",
  "ends-timeout": "is killed at its time limit, output: {output}",
  "ends-cancelled": "is cancelled, output: {output}",
  "output-first": "{output} (the first {shown} of {count} characters)",
  "output-cut": "{output} (the rest was not kept)",
  "output-first-cut": "{output} (the first {shown} of {count} characters; the rest was not kept)",
  "stderr-before": "stderr: ({count} lines before)",
  "stderr-cut": "stderr: (the rest was not kept)",
  reports: "reports: {text}",
  "is-closed": "is closed; the lead has not matched the reply yet",
  "no-turn": "gets no further turn: {status}",
  "takes-back": "takes its request back",
  "closed-with-request": "is closed, and its request with it",
  "ends-unanswered": "has read a request of {asker} and ends its turn without an answer",
  "no-yes-yet": "sends no yes yet: it has had no turn for {letters}",
  "closes-unread": "closes with a mailbox unread: {@message}",
  plays: "this process plays {members} from now on",
  "plays-interrupted": "this process plays {members} from now on; {interrupted} was in a turn, which goes on",
  joins: "joins the team: {role}",
  "gets-task": "gets its task: {task}",

  // What a model was asked and answered (--show-model).
  "traffic-request": "request {call}, for {member}",
  "traffic-answer": "answer {call}",
  "traffic-same": "(as before)",
  "traffic-same-until": "(as before, up to answer {call})",
  "traffic-earlier": "(from before this process took the session up)",
  "traffic-range": "{first} to {last}",
  "traffic-no-tools": "none",
  "traffic-nothing": "nothing",
  "traffic-calls": "calls {tool} as {id}, with {input}",
  "traffic-result": "result of {id}: {content}",
  "traffic-error": "error of {id}: {content}",

  // How the practice ends.
  result: "Result: {sentence}",
  "session-folder": "Session folder: {folder}",
  "two-sentences": "{first} {second}",
  "not-asked": "main.py did not run: nobody asked for it.",
  "not-allowed":
    "main.py did not run: gate 2 is closed, the host did not allow it. The approved plan is no permission.",
  "not-started": "main.py did not run: both gates were open, but it could not start. {@message}",
  "unknown-end":
    "main.py was started behind two open gates, and nobody knows what became of it. It is not started again.",
  "closed-plan-missing": "main.py did not run: gate 1 is closed, nobody has submitted a plan.",
  "closed-plan-not-yours": "main.py did not run: gate 1 is closed, the plan is not the reader's own.",
  "closed-plan-pending": "main.py did not run: gate 1 is closed, no reply to the plan has been matched yet.",
  "closed-plan-rejected": "main.py did not run: gate 1 is closed, the lead rejected the plan.",
  "closed-plan-used":
    "main.py did not run: gate 1 is closed, the approval was good for one run, which has started before.",
  "closed-plan-changed":
    "main.py did not run: gate 1 is closed, what would run is no longer what the lead approved.",
  "closed-other": "main.py did not run: gate 1 is closed, {reason}.",
  "host-never-asked": "The host was never asked.",
  "closed-after-yes": "It closed between the host's yes and the start.",
  matched: "main.py ran once behind two open gates and printed {printed}, as expected.",
  "matched-nothing": "main.py ran once behind two open gates and printed nothing, as expected.",
  differs: "main.py ran behind two open gates and printed {printed}, but {expected} was expected.",
  "differs-nothing-printed":
    "main.py ran behind two open gates and printed nothing, but {expected} was expected.",
  "differs-nothing-expected":
    "main.py ran behind two open gates and printed {printed}, but nothing was expected.",
  "ran-exited":
    "main.py ran behind two open gates and ended with exit code {code}, so what it printed is not compared.",
  "ran-killed":
    "main.py ran behind two open gates and was ended by {signal}, so what it printed is not compared.",
  "ran-timeout":
    "main.py ran behind two open gates and was killed at its time limit, so what it printed is not compared.",
  "ran-cancelled": "main.py ran behind two open gates and was cancelled, so what it printed is not compared.",
  "no-expectation":
    "main.py ran behind two open gates and printed {printed}, but there is no expected.txt to compare it with.",
  "no-expectation-nothing":
    "main.py ran behind two open gates and printed nothing, but there is no expected.txt to compare it with.",
  "too-much-printed":
    "main.py ran behind two open gates and printed more than is kept, so there is nothing to compare.",

  // Step by step.
  "step-prompt": "[Enter] next  [s] state  [q] quit",
  "step-keys": "That key does nothing here: Enter goes on, s shows state and mailboxes, q or Ctrl-D quits.",
  "step-requests": "requests",
  "step-no-requests": "none",
  "step-members": "members",
  "step-mailboxes": "mailboxes",
  "step-empty": "(empty)",
  "step-no-reply": "{status}, no reply saved",
  "step-yes": "{status}, reply saved (yes)",
  "step-no": "{status}, reply saved (no)",
  "step-yes-used": "{status}, reply saved (yes), used",
  "step-turns": { one: "{count} turn", other: "{count} turns" },
  "step-letters": { one: "{count} letter read", other: "{count} letters read" },

  // What is said on standard error, and when a practice is stopped.
  "api-asks-to-wait": "The API asks to wait {seconds} s (attempt {attempt} of {attempts})",
  "api-silent":
    "The API did not answer the request: asking again in {seconds} s (attempt {attempt} of {attempts})",
  "waits-for-player": "Waiting up to {seconds} s for the process that plays {member} to be gone.",
  "stopped-in": "Stopped. Session folder: {folder} (to go on, add {options} --resume)",
  "interrupted-in": "{@message} Session folder: {folder} (to go on, add {options} --resume)",
  "interrupted-member": "{@message} Session folder: {folder} (the same command goes on)",
  "nobody-plays": "Nobody plays {member} yet: waiting. In another terminal: {command}",
  "player-gone":
    "{member} is absent, its process has ended: waiting for it to come back. In another terminal: {command}",
  "output-fails": "The output cannot be written ({cause}).",
  "usage-error": "usage: {@message}",
  "unexpected-fault": "unexpected fault: {message}",

  // Options.
  "takes-choices": "{option} takes {choices}, not {value}.",
  "between-choices": " or ",

  // What became of each request.
  "column-kind": "kind",
  "column-asked-by": "asked by",
  "column-answered-by": "answered by",
  "column-answer": "answer",
  "answer-none": "none",
  "answer-yes": "yes",
  "answer-no": "no",

  "help-practice": `Usage: ./user_code/practice.ts [options]

One program, two gates. Choose what each gate says and see which one is closed.

  --plan approve|reject   what the lead decides about the plan          (default: approve)
  --decision allow|deny   what the host decides about running main.py   (default: deny)
  --dir DIR               the session folder, empty or not there yet    (default: a new temporary folder)
  --expected TEXT         what main.py should print                     (default: 42)
{store}  --resume                go on with the session that lies there, with the same choices: however it was stopped,
                          what is done is not done again
  --json                  one event a line, as JSON; the last one is the result
  --step                  wait after every event: Enter goes on, s shows state and mailboxes, q quits
  --show-model            below each answer: what the request to the model held, and what was answered
  --model scripted|anthropic
                          who plays the model: the script, or a live model  (default: scripted)
                          live needs ANTHROPIC_MODEL, and a key: ANTHROPIC_API_KEY_FILE names a file with it
                          (mode 600, or /dev/stdin), which a program that runs cannot see as easily as
                          ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL is heeded
{language}  --help                  show this text

Exit status: 0 the path ran to its end (a closed gate is a result), 1 a fault, 2 a wrong command line.
`,
  "help-member": `Usage: ./user_code/member.ts --dir DIR --as lead|reader|reviewer [options]

The practice, played by several processes: start one in a terminal of its own for each member. Each waits for the
others. Ctrl-C ends one; started again, it goes on.

  --dir DIR               the session folder; who comes first lays it out
{store}  --as lead|reader|reviewer
                          the member that this process plays
  --plan approve|reject   with --as lead: what the lead decides about the plan      (default: approve)
  --decision allow|deny   with --as reader: what the host decides about the run     (default: deny)
  --expected TEXT         with --as reader: what main.py should print               (default: 42)
  --json                  one event a line, as JSON; the last one is the result
{language}  --help                  show this text

Exit status: 0 the path ran to its end (a closed gate is a result), 1 a fault, 2 a wrong command line.
`,
  "help-store": `  --store URL             a PostgreSQL database in place of a folder, for a team on several machines:
                          postgres://user@host/database  (default: TWO_GATES_STORE, where --dir is not given)
  --session NAME          the session in that store
`,
  "help-language": `  --lang en|zh|es|pt|ru   the language of all this, except --json (default: that of LC_ALL, LC_MESSAGES or LANG,
                          else English)
`,
} as const;

/**
 * What refusals, errors and notices say, as templates. The sentences themselves stand where they are said: they are
 * data, for a model and for `--json`. Here they are listed for the translations.
 */
const refusals = [
  // The command line.
  "--{option} is given twice. Give it once.",
  "{word} is one word too many. See --help.",
  "Unknown option '{option}'. See --help for the options.",
  "Option '{option}' argument missing. See --help for the options.",
  "Option '{option}' argument is ambiguous. See --help for the options.",
  "Option '{option}' does not take an argument. See --help for the options.",
  "Unexpected argument '{word}'. See --help for the options.",
  "--dir needs the name of a folder.",
  "--dir needs the name of the folder that all members share.",
  "--dir names a folder and --store a database: a session is in one of them.",
  "--as needs the member to play: lead, reader or reviewer.",
  "--{option} is for the {owner}: give it to --as {owner}, not to --as {member}.",
  "--expected needs the text that main.py should print.",
  "--resume goes on with a session that is there: name its folder with --dir.",
  "--step waits for keys and --json is for programs: use one.",
  "--step reads from standard input, so the key cannot come that way. Name a file instead.",
  "--store needs a URL: postgres://user@host/database.",
  "--session names a session in a store: give --store, or set TWO_GATES_STORE.",
  "{option} names a store: give --session the name of the session in it, or --dir a folder.",
  "This session was started without --expected, not with --expected {given}. Go on with the choices that it has, or name a new folder.",
  "This session was started with --expected {kept}, not without --expected. Go on with the choices that it has, or name a new folder.",
  "This session was started with {kept}, not with {given}. Go on with the choices that it has, or name a new folder.",

  // The key, and the model behind it.
  "ANTHROPIC_API_KEY is longer than any key. It must hold the key alone.",
  "ANTHROPIC_API_KEY holds more than one line. It must hold the key alone.",
  "ANTHROPIC_API_KEY holds a space or a character that no key has. Set it anew.",
  "The file of ANTHROPIC_API_KEY_FILE is empty. Put your key into it, on one line.",
  "The file of ANTHROPIC_API_KEY_FILE is longer than any key. It must hold the key alone.",
  "The file of ANTHROPIC_API_KEY_FILE holds more than one line. It must hold the key alone.",
  "The file of ANTHROPIC_API_KEY_FILE holds a space or a character that no key has. Set it anew.",
  "ANTHROPIC_API_KEY_FILE names a folder, not a file.",
  "ANTHROPIC_API_KEY_FILE names neither a regular file nor an open descriptor.",
  "ANTHROPIC_API_KEY_FILE names a file that others may read or write. Take that from them: chmod 600 FILE.",
  "ANTHROPIC_API_KEY_FILE names a descriptor with nothing to read. Through npx or npm, only standard input reaches the practice: /dev/stdin.",
  "ANTHROPIC_API_KEY_FILE names a file that is not there.",
  "ANTHROPIC_API_KEY_FILE names a file that you may not read.",
  "ANTHROPIC_API_KEY_FILE names what cannot be read ({cause}).",
  "--model anthropic needs ANTHROPIC_API_KEY and ANTHROPIC_MODEL in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.",
  "--model anthropic needs {missing} in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.",
  "ANTHROPIC_BASE_URL must be an http or https address without a user name, a password or a query, such as http://127.0.0.1:8080.",
  "The API's answer is no JSON ({said}). {@advice}",
  "The API's answer has not the shape of a response ({said}). {@advice}",
  "The API's answer gives a tool call the id of another one ({id}). No tool call of it was run. {@advice}",
  "The API's answer holds half of a surrogate pair in its thinking, which no later request could send back. No tool call of it was run. Start a new session.",
  "The API is too slow: an answer of up to {tokens} tokens may take {time}, and this one was not whole by then. Try later, or name a faster model in ANTHROPIC_MODEL.",
  "The response stopped with {reason}: the response was longer than max_tokens. No tool call of it was run. Start a new session.",
  "The response stopped with {reason}: the history is longer than the model can take. No tool call of it was run. Start a new session.",
  "The response stopped with {reason}: the model refused to answer. No tool call of it was run. Start a new session.",
  "The response stopped with {reason}: the API paused a long turn, which this loop does not resume. No tool call of it was run. Start a new session.",
  "The response stopped with {reason}: a stop sequence was met, though none was asked for. No tool call of it was run. Start a new session.",
  "The response stopped with {reason}: this loop does not know that reason. No tool call of it was run. Start a new session.",
  "The API does not serve this key ({said}). {@advice}",
  "The API is overloaded or limits this key ({said}). {@advice}",
  "The API failed ({said}). {@advice}",
  "The API refused the request ({said}). {@advice}",
  "The connection to {address} failed or broke off ({cause}). Check the network and ANTHROPIC_BASE_URL, then try again.",
  "Check that ANTHROPIC_BASE_URL names a Messages API, then try again.",
  "Check the key in ANTHROPIC_API_KEY or in the file of ANTHROPIC_API_KEY_FILE, and its account.",
  "Check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.",
  "It was asked once; try later.",
  "It was asked {attempts} times; try later.",
  "It was asked once, and asks to wait {time}; try later.",
  "It was asked {attempts} times, and asks to wait {time}; try later.",
  "It was asked once, and asks to wait {time}, while a call waits {most} at most; try later.",
  "It was asked {attempts} times, and asks to wait {time}, while a call waits {most} at most; try later.",
  "The model's answer to {member} gives a tool call the id of another one ({id}). No tool call of it was run. Each call needs an id of its own.",
  "Model call {call}, by {member}, is one too many: the script ends after step {steps}. Add a step for it, or find out why the loop went on.",
  "The run ended after {calls} model calls and left {left} of the script's steps unused, next one for {member}. Remove them, or find out why the loop stopped early.",
  "Step {step} of the script: {part} differs.\n  expected: {expected}\n  received: {received}",

  // The interpreter, and the program.
  "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: PYTHON=/path/to/python3.",
  "PYTHON names {name}, which is no program that can be run. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.",
  "PYTHON names {name}, and no such program is on PATH. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.",
  "{path} is no Python 3 that can be run here: {@why}. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.",
  "it does not answer like one",
  "nothing that it starts can run",
  "it does not answer",
  "it says {text}",
  "it ends with exit code {code}",
  "it does not run",
  "Here an approved program can reach the session folder.",
  "Here an approved program can reach your other processes.",
  "Here an approved program can reach the session folder and your other processes.",
  "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder.",
  "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach your other processes.",
  "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder and your other processes.",
  "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder.",
  "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach your other processes.",
  "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder and your other processes.",
  "There is no main.py in {folder} that could be run: it is missing, a link, or too large.",
  "{path}, which ran before, is no program that can be run any more.",
  "{program} could not be started ({cause}).",
  "The run was cancelled before its start.",
  "main.py was started, and its process ended before it could say how. It is not started again, and its approval stays used.",
  "Stopped by {signal}.",

  // Folders: who may use them, and what lies in them.
  "{path} is not empty: it holds {names}. A session starts in an empty folder; name a new one.",
  "{path} is not empty: it holds {names}, {count} more. A session starts in an empty folder; name a new one.",
  "{path} is not empty: it holds {names}. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.",
  "{path} is not empty: it holds {names}, {count} more. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.",
  "{@refusal} What lies there is a practice: --resume goes on with it.",
  "Another session has just started in {path}: name a new folder.",
  "The files of the session could not be laid out in {path} ({cause}). {@remedy}",
  "{path} cannot be used as a session folder ({cause}). {@remedy}",
  "{path} cannot be made ({cause}), and the workspace lies in it. Set TMPDIR to another folder.",
  "{path} cannot be read ({cause}), which is a part of the practice. {@remedy}",
  "{path} cannot be written ({cause}), which is a part of the practice. {@remedy}",
  "No folder can be made in {path} ({cause}). Name one with --dir, or set TMPDIR.",
  "{path} is not a folder (a link is not followed). Name another one.",
  "{path} belongs to another user (uid {uid}), who can replace what lies below it. Name a folder that lies in one of your own.",
  "{path} is a link that leads round in a circle.",
  "Others can write to {path} (mode {mode}) and replace what lies below it. Run {command}, or name a folder elsewhere.",
  "{path} belongs to another user (uid {uid}), so what it holds is not trusted. Use one of your own, or take it over: {command}.",
  "Others can write to {path} (mode {mode}), so what it holds is not trusted. Look at it, then run {command}.",
  "{path} cannot be looked at ({cause}). {@remedy}",
  "Removed what an interrupted save left in {path}: {names}.",
  "The disk is full: make room and try again.",
  "Your share of the disk is full: make room and try again.",
  "The disk, or the connection to it, fails: look at it, or use another one.",
  "Nothing can be written there: use another disk.",
  "Check that you may write there.",
  "Something on the way to it is gone: check the path.",
  "Something on the way to it is not a folder: check the path.",
  "A folder stands in its place: move it away.",
  "A link stands there or on the way to it: use the real path.",
  "The path is too long: name a shorter one.",
  "Too many files are open: close some, or raise the limit (ulimit -n).",
  "Too many files are open on this machine: end some programs.",
  "Another program uses it: end that one and try again.",
  "Mend the cause and try again.",

  // The lock.
  "Waiting for {path}: another process holds this lock, or was killed while it did.",
  "The lock {path} is no longer ours, so nothing was saved. Another process took it over or removed it: try again.",
  "{path} bears a time that lies ahead, as after a change of the clock, and has not been given back for {seconds} s, so nothing was saved. End what holds it and try again; if nothing does, remove that folder.",
  "Another process has held {path} for {seconds} s, so nothing was saved. End it and try again; if none is running, remove that folder.",
  "The lock {path} cannot be made ({cause}), so nothing was saved. {@remedy}",
  "The lock {path} cannot be looked at ({cause}), so nothing was saved. {@remedy}",
  "The file system of {path} does not keep the name of a file as it was given, so nobody could tell whose the lock is. Nothing was saved. Name a folder on another disk.",
  "{path} is a link, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.",
  "{path} is a file, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.",
  "The lock {path} holds {names}, which no session put there. Nothing was saved. Look at it and move it away, or name another session folder.",
  "{path} could not be saved ({cause}). {@untouched} {@remedy}",
  "The old letters are untouched.",
  "The session is as it was.",
  "The log is as it was.",
  "The damaged file is as it was.",
  "{path} was changed by another program while it was locked, so nothing was saved. Try again.",

  // Mailboxes and letters.
  "{path} has {bytes} bytes; {limit} are allowed. It was not read and is left as it is.",
  "{file}, line {line}: {@reason}. The file is left as it is; mend it or start a new session.",
  "not valid UTF-8",
  "the last line is cut off",
  "only {count} messages are allowed",
  "the id should be {id}",
  "the recipient should be {recipient}",
  "the sender is not on the team",
  "nobody writes to themselves",
  "the body holds half of a surrogate pair",
  "the body has {length} characters; 1 to {limit} are allowed",
  "the key {key} stands twice",
  "not a record of exactly id, sender, recipient and body, all text",
  "{file}, line {line}: {letters} is missing, which was there before. The file is left as it is; `doctor --repair` saves the letters again.",
  "{file}, line {line}: {letters} are missing, which were there before. The file is left as it is; `doctor --repair` saves the letters again.",
  "{path} is not a regular file, so it is neither read nor written.",
  "{path} is not a regular file (a link is not followed), so it is neither read nor written.",
  "{path} is not a folder (a link is not followed), so it is neither read nor written.",
  "{path} is not readable ({cause}), so it is neither read nor written. {@remedy}",
  "{file} lies in the session folder already, though no member of this session bore that name. Move it away, or choose another name.",
  "The {@what} must be text, not {value}.",
  "The {@what} holds half of a surrogate pair. Send well-formed Unicode text.",
  "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Shorten it: nothing is cut.",
  "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Write something.",
  "message body",
  "request's payload",
  "feedback",
  "role",
  "prompt",
  "A message cannot start with {prefix}: only the protocol functions write such letters.",
  "The mailbox of {recipient} holds {count} messages, which is its limit. No old letter is overwritten: start a new session.",
  "With this letter the mailbox of {recipient} would take {bytes} bytes; {limit} are allowed. Shorten the letter, or start a new session.",
  "{member} cannot write to {member}: a letter goes to another member. Nothing was saved.",
  "{member} is closed and can no longer send letters. Nothing was saved.",
  "{member} is closed and can no longer receive letters. Nothing was saved.",

  // Members and requests.
  "{name} cannot be a member's name: {file}.jsonl is the session's log. Choose another.",
  "{name} cannot be a member's name. Use a small letter, then up to 23 small letters, digits or hyphens.",
  "There is no member {name}. The team: {members}.",
  "This session has opened {limit} requests, which is its limit, finished ones included. Start a new session.",
  "{request}, the same plan request, is still pending. Wait until it is answered and matched.",
  "{request}, the same shutdown request, is still pending. Wait until it is answered and matched.",
  "{member} is closed: it can neither plan nor be shut down.",
  "No request {request} waits for an answer of {member}. Only the target of a request can answer it.",
  "{member} has opened no request {request}. Only who asked can take a request back.",
  "{request} is already decided ({first}). The first reply stays; open a new request to decide anew.",
  "{request} is answered already (approve {answer}) and cannot be withdrawn. Take in the answer.",
  "{request} is {status} and no longer waits for a reply.",
  "{sender} cannot send a {kind} request to {target}. A plan goes from a teammate to the lead, a shutdown from the lead to a teammate.",
  "A request is of the kind plan or shutdown, not {kind}.",
  "approve must be true or false, not {value}.",
  "{member} is closed and in no state any more. Its name can be given to a new member.",
  "No shutdown request waits for an answer of {member}.",
  "{member} is played by another process, so nothing was changed. End that one first, or play another member.",
  "{member} is played by another process ({process}), so nothing was changed. End that one first, or play another member.",

  // The session's file and its log.
  "The notes of the practice in session.json are not as it writes them. Start a new session in another folder.",
  "{path} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another folder.",
  "{path} has version {version}; this program reads version {known}. Nothing in it was touched: use the version of the program that made it, or name another folder.",
  "{path} is not as this program leaves it: {@reason}. Nothing was touched; `doctor --dir` on its folder says more.",
  "it has {bytes} bytes, and {limit} are allowed",
  "it is not valid UTF-8",
  "it is no JSON",
  "it has no version",
  "members.{key}: its name is {name}",
  "the log holds {events} events and the session {told}: an older state was put back",
  "the log holds {events} events, and {stood} stood in it",
  "With this the session would take {bytes} bytes; {limit} are allowed. Nothing was saved: start a new session.",
  "There is no session in {folder}: it holds no session.json. Nothing was touched. Name the folder of a session, or start one.",
  "{path} is not a regular file, so it is neither read nor written. A link is not followed.",
  "{path} cannot be read ({cause}), so it is neither read nor written. {@remedy}",
  "{path} is not the log of a session: its last line bears no number, or it is no regular file. It is left as it is. Move it away, or name another folder.",
  "{path} could not be written or read ({cause}). {@remedy}",
  "{part} waits for {file}, which cannot be read: nobody can tell whether a letter was saved there. Nothing was changed. Mend that file first; `doctor --dir` says what is wrong with it.",
  "The mark of the start, {path}, cannot be kept ({cause}). {@remedy}",
  "{path} cannot be written ({cause}), so nobody could see who plays the member. {@remedy}",
  "{path} cannot be made ({cause}), so the damaged file was not replaced. Copy it away by hand and remove it.",

  // A session in a store.
  "{name} cannot be a session's name. Use up to 63 small letters, digits and hyphens, no hyphen first.",
  "{name} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another session.",
  "There is no session {name} in {store}. Nothing was touched. Name one that is there, or start one.",
  "There is a session {name} in {store} already. Name another, or go on with that one.",
  "The connection to {store} was lost in the moment of keeping, and no server could be asked since: whether this was kept shows when the store answers again. Nothing is half done.",
  "Another process has held the session in {store} for too long, so nothing was saved. End it and try again.",
  "What stands in {store} does not go with what was to be saved: {said}. Nothing was changed: put back what was there, or start a new session.",
  "The letters of {member} have {bytes} bytes; {limit} are allowed. They are left as they are.",
  "{member} of {session} is played by a process, so nothing was removed. End that one first.",
  "The row of {place} is not as this program leaves it: {said}. Nothing was touched: put back what was there, or start a new session.",
  "The tables of the store have version {version}; this program reads version {known}. Nothing in them was touched: use the version of the program that made them, or name another database.",
  "A store needs the package postgres, which is not installed: run `npm install postgres@3.4`.",
  "The database at {server} keeps its texts in {encoding}, and letters need UTF8: make it with `createdb --encoding=UTF8 --template=template0`, or name another.",
  "The URL of the store leads to a pooler that shares connections between transactions, and who plays a member is known by a connection of its own: name the server itself, or a pooler in session mode.",
  "The URL of the store cannot be used. {@reason}",
  "Name it as postgres://user@host/database; several hosts are divided by commas.",
  "target_session_attrs={value} asks for a server that may not be written, and a session is written: use read-write.",
  "{host} is no host, or no host with a port.",
  "A % in it is to be written as %25.",
  "sslmode={value} is none: use disable, prefer, require, verify-ca or verify-full.",
  "{setting} names {path}, which cannot be read ({cause}).",
  "The server at {server} refuses the password of {user}: check it in the URL, or in PGPASSWORD.",
  "The server at {server} does not let {user} into {database}: check the user, its pg_hba.conf, and sslmode.",
  "There is no database {database} at {server}: make it with {command}, or name another.",
  "{user} may not make or use the tables in {database} at {server}: let its owner run {command}, or name another database.",
  "The server at {server} can only be read, as a standby can: name the primary, or promote this one.",
  "The server at {server} has no connection left: end some programs, or raise max_connections.",
  "The server at {server} is starting or stopping: try again.",
  "No machine is known as {server} ({cause}): check the URL of the store.",
  "No PostgreSQL server answers at {server} ({cause}): start it, or check the URL of the store.",
] as const;

export const en = { words, refusals } as const;
