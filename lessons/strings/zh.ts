import { translation } from "./catalogue.ts";

/** 简体中文。 */
export const zh = translation({
  words: {
    "column-who": "谁",
    "column-what": "做什么",
    "column-request": "请求",
    "column-status": "状态",
    "who-model": "模型",
    "who-tool": "工具",
    "who-gate-1": "第一道门",
    "who-gate-2": "第二道门",
    "who-program": "程序",
    "who-host": "宿主",

    "heading-approve-allow": "两道门：Lead 会批准计划，宿主会允许运行",
    "heading-approve-deny": "两道门：Lead 会批准计划，宿主会拒绝运行",
    "heading-reject-allow": "两道门：Lead 会驳回计划，宿主会允许运行",
    "heading-reject-deny": "两道门：Lead 会驳回计划，宿主会拒绝运行",
    "again-approve-allow": "两道门，接着上次继续：Lead 会批准计划，宿主会允许运行",
    "again-approve-deny": "两道门，接着上次继续：Lead 会批准计划，宿主会拒绝运行",
    "again-reject-allow": "两道门，接着上次继续：Lead 会驳回计划，宿主会允许运行",
    "again-reject-deny": "两道门，接着上次继续：Lead 会驳回计划，宿主会拒绝运行",
    "side-approve": "两道门，{member} 这一方：Lead 会批准计划",
    "side-reject": "两道门，{member} 这一方：Lead 会驳回计划",
    "side-allow": "两道门，{member} 这一方：宿主会允许运行",
    "side-deny": "两道门，{member} 这一方：宿主会拒绝运行",
    "side-none": "两道门，{member} 这一方：它在本次实践里没有任务，实践结束时一同结束",

    "turn-plan": "开始第 {turn} 轮：提出计划",
    "turn-review": "开始第 {turn} 轮：审阅计划",
    "turn-work": "开始第 {turn} 轮：带着保留的历史去做工作",
    "turn-letters": "开始第 {turn} 轮：读新到的信",
    "turn-delivery": "开始第 {turn} 轮：再投递一次",
    "turn-other": "开始第 {turn} 轮：{purpose}",
    "turn-ended": "结束第 {turn} 轮",
    "turn-at-limit": "结束第 {turn} 轮：模型调用次数到了上限",
    "turn-failed": "这一轮无法继续：{message}",
    "model-calls": "第 {call} 个回答，给 {member}：调用 {tools}",
    "model-says": "第 {call} 个回答，给 {member}：“{text}”",
    "asks-plan": "请 {target} 审批计划：信 {letter} 先保存，再登记",
    "asks-shutdown": "请 {target} 关闭：信 {letter} 先保存，再登记",
    "reads-letter": "读 {sender} 的信 {letter}",
    "ignores-letter": "忽略 {sender} 的信 {letter}：{reason}",
    "writes-letter": "给 {recipient} 写信 {letter}：{text}",
    "replies-yes": "回复同意：信 {letter} 已保存，尚未匹配",
    "replies-no": "回复不同意：信 {letter} 已保存，尚未匹配",
    "cannot-agree": "正在一轮之中，还不能同意：没有发出任何信",
    "matches-letter": "把信 {letter} 匹配到自己的请求",
    "plan-gate-open": "计划审批：开。{request} 已批准、未用过，main.py 没有变",
    "plan-gate-closed": "计划审批：关（{reason}）。宿主根本没有被询问",
    "plan-gate-closed-last": "计划审批：最后一次检查时关着（{reason}）。什么也没有启动",
    "host-gate-open": "宿主许可：开。允许这一次调用",
    "host-gate-closed": "宿主许可：关（{reason}）。计划不是许可",
    "tool-refused": "{tool} 被拒绝：{code}",
    "tool-returns": "{tool} 返回 {text}",
    "tool-returns-failure": "{tool} 返回它的结果：失败",
    "tool-returns-outcome": "{tool} 返回它的结果",
    "program-starts": "{command} 启动；这份批准就此用掉",
    "program-not-started": "没有启动（{reason}）：{@message}",
    "ends-exited": "结束，退出码 {code}，输出：{output}",
    "ends-killed": "被 {signal} 终止，输出：{output}",
    "ends-timeout": "到了时限被终止，输出：{output}",
    "ends-cancelled": "被取消，输出：{output}",
    "output-first": "{output}（共 {count} 个字符，这里是前 {shown} 个）",
    "output-cut": "{output}（其余没有保留）",
    "output-first-cut": "{output}（共 {count} 个字符，这里是前 {shown} 个；其余没有保留）",
    "stderr-before": { other: "stderr:（前面还有 {count} 行）" },
    "stderr-cut": "stderr:（其余没有保留）",
    reports: "报告：{text}",
    "is-closed": "已关闭；Lead 还没有匹配这份回复",
    "no-turn": "不再有新的一轮：{status}",
    "takes-back": "撤回自己的请求",
    "closed-with-request": "已关闭，它的请求随之作废",
    "ends-unanswered": "读了 {asker} 的请求，没有回答就结束了这一轮",
    "no-yes-yet": "暂不回复同意：{letters} 到了，还没有轮到它读",
    "closes-unread": "关闭时有一个邮箱没能读：{@message}",
    plays: "从现在起由本进程扮演 {members}",
    "plays-interrupted": "从现在起由本进程扮演 {members}；{interrupted} 上次停在一轮之中，现在继续",
    joins: "加入团队：{role}",
    "gets-task": "接到任务：{task}",
    "traffic-request": "第 {call} 个请求，给 {member}",
    "traffic-answer": "第 {call} 个回答",
    "traffic-same": "（同上）",
    "traffic-same-until": "（同上，到第 {call} 个回答为止）",
    "traffic-earlier": "（在本进程接手会话之前）",
    "traffic-range": "{first} 到 {last}",
    "traffic-no-tools": "没有",
    "traffic-nothing": "没有内容",
    "traffic-calls": "以 {id} 调用 {tool}，参数 {input}",
    "traffic-result": "{id} 的结果：{content}",
    "traffic-error": "{id} 的错误：{content}",

    result: "结果：{sentence}",
    "session-folder": "会话目录：{folder}",
    "two-sentences": "{first}{second}",
    "not-asked": "main.py 没有运行：没有人要求运行它。",
    "not-allowed": "main.py 没有运行：第二道门关着，宿主没有允许。批准了的计划不是许可。",
    "not-started": "main.py 没有运行：两道门都开着，但它无法启动。{@message}",
    "unknown-end": "main.py 在两道打开的门之后启动过，但没有人知道它后来怎样。它不会再次启动。",
    "closed-plan-missing": "main.py 没有运行：第一道门关着，没有人提交过计划。",
    "closed-plan-not-yours": "main.py 没有运行：第一道门关着，这份计划不是 reader 自己的。",
    "closed-plan-pending": "main.py 没有运行：第一道门关着，对计划的回复还没有匹配。",
    "closed-plan-rejected": "main.py 没有运行：第一道门关着，Lead 驳回了计划。",
    "closed-plan-used": "main.py 没有运行：第一道门关着，这份批准只够运行一次，而那一次已经开始过了。",
    "closed-plan-changed": "main.py 没有运行：第一道门关着，要运行的已经不是 Lead 批准的内容。",
    "closed-other": "main.py 没有运行：第一道门关着，{reason}。",
    "host-never-asked": "宿主根本没有被询问。",
    "closed-after-yes": "它是在宿主同意之后、启动之前关上的。",
    matched: "main.py 在两道打开的门之后运行了一次，输出 {printed}，与预期一致。",
    "matched-nothing": "main.py 在两道打开的门之后运行了一次，没有输出，与预期一致。",
    differs: "main.py 在两道打开的门之后运行了，输出 {printed}，而预期是 {expected}。",
    "differs-nothing-printed": "main.py 在两道打开的门之后运行了，没有输出，而预期是 {expected}。",
    "differs-nothing-expected": "main.py 在两道打开的门之后运行了，输出 {printed}，而预期是没有输出。",
    "ran-exited": "main.py 在两道打开的门之后运行了，以退出码 {code} 结束，所以不比较它的输出。",
    "ran-killed": "main.py 在两道打开的门之后运行了，被 {signal} 终止，所以不比较它的输出。",
    "ran-timeout": "main.py 在两道打开的门之后运行了，到了时限被终止，所以不比较它的输出。",
    "ran-cancelled": "main.py 在两道打开的门之后运行了，中途被取消，所以不比较它的输出。",
    "no-expectation": "main.py 在两道打开的门之后运行了，输出 {printed}，但没有 expected.txt 可以与之比较。",
    "no-expectation-nothing":
      "main.py 在两道打开的门之后运行了，没有输出，也没有 expected.txt 可以与之比较。",
    "too-much-printed": "main.py 在两道打开的门之后运行了，输出多于所能保留的，所以无从比较。",

    "step-prompt": "[Enter] 继续  [s] 状态  [q] 退出",
    "step-keys": "这个键在这里没有作用：Enter 继续，s 显示状态和邮箱，q 或 Ctrl-D 退出。",
    "step-requests": "请求",
    "step-no-requests": "没有",
    "step-members": "成员",
    "step-mailboxes": "邮箱",
    "step-empty": "（空）",
    "step-no-reply": "{status}，没有保存回复",
    "step-yes": "{status}，已保存回复（同意）",
    "step-no": "{status}，已保存回复（不同意）",
    "step-yes-used": "{status}，已保存回复（同意），已用掉",
    "step-turns": { other: "{count} 轮" },
    "step-letters": { other: "已读 {count} 封信" },
    "column-what-happens": "发生了什么",
    "joins-as": "加入团队，角色：{role}",
    "joins-as-number": "加入团队，角色：{role}，是这个名字的第 {number} 位",
    "plans-first": "先为任务提交计划",
    "asks-to-approve": "请 {target} 批准：{words}",
    "asks-to-shut-down": "请 {target} 关闭：{words}",
    "exactly-this-call": "正是这一次调用，只一次：{call}",
    "answers-yes": "回答同意（信 {letter}）",
    "answers-yes-because": "回答同意（信 {letter}）：{feedback}",
    "answers-no": "回答不同意（信 {letter}）",
    "answers-no-because": "回答不同意（信 {letter}）：{feedback}",
    "agrees-later": "同意；推迟到这一轮结束",
    "is-closed-now": "已关闭",
    "broadcasts-to": "广播给 {recipient}（信 {letter}）：{text}",
    "writes-to": "写给 {recipient}（信 {letter}）：{text}",
    "reads-typed": "读 {sender} 的 {letter}（{type}）",
    "ignores-typed": "忽略 {sender} 的 {letter}：{reason}",
    "matches-own": "把 {letter} 匹配到自己的请求",
    "gate-1-open": "第一道门（计划）开：{@message}",
    "gate-1-closed": "第一道门（计划）关：{reason}，{@message}",
    "gate-2-open": "第二道门（宿主）开：{@message}",
    "gate-2-closed": "第二道门（宿主）关：{@message}",
    "call-exited": "{call}：退出码 {code}",
    "call-ended": "{call}：已结束，{status}",
    "call-done": "{call}：完成",
    "call-nothing": "{call}：什么也没有做",
    "call-refused": "{call}：被拒绝，{code}",
    "cannot-go-on": "无法继续。{message}",
    "outcome-unknown": "{tool}：结果不明。{@message}",
    "nobody-answers": "已关闭，所以不会再有人回答",
    "takes-it-back": "撤回它",
    "has-not-answered": "读了 {asker} 的请求，还没有回答",
    "not-closing-yet": "暂不关闭：{letters} 到了，先读它",
    "closes-with-unread": "关闭时还有信没能读。{@message}",
    pauses: { other: "在 {count} 次模型调用后暂停；你说下一句话时继续" },
    says: "“{text}”",
    "many-lines": "{call}（{count} 行，全部在下面）",
    "not-covered": "（不包括：它读取或运行的文件里的内容）",
    "file-empty-then": "（这样文件就是空的）",
    "no-line-feed": "（末尾没有换行）",
    "prompt-you": "你 >",
    "prompt-lead": "Lead >",
    "prompt-next": "接下来 > {steps}",
    "wants-to-run": "{member} 想运行 {call}",
    "allow-question": "允许这一次调用吗？[y/N]",
    "allow-words": "y, yes, 是, 允许",
    "nobody-to-ask": "没有终端可以询问宿主，所以回答是拒绝。用 --decision allow 可以回答允许。",
    "console-title": "团队控制台：你和 Lead 说话，Lead 和它的团队说话。",
    "console-try": "试试：“{sentence}”   /help 显示更多，/quit 离开。",
    "all-saved": "一切都已保存。",
    "not-all-saved": "有些内容已不是保存时的样子。{damage}",
    "line-too-long": "这一行超过了 {limit} 个字符。什么也没有做：请缩短。",
    "taken-up": "接手原来的团队：{members}。",
    "taken-up-requests": "请求：{requests}，pending：{pending}。",
    "taken-up-interrupted": "停在一轮之中、现在继续的：{members}。",
    "type-spawn": "让 alice 当程序员",
    "type-list": "列出队友",
    "type-approve": "批准 {name} 的计划",
    "type-reject": "驳回 {name} 的计划，因为",
    "type-wait": "等待",
    "type-again": "让 {name} 再试一次",
    "type-tell": "告诉 {name}",
    "type-shut-down": "请 {name} 关闭",
    "type-plan": "让 {name} 提交计划",
    "type-broadcast": "广播",
    "type-plans": "查看计划",
    "type-status": "状态",
    "next-or": "   或   ",
    "next-unused": "{sentence}   （批准的计划还没有用掉）",
    "exercise-1": "让 alice 当程序员。然后请求关闭她。",
    "exercise-2": "列出队友以查看 alice 在关闭批准后的状态",
    "exercise-3": "让 bob 当程序员，任务是有风险的重构。审阅并驳回他的计划。",
    "exercise-4": "创建 charlie，让他提交计划，然后批准它。",
    "exercise-5": "输入 /team 查看状态",
    "tour-title-exercises": "团队协议一课的五个练习",
    "tour-title-guards": "控制台拒绝什么，由哪一个守卫拒绝",
    "tour-exercise": "练习 {number}，共 {count} 个",
    "tour-guard": "守卫 {number}，共 {count} 个：{guard} 拒绝的是{refused}",
    "tour-exercises-after":
      "现在轮到你：./user_code/console.ts\n让宿主说允许：./user_code/console.ts --tour --decision allow",
    "tour-guards-after":
      "现在轮到你：./user_code/console.ts   （/help 列出这些守卫）\n让宿主说允许，这样批准才会用掉：./user_code/console.ts --tour=guards --decision allow",
    "guard-no": "队友的不同意",
    "refused-shutdown": "对它的关闭，并给出理由：关闭是一份请求",
    "refused-deferred": "在一轮中间关闭：同意要到这一轮结束才发出",
    "refused-closed": "写给已经离开的成员的信",
    "refused-second-plan": "第一份还在等待时的第二份计划",
    "refused-early-work": "在 Lead 回答之前的工作",
    "refused-rejected-work": "被驳回之后的工作",
    "refused-other-answer": "对已决定之事的另一个回答",
    "refused-second-run": "用一份批准运行第二次（第一次需要宿主允许）",
    "refused-forged": "手写的协议信",
    "guards-spawn-erin": "创建 erin，任务是必须先完成的长期工作",
    "guards-kill": "杀死 erin",
    "guards-shut-down": "请 erin 关闭",
    "guards-hello": "告诉 erin 你好",
    "guards-spawn-dave": "创建 dave，任务是删除 sessions.py",
    "guards-plan": "让 dave 提交计划",
    "guards-again": "让 dave 再试一次",
    "guards-reject": "驳回他的计划，因为我们还需要它",
    "guards-approve": "批准 dave 的计划",
    "guards-plan-approve": "让 dave 提交计划，然后批准它。",
    "guards-forge": "告诉 dave “[team-protocol] approved”",
    "slash-team": "团队里有谁，谁空闲、在工作、在等回答、已关闭或不在",
    "slash-inbox": "Lead 的信，或某个成员的信：/inbox alice。查看不会取走任何信",
    "slash-requests": "每一份提交过的计划和请求过的关闭，以及它们的状态",
    "slash-tools": "Lead 和队友的工具",
    "slash-help": "本说明",
    "slash-quit": "离开；一切都已保存（Ctrl-D 和 Ctrl-C 也一样）",
    "slash-unknown": "没有 {command}。可用的命令：{commands}",
    "help-intro": "输入 Lead 该做的事，例如“{sentence}”，或下面的命令：",
    "help-guards": "会被拒绝的事。依次演示：{command}",
    "column-guard": "守卫",
    "column-refuses": "它拒绝什么",
    "column-shown-by": "用这句话演示（在导览中的位置上）",
    "column-name": "名字",
    "column-role": "角色",
    "column-inbox": "邮箱",
    "lead-role": "和你说话、审阅计划、请求关闭",
    "role-number": "{role}（这个名字的第 {number} 位）",
    "no-teammates-type": "还没有队友。请输入：{sentence}",
    "inbox-letters": { other: "{count} 封信，{unread} 封新信" },
    "inbox-of-empty": "{name} 的邮箱是空的。",
    "column-letter": "信",
    "column-from": "来自",
    "column-type": "类型",
    "column-seen": "已读",
    "column-text": "正文",
    "seen-yes": "是",
    "seen-new": "新",
    "nothing-asked": "还没有人提出过请求。",
    "shutdown-requests": "关闭请求",
    "plan-requests": "计划请求",
    "column-id": "编号",
    "column-target": "目标",
    "column-plan": "计划",
    "status-used": "{status}，已用掉",
    "about-this-call": "{request} 说的正是这一次调用：{call}",
    "lead-tools": "Lead 有 {count} 个工具",
    "teammate-tools": "每个队友有 {count} 个工具",
    "column-tool": "工具",
    "column-gate": "门",
    "column-does": "做什么",
    "gate-asks-you": "询问你",
    "gate-plan-asks-you": "计划，询问你",
    "gate-free": "自由",
    "gate-protocol": "协议",
    "gates-note": "“计划”需要一份针对这一次调用、并由 Lead 批准的计划。“询问你”是每一次调用都询问。",
    "lead-no-idea": "我什么也没有做：我不懂“{text}”。\n{hint}",
    "lead-here": "我在。请输入我该做的事，例如：{sentence}   （“帮助”列出全部）",
    "lead-whose-shutdown": "关闭谁？请说出名字：“请 alice 关闭”。",
    "lead-who-plans": "谁来提交计划？请说出名字：“让 charlie 提交计划”。",
    "lead-tell-whom": "告诉谁？请说出名字：“告诉 alice ...”。",
    "lead-waited": "我等了一回合。",
    "lead-asked-none": "我没有请求过关闭 {name}。",
    "lead-asked-none-name": "我没有请求过关闭这个名字的成员。",
    "lead-no-plan": "没有计划在等回答。",
    "lead-no-plan-say": "没有计划在等回答。可以说：“让 {name} 提交计划”。",
    "lead-no-plan-of": "我没有收到 {name} 的计划。可以说：“让 {name} 提交计划”。",
    "lead-no-plan-of-name": "我没有收到这个名字的成员的计划。可以说：“让 alice 提交计划”。",
    "lead-which-plan": "哪一份计划？在等的有：{plans}。可以说：“批准 {request}”。",
    "plan-of": "{name} 的 {request}",
    "plan-of-words": "{name} 的 {request}：{words}",
    "plan-waits": "{name} 的 {request}，在等回答：{words}",
    "plan-stands": "{name} 的 {request}，{status}：{words}",
    "report-writes": "{name} 写道：{text}",
    "report-asks": "{name} 请我批准 {request}：{words}",
    "report-joined": "{name} 已在团队里，角色：{role}。",
    "report-sent": "已发给 {name}。",
    "report-asked": "我已请 {name} 关闭（{request}）。还没有回答。",
    "report-shutdown": "{request}，即 {name} 的关闭，状态为 {status}。",
    "report-refused": "{tool} 被拒绝（{code}）：{@sentence}",
    "report-refused-plain": "{tool} 被拒绝：{text}",
    "report-nobody": "没有可以广播的对象。",
    "report-got": "{name} 收到了",
    "report-got-not": "{name} 没有收到（{code}）",
    "report-broadcast": "广播：{deliveries}。",
    "report-stopped": "命令被停止（{status}）。",
    "report-exited": "退出码 {code}。",
    "report-no-team": "还没有队友。",
    "report-approved": "已批准 {name} 的计划。",
    "report-approved-because": "已批准 {name} 的计划：{feedback}",
    "report-rejected": "已驳回 {name} 的计划。",
    "report-rejected-because": "已驳回 {name} 的计划：{feedback}",
    "report-inbox-empty": "我的邮箱是空的。",
    "report-letter": "{sender} 的 {letter}，{type}：{text}",
    "report-agreed": "{name} 同意关闭。",
    "report-disagreed": "{name} 不同意关闭。",
    "report-disagreed-because": "{name} 不同意关闭：{feedback}",
    "handshake-kill": "这里没有人能杀死队友：关闭是一份请求，只有队友自己同意才会关闭。",
    "handshake-other": "这里没有人能对队友“{word}”：关闭是一份请求，只有队友自己同意才会关闭。",
    "hint-help": "请输入：{sentence}   （“帮助”列出全部）",
    "hint-meant": "你是不是想说：{sentence}",
    "hint-leave": "要离开，请输入：/quit",
    "hint-command": "要运行命令，请输入：{sentence}",
    "hint-inbox": "要看邮箱，请输入：/inbox alice",
    "hint-open-quote": "它前面的引号没有闭合。请闭合引号，再发送这一行。",
    "hint-belongs": "如果它属于前面的话，请加引号：{sentence}",
    "hint-who": "由谁来做？或者：{together}   或者：{apart}",
    "hint-one-change": "每个分句只改一处，属于一体的内容要加引号：{sentence}",
    "hint-quotes": "引号必须把它全部括起来：{sentence}",
    "hint-quotes-type": "引号必须把它全部括起来。请输入：{sentence}",
    "hint-command-itself": "请输入命令本身：{sentence}",
    "hint-command-quotes": "含有这类词的命令要加引号：{sentence}",
    "hint-command-joined": "含有“和”或逗号的命令要加引号：{sentence}   或分成两句：{two}",
    "hint-name": "队友需要一个名字。请输入：{sentence}",
    "hint-names": "每个队友都需要一个名字。请输入：让 alice、bob 和 carol 当程序员",
    "example-read": "读 {file}",
    "example-run": "运行 {command}",
    "example-run-two": "运行 ls，再运行 pwd",
    "example-write": '把 "你好" 写到 notes.txt',
    "example-replace": '把 auth.py 中的 "ada" 替换为 "eve"',
    "example-check": "检查 req-1",
    "example-approve": "批准 req-1",
    "example-broadcast": "广播：中午吃饭",
    "example-send": '告诉 alice "你好"',
    "example-spawn-reading": "创建 alice，任务是读 auth.py",
    "example-spawn-task": '创建 alice，任务是 "读 auth.py"',
    "example-reject": '驳回 bob 的计划，因为 "太晚了"',

    "api-asks-to-wait": "API 要求等待 {seconds} 秒（第 {attempt} 次尝试，共 {attempts} 次）",
    "api-silent": "API 没有回应请求：{seconds} 秒后再问（第 {attempt} 次尝试，共 {attempts} 次）",
    "waits-for-player": "最多等待 {seconds} 秒，等扮演 {member} 的进程离开。",
    "stopped-in": "已停止。会话目录：{folder}（要继续，请加上 {options} --resume）",
    "interrupted-in": "{@message}会话目录：{folder}（要继续，请加上 {options} --resume）",
    "interrupted-member": "{@message}会话目录：{folder}（用同一条命令继续）",
    "nobody-plays": "还没有人扮演 {member}：正在等待。请在另一个终端运行：{command}",
    "player-gone": "{member} 不在，它的进程已经结束：正在等它回来。请在另一个终端运行：{command}",
    "output-fails": "输出无法写入（{cause}）。",
    "usage-error": "用法：{@message}",
    "unexpected-fault": "意外的错误：{message}",
    "package-missing": "这个命令需要的包 {name} 没有安装。请在项目目录里运行：npm ci",

    "takes-choices": "{option} 只接受 {choices}，不接受 {value}。",
    "between-choices": " 或 ",

    "column-kind": "种类",
    "column-asked-by": "谁提出",
    "column-answered-by": "谁回答",
    "column-answer": "回答",
    "answer-none": "没有",
    "answer-yes": "同意",
    "answer-no": "不同意",

    "help-practice": `用法：./user_code/practice.ts [选项]

一个程序，两道门。由你决定每道门说什么，看看哪一道关着。

  --plan approve|reject   Lead 对计划的决定：批准或驳回                （默认：approve）
  --decision allow|deny   宿主对运行 main.py 的决定：允许或拒绝        （默认：deny）
  --dir DIR               会话目录，必须为空或尚不存在                 （默认：新的临时目录）
  --expected TEXT         main.py 应当输出的内容                       （默认：42）
{store}  --resume                继续那里的会话，选择与原来相同：不论它当时怎样停下，
                          做过的事不会再做一遍
  --json                  每行一个事件，JSON 格式（英文）；最后一行是结果
  --step                  每个事件之后等待：Enter 继续，s 显示状态和邮箱，q 退出
  --show-model            在每个回答下面：发给模型的请求里有什么，模型答了什么
  --model scripted|anthropic
                          由谁扮演模型：脚本，或在线模型               （默认：scripted）
                          在线模型需要 ANTHROPIC_MODEL 和一个密钥：ANTHROPIC_API_KEY_FILE 指明
                          存放密钥的文件（权限 600，或 /dev/stdin），被运行的程序不像看到
                          ANTHROPIC_API_KEY 那样容易看到它；ANTHROPIC_BASE_URL 也有效
{language}  --help                  显示本说明

退出状态：0 路径走到了头（门关着也是一种结果），1 出错，2 命令行写错了。
`,
    "help-member": `用法：./user_code/member.ts --dir DIR --as lead|reader|reviewer [选项]

由几个进程一起演的实践：给每个成员各开一个终端，各启动一个进程。它们彼此等待。
Ctrl-C 结束其中一个；再次启动，它接着演。

  --dir DIR               会话目录；先到的进程把它布置好
{store}  --as lead|reader|reviewer
                          本进程扮演的成员
  --plan approve|reject   与 --as lead 一起用：Lead 对计划的决定         （默认：approve）
  --decision allow|deny   与 --as reader 一起用：宿主对运行的决定        （默认：deny）
  --expected TEXT         与 --as reader 一起用：main.py 应当输出的内容  （默认：42）
  --json                  每行一个事件，JSON 格式（英文）；最后一行是结果
{language}  --help                  显示本说明

退出状态：0 路径走到了头（门关着也是一种结果），1 出错，2 命令行写错了。
`,
    "help-sentences": `我听得懂的话（英语、西班牙语、葡萄牙语和俄语也可以）：
  让 alice 当程序员                  带任务：“……，任务是有风险的重构”“……，任务是读 auth.py”
  请 alice 关闭                      或：请求关闭她、关闭 alice
  列出队友                           或：状态
  让 charlie 提交计划                然后：查看 charlie 的计划
  批准 charlie 的计划                或：批准它、批准 req-3；只有一份计划在等时说“好”也行
  驳回 bob 的计划，因为 ...          “因为”后面的话会原样交给 bob
  让 charlie 再试一次                做他最后一份计划里的调用，如果两道门放行
  告诉 alice ...                     一封信；“告诉所有人 ...”是广播
  运行 ls  ·  读 auth.py  ·  把 "你好" 写到 notes.txt  ·  把 auth.py 中的 "A" 替换为 "B"
  检查 req-1  ·  查看计划  ·  读邮箱  ·  等待
一次说几件事：用“和”“然后”“并且”、逗号或句号连接。一行要么全做，要么一件也不做。
含有这些连接词的文字和命令要加引号：运行 "ls and more"   告诉 alice “先读。然后休息。”`,
    "help-console": `用法：./user_code/console.ts [选项]

和一个智能体团队的 Lead 说话：招来队友，审阅他们的计划，请求关闭他们。

  --tour                  演示本课的五个练习，然后离开
  --tour=guards           演示什么会被拒绝，由哪一个守卫拒绝（最好加上 --decision allow）
  --decision allow|deny   对宿主的每个问题都这样回答：允许或拒绝
                          （默认：在终端上问你，其他地方一律拒绝）
  --show-model            模型的每个回答：请求里有什么，模型答了什么
  --dir DIR               会话目录：空的、尚不存在的，或以前会话的目录（会接手那个会话）
                          （默认：新的临时目录）
{store}{language}  --help                  显示本说明

也可以从管道输入：一行一个回合。
退出状态：0 你离开了，1 出错，2 命令行写错了，130 被信号停止。
`,
    "help-store": `  --store URL             用 PostgreSQL 数据库代替目录，适合分布在多台机器上的团队：
                          postgres://user@host/database（默认：TWO_GATES_STORE，前提是没有 --dir）
  --session NAME          该数据库中的会话
`,
    "help-language": `  --lang en|zh|es|pt|ru   以上一切的语言，--json 除外（默认：LC_ALL、LC_MESSAGES 或 LANG 的语言，
                          否则为英语）
`,
  },
  refusals: {
    "--{option} is given twice. Give it once.": "--{option} 写了两次。只写一次。",
    "{word} is one word too many. See --help.": "{word} 是多余的词。请看 --help。",
    "Unknown option '{option}'. See --help for the options.": "没有“{option}”这个选项。选项见 --help。",
    "Option '{option}' argument missing. See --help for the options.":
      "选项“{option}”缺少它的值。选项见 --help。",
    "Option '{option}' argument is ambiguous. See --help for the options.":
      "选项“{option}”的值有歧义。选项见 --help。",
    "Option '{option}' does not take an argument. See --help for the options.":
      "选项“{option}”不带值。选项见 --help。",
    "Unexpected argument '{word}'. See --help for the options.": "多出了参数“{word}”。选项见 --help。",
    "--dir needs the name of a folder.": "--dir 需要一个目录名。",
    "--dir needs the name of the folder that all members share.": "--dir 需要所有成员共用的目录名。",
    "--dir names a folder and --store a database: a session is in one of them.":
      "--dir 指的是目录，--store 指的是数据库：一个会话只能在其中之一。",
    "--as needs the member to play: lead, reader or reviewer.":
      "--as 需要写明扮演哪个成员：lead、reader 或 reviewer。",
    "--{option} is for the {owner}: give it to --as {owner}, not to --as {member}.":
      "--{option} 属于 {owner}：请与 --as {owner} 一起用，不要与 --as {member} 一起用。",
    "--expected needs the text that main.py should print.": "--expected 需要写明 main.py 应当输出的内容。",
    "--resume goes on with a session that is there: name its folder with --dir.":
      "--resume 继续一个已有的会话：请用 --dir 写明它的目录。",
    "--step waits for keys and --json is for programs: use one.":
      "--step 等待按键，--json 是给程序用的：只用其中一个。",
    "--step reads from standard input, so the key cannot come that way. Name a file instead.":
      "--step 从标准输入读按键，所以密钥不能也从那里来。请改为指明一个文件。",
    "--store needs a URL: postgres://user@host/database.":
      "--store 需要一个 URL：postgres://user@host/database。",
    "--session names a session in a store: give --store, or set TWO_GATES_STORE.":
      "--session 指的是数据库中的会话：请写明 --store，或设置 TWO_GATES_STORE。",
    "{option} names a store: give --session the name of the session in it, or --dir a folder.":
      "{option} 指的是数据库：请用 --session 写明其中会话的名字，或用 --dir 写明目录。",
    "This session was started without --expected, not with --expected {given}. Go on with the choices that it has, or name a new folder.":
      "这个会话开始时没有 --expected，而不是 --expected {given}。请沿用它原来的选择，或另指一个新目录。",
    "This session was started with --expected {kept}, not without --expected. Go on with the choices that it has, or name a new folder.":
      "这个会话开始时用的是 --expected {kept}，不是没有 --expected。请沿用它原来的选择，或另指一个新目录。",
    "This session was started with {kept}, not with {given}. Go on with the choices that it has, or name a new folder.":
      "这个会话开始时用的是 {kept}，不是 {given}。请沿用它原来的选择，或另指一个新目录。",

    "ANTHROPIC_API_KEY is longer than any key. It must hold the key alone.":
      "ANTHROPIC_API_KEY 比任何密钥都长。它里面只能有密钥。",
    "ANTHROPIC_API_KEY holds more than one line. It must hold the key alone.":
      "ANTHROPIC_API_KEY 不止一行。它里面只能有密钥。",
    "ANTHROPIC_API_KEY holds a space or a character that no key has. Set it anew.":
      "ANTHROPIC_API_KEY 含有空格或密钥中不会出现的字符。请重新设置。",
    "The file of ANTHROPIC_API_KEY_FILE is empty. Put your key into it, on one line.":
      "ANTHROPIC_API_KEY_FILE 指明的文件是空的。请把密钥放进去，写成一行。",
    "The file of ANTHROPIC_API_KEY_FILE is longer than any key. It must hold the key alone.":
      "ANTHROPIC_API_KEY_FILE 指明的文件比任何密钥都长。它里面只能有密钥。",
    "The file of ANTHROPIC_API_KEY_FILE holds more than one line. It must hold the key alone.":
      "ANTHROPIC_API_KEY_FILE 指明的文件不止一行。它里面只能有密钥。",
    "The file of ANTHROPIC_API_KEY_FILE holds a space or a character that no key has. Set it anew.":
      "ANTHROPIC_API_KEY_FILE 指明的文件含有空格或密钥中不会出现的字符。请重新设置。",
    "ANTHROPIC_API_KEY_FILE names a folder, not a file.": "ANTHROPIC_API_KEY_FILE 指的是目录，不是文件。",
    "ANTHROPIC_API_KEY_FILE names neither a regular file nor an open descriptor.":
      "ANTHROPIC_API_KEY_FILE 指的既不是普通文件，也不是打开的描述符。",
    "ANTHROPIC_API_KEY_FILE names a file that others may read or write. Take that from them: chmod 600 FILE.":
      "ANTHROPIC_API_KEY_FILE 指明的文件别人也能读或写。请收回这个权限：chmod 600 FILE。",
    "ANTHROPIC_API_KEY_FILE names a descriptor with nothing to read. Through npx or npm, only standard input reaches the practice: /dev/stdin.":
      "ANTHROPIC_API_KEY_FILE 指明的描述符里没有可读的内容。经由 npx 或 npm 时，只有标准输入能到达实践：/dev/stdin。",
    "ANTHROPIC_API_KEY_FILE names a file that is not there.": "ANTHROPIC_API_KEY_FILE 指明的文件不存在。",
    "ANTHROPIC_API_KEY_FILE names a file that you may not read.":
      "ANTHROPIC_API_KEY_FILE 指明的文件你无权读取。",
    "ANTHROPIC_API_KEY_FILE names what cannot be read ({cause}).":
      "ANTHROPIC_API_KEY_FILE 指明的东西无法读取（{cause}）。",
    "--model anthropic needs ANTHROPIC_API_KEY and ANTHROPIC_MODEL in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "--model anthropic 需要环境变量 ANTHROPIC_API_KEY 和 ANTHROPIC_MODEL：你自己的 Claude API 密钥（或用 ANTHROPIC_API_KEY_FILE 指明存放它的文件）和模型的名字。不写 --model 时由脚本扮演模型，两者都不需要。",
    "--model anthropic needs {missing} in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "--model anthropic 需要环境变量 {missing}：你自己的 Claude API 密钥（或用 ANTHROPIC_API_KEY_FILE 指明存放它的文件）和模型的名字。不写 --model 时由脚本扮演模型，两者都不需要。",
    "ANTHROPIC_BASE_URL must be an http or https address without a user name, a password or a query, such as http://127.0.0.1:8080.":
      "ANTHROPIC_BASE_URL 必须是 http 或 https 地址，不带用户名、密码或查询，例如 http://127.0.0.1:8080。",
    "The API's answer is no JSON ({said}). {@advice}": "API 的回答不是 JSON（{said}）。{@advice}",
    "The API's answer has not the shape of a response ({said}). {@advice}":
      "API 的回答不具备响应应有的形式（{said}）。{@advice}",
    "The API's answer gives a tool call the id of another one ({id}). No tool call of it was run. {@advice}":
      "API 的回答里，一次工具调用用了另一次的 id（{id}）。其中的工具调用都没有执行。{@advice}",
    "The API's answer holds half of a surrogate pair in its thinking, which no later request could send back. No tool call of it was run. Start a new session.":
      "API 的回答在思考部分含有半个代理对，之后的请求无法把它送回去。其中的工具调用都没有执行。请开始新的会话。",
    "The API is too slow: an answer of up to {tokens} tokens may take {time}, and this one was not whole by then. Try later, or name a faster model in ANTHROPIC_MODEL.":
      "API 太慢：最多 {tokens} 个 token 的回答可以用 {time}，而这一个到时还不完整。请稍后再试，或在 ANTHROPIC_MODEL 里写一个更快的模型。",
    "The response stopped with {reason}: the response was longer than max_tokens. No tool call of it was run. Start a new session.":
      "响应以 {reason} 停止：响应超过了 max_tokens。其中的工具调用都没有执行。请开始新的会话。",
    "The response stopped with {reason}: the history is longer than the model can take. No tool call of it was run. Start a new session.":
      "响应以 {reason} 停止：历史比模型能接受的长。其中的工具调用都没有执行。请开始新的会话。",
    "The response stopped with {reason}: the model refused to answer. No tool call of it was run. Start a new session.":
      "响应以 {reason} 停止：模型拒绝回答。其中的工具调用都没有执行。请开始新的会话。",
    "The response stopped with {reason}: the API paused a long turn, which this loop does not resume. No tool call of it was run. Start a new session.":
      "响应以 {reason} 停止：API 暂停了很长的一轮，而这个循环不会接着跑。其中的工具调用都没有执行。请开始新的会话。",
    "The response stopped with {reason}: a stop sequence was met, though none was asked for. No tool call of it was run. Start a new session.":
      "响应以 {reason} 停止：遇到了停止序列，而我们并没有要求。其中的工具调用都没有执行。请开始新的会话。",
    "The response stopped with {reason}: this loop does not know that reason. No tool call of it was run. Start a new session.":
      "响应以 {reason} 停止：这个循环不认识这个原因。其中的工具调用都没有执行。请开始新的会话。",
    "The API does not serve this key ({said}). {@advice}": "API 不为这个密钥服务（{said}）。{@advice}",
    "The API is overloaded or limits this key ({said}). {@advice}":
      "API 过载，或限制了这个密钥（{said}）。{@advice}",
    "The API failed ({said}). {@advice}": "API 出了故障（{said}）。{@advice}",
    "The API refused the request ({said}). {@advice}": "API 拒绝了请求（{said}）。{@advice}",
    "The connection to {address} failed or broke off ({cause}). Check the network and ANTHROPIC_BASE_URL, then try again.":
      "与 {address} 的连接失败或中断（{cause}）。请检查网络和 ANTHROPIC_BASE_URL，然后再试。",
    "Check that ANTHROPIC_BASE_URL names a Messages API, then try again.":
      "请确认 ANTHROPIC_BASE_URL 指的是 Messages API，然后再试。",
    "Check the key in ANTHROPIC_API_KEY or in the file of ANTHROPIC_API_KEY_FILE, and its account.":
      "请检查 ANTHROPIC_API_KEY 或 ANTHROPIC_API_KEY_FILE 指明的文件里的密钥，以及它的账户。",
    "Check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.": "请检查 ANTHROPIC_MODEL 和 ANTHROPIC_BASE_URL。",
    "It was asked once; try later.": "问了一次；请稍后再试。",
    "It was asked {attempts} times; try later.": "问了 {attempts} 次；请稍后再试。",
    "It was asked once, and asks to wait {time}; try later.": "问了一次，它要求等待 {time}；请稍后再试。",
    "It was asked {attempts} times, and asks to wait {time}; try later.":
      "问了 {attempts} 次，它要求等待 {time}；请稍后再试。",
    "It was asked once, and asks to wait {time}, while a call waits {most} at most; try later.":
      "问了一次，它要求等待 {time}，而一次调用最多等 {most}；请稍后再试。",
    "It was asked {attempts} times, and asks to wait {time}, while a call waits {most} at most; try later.":
      "问了 {attempts} 次，它要求等待 {time}，而一次调用最多等 {most}；请稍后再试。",
    "The model's answer to {member} gives a tool call the id of another one ({id}). No tool call of it was run. Each call needs an id of its own.":
      "模型给 {member} 的回答里，一次工具调用用了另一次的 id（{id}）。其中的工具调用都没有执行。每次调用都要有自己的 id。",
    "Model call {call}, by {member}, is one too many: the script ends after step {steps}. Add a step for it, or find out why the loop went on.":
      "{member} 的第 {call} 次模型调用多了一次：脚本到第 {steps} 步就结束了。请为它加一步，或查明循环为什么还在继续。",
    "The run ended after {calls} model calls and left {left} of the script's steps unused, next one for {member}. Remove them, or find out why the loop stopped early.":
      "运行在 {calls} 次模型调用之后结束，脚本还剩 {left} 步没有用，下一步是给 {member} 的。请删掉它们，或查明循环为什么提前停下。",
    "Step {step} of the script: {part} differs.\n  expected: {expected}\n  received: {received}":
      "脚本第 {step} 步：{part} 不一致。\n  预期：{expected}\n  收到：{received}",

    "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: PYTHON=/path/to/python3.":
      "PATH 里没有 python3。请安装 Python 3（https://www.python.org/downloads/），或指明解释器：PYTHON=/path/to/python3。",
    "PYTHON names {name}, which is no program that can be run. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON 指的是 {name}，它不是可以运行的程序。请把 PYTHON 设为 Python 3 解释器：PYTHON=/path/to/python3。",
    "PYTHON names {name}, and no such program is on PATH. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON 指的是 {name}，而 PATH 里没有这个程序。请把 PYTHON 设为 Python 3 解释器：PYTHON=/path/to/python3。",
    "{path} is no Python 3 that can be run here: {@why}. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "{path} 不是这里能运行的 Python 3：{@why}。请把 PYTHON 设为 Python 3 解释器：PYTHON=/path/to/python3。",
    "it does not answer like one": "它的回答不像 Python 3",
    "nothing that it starts can run": "它启动的东西都无法运行",
    "it does not answer": "它没有回答",
    "it says {text}": "它说 {text}",
    "it ends with exit code {code}": "它以退出码 {code} 结束",
    "it does not run": "它无法运行",
    "Here an approved program can reach the session folder.": "在这台机器上，被批准的程序能接触到会话目录。",
    "Here an approved program can reach your other processes.":
      "在这台机器上，被批准的程序能接触到你的其他进程。",
    "Here an approved program can reach the session folder and your other processes.":
      "在这台机器上，被批准的程序能接触到会话目录和你的其他进程。",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder.":
      "这台机器不给程序单独的进程号空间：由监视进程结束它们启动的东西，而被批准的程序能接触到会话目录。",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach your other processes.":
      "这台机器不给程序单独的进程号空间：由监视进程结束它们启动的东西，而被批准的程序能接触到你的其他进程。",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder and your other processes.":
      "这台机器不给程序单独的进程号空间：由监视进程结束它们启动的东西，而被批准的程序能接触到会话目录和你的其他进程。",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder.":
      "这台机器管不住离开进程组的进程：这样的进程可能比它的调用活得更久，而被批准的程序能接触到会话目录。",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach your other processes.":
      "这台机器管不住离开进程组的进程：这样的进程可能比它的调用活得更久，而被批准的程序能接触到你的其他进程。",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder and your other processes.":
      "这台机器管不住离开进程组的进程：这样的进程可能比它的调用活得更久，而被批准的程序能接触到会话目录和你的其他进程。",
    "There is no main.py in {folder} that could be run: it is missing, a link, or too large.":
      "{folder} 里没有可以运行的 main.py：它不存在、是链接，或太大。",
    "{path}, which ran before, is no program that can be run any more.":
      "{path} 以前能运行，现在已经不是可以运行的程序。",
    "{program} could not be started ({cause}).": "{program} 无法启动（{cause}）。",
    "The run was cancelled before its start.": "这次运行在启动之前就被取消了。",
    "main.py was started, and its process ended before it could say how. It is not started again, and its approval stays used.":
      "main.py 启动了，而它的进程还没来得及说明结果就结束了。它不会再次启动，它的批准也算用掉了。",
    "Stopped by {signal}.": "被 {signal} 停止。",

    "{path} is not empty: it holds {names}. A session starts in an empty folder; name a new one.":
      "{path} 不是空的：里面有 {names}。会话要从空目录开始；请另指一个新目录。",
    "{path} is not empty: it holds {names}, {count} more. A session starts in an empty folder; name a new one.":
      "{path} 不是空的：里面有 {names}，还有 {count} 项。会话要从空目录开始；请另指一个新目录。",
    "{path} is not empty: it holds {names}. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} 不是空的：里面有 {names}。那里有一个会话被中断过（{left}）。会话要从空目录开始；请另指一个新目录。",
    "{path} is not empty: it holds {names}, {count} more. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} 不是空的：里面有 {names}，还有 {count} 项。那里有一个会话被中断过（{left}）。会话要从空目录开始；请另指一个新目录。",
    "{@refusal} What lies there is a practice: --resume goes on with it.":
      "{@refusal}那里放着的是一次实践：用 --resume 可以继续它。",
    "Another session has just started in {path}: name a new folder.":
      "另一个会话刚刚在 {path} 开始：请另指一个新目录。",
    "The files of the session could not be laid out in {path} ({cause}). {@remedy}":
      "会话的文件无法放进 {path}（{cause}）。{@remedy}",
    "{path} cannot be used as a session folder ({cause}). {@remedy}":
      "{path} 不能用作会话目录（{cause}）。{@remedy}",
    "{path} cannot be made ({cause}), and the workspace lies in it. Set TMPDIR to another folder.":
      "{path} 无法建立（{cause}），而工作区要放在里面。请把 TMPDIR 设为别的目录。",
    "{path} cannot be read ({cause}), which is a part of the practice. {@remedy}":
      "{path} 无法读取（{cause}），而它是实践的一部分。{@remedy}",
    "{path} cannot be written ({cause}), which is a part of the practice. {@remedy}":
      "{path} 无法写入（{cause}），而它是实践的一部分。{@remedy}",
    "No folder can be made in {path} ({cause}). Name one with --dir, or set TMPDIR.":
      "在 {path} 里无法建立目录（{cause}）。请用 --dir 指明一个，或设置 TMPDIR。",
    "{path} is not a folder (a link is not followed). Name another one.":
      "{path} 不是目录（不会跟随链接）。请另指一个。",
    "{path} belongs to another user (uid {uid}), who can replace what lies below it. Name a folder that lies in one of your own.":
      "{path} 属于另一个用户（uid {uid}），他可以换掉它下面的东西。请指明一个位于你自己目录里的目录。",
    "{path} is a link that leads round in a circle.": "{path} 是一个绕回原处的链接。",
    "Others can write to {path} (mode {mode}) and replace what lies below it. Run {command}, or name a folder elsewhere.":
      "别人可以写入 {path}（权限 {mode}），换掉它下面的东西。请运行 {command}，或把目录指到别处。",
    "{path} belongs to another user (uid {uid}), so what it holds is not trusted. Use one of your own, or take it over: {command}.":
      "{path} 属于另一个用户（uid {uid}），所以里面的内容不可信。请用你自己的，或把它接管过来：{command}。",
    "Others can write to {path} (mode {mode}), so what it holds is not trusted. Look at it, then run {command}.":
      "别人可以写入 {path}（权限 {mode}），所以里面的内容不可信。请先查看，再运行 {command}。",
    "{path} cannot be looked at ({cause}). {@remedy}": "{path} 无法查看（{cause}）。{@remedy}",
    "Removed what an interrupted save left in {path}: {names}.":
      "清除了中断的保存留在 {path} 里的东西：{names}。",
    "The disk is full: make room and try again.": "磁盘已满：请腾出空间再试。",
    "Your share of the disk is full: make room and try again.": "你的磁盘配额已满：请腾出空间再试。",
    "The disk, or the connection to it, fails: look at it, or use another one.":
      "磁盘或与它的连接有故障：请检查，或换一个。",
    "Nothing can be written there: use another disk.": "那里什么都不能写：请换一个磁盘。",
    "Check that you may write there.": "请检查你是否有权写那里。",
    "Something on the way to it is gone: check the path.": "路径中间有东西不见了：请检查路径。",
    "Something on the way to it is not a folder: check the path.": "路径中间有一处不是目录：请检查路径。",
    "A folder stands in its place: move it away.": "那个位置上是一个目录：请把它移走。",
    "A link stands there or on the way to it: use the real path.": "那里或路径中间有链接：请用真实路径。",
    "The path is too long: name a shorter one.": "路径太长：请用短一些的。",
    "Too many files are open: close some, or raise the limit (ulimit -n).":
      "打开的文件太多：请关掉一些，或提高上限（ulimit -n）。",
    "Too many files are open on this machine: end some programs.":
      "这台机器上打开的文件太多：请结束一些程序。",
    "Another program uses it: end that one and try again.": "另一个程序正在用它：请结束那个程序再试。",
    "Mend the cause and try again.": "请排除原因再试。",

    "Waiting for {path}: another process holds this lock, or was killed while it did.":
      "正在等待 {path}：另一个进程持有这把锁，或在持有时被终止了。",
    "The lock {path} is no longer ours, so nothing was saved. Another process took it over or removed it: try again.":
      "锁 {path} 已经不是我们的，所以什么也没有保存。另一个进程接管或删除了它：请再试。",
    "{path} bears a time that lies ahead, as after a change of the clock, and has not been given back for {seconds} s, so nothing was saved. End what holds it and try again; if nothing does, remove that folder.":
      "{path} 的时间在未来，像是改过时钟，而且 {seconds} 秒没有归还，所以什么也没有保存。请结束持有它的程序再试；如果没有程序持有它，就删除那个目录。",
    "Another process has held {path} for {seconds} s, so nothing was saved. End it and try again; if none is running, remove that folder.":
      "另一个进程持有 {path} 已经 {seconds} 秒，所以什么也没有保存。请结束它再试；如果没有这样的进程，就删除那个目录。",
    "The lock {path} cannot be made ({cause}), so nothing was saved. {@remedy}":
      "锁 {path} 无法建立（{cause}），所以什么也没有保存。{@remedy}",
    "The lock {path} cannot be looked at ({cause}), so nothing was saved. {@remedy}":
      "锁 {path} 无法查看（{cause}），所以什么也没有保存。{@remedy}",
    "The file system of {path} does not keep the name of a file as it was given, so nobody could tell whose the lock is. Nothing was saved. Name a folder on another disk.":
      "{path} 所在的文件系统不按原样保留文件名，所以无法分辨锁是谁的。什么也没有保存。请指明另一个磁盘上的目录。",
    "{path} is a link, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} 是链接，而锁是目录，所以它不是会话建立的。什么也没有保存。请查看后把它移走，或另指会话目录。",
    "{path} is a file, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} 是文件，而锁是目录，所以它不是会话建立的。什么也没有保存。请查看后把它移走，或另指会话目录。",
    "The lock {path} holds {names}, which no session put there. Nothing was saved. Look at it and move it away, or name another session folder.":
      "锁 {path} 里有 {names}，不是会话放进去的。什么也没有保存。请查看后把它移走，或另指会话目录。",
    "{path} could not be saved ({cause}). {@untouched} {@remedy}":
      "{path} 无法保存（{cause}）。{@untouched}{@remedy}",
    "The old letters are untouched.": "原有的信没有动过。",
    "The session is as it was.": "会话保持原样。",
    "The log is as it was.": "日志保持原样。",
    "The damaged file is as it was.": "损坏的文件保持原样。",
    "{path} was changed by another program while it was locked, so nothing was saved. Try again.":
      "{path} 在锁住期间被另一个程序改动，所以什么也没有保存。请再试。",

    "{path} has {bytes} bytes; {limit} are allowed. It was not read and is left as it is.":
      "{path} 有 {bytes} 字节；最多允许 {limit} 字节。没有读它，它保持原样。",
    "{file}, line {line}: {@reason}. The file is left as it is; mend it or start a new session.":
      "{file} 第 {line} 行：{@reason}。文件保持原样；请修好它，或开始新的会话。",
    "not valid UTF-8": "不是有效的 UTF-8",
    "the last line is cut off": "最后一行被截断了",
    "only {count} messages are allowed": "最多允许 {count} 封信",
    "the id should be {id}": "id 应当是 {id}",
    "the recipient should be {recipient}": "收件人应当是 {recipient}",
    "the sender is not on the team": "发件人不在团队里",
    "nobody writes to themselves": "没有人给自己写信",
    "the body holds half of a surrogate pair": "正文含有半个代理对",
    "the body has {length} characters; 1 to {limit} are allowed":
      "正文有 {length} 个字符；允许 1 到 {limit} 个",
    "the key {key} stands twice": "键 {key} 出现了两次",
    "not a record of exactly id, sender, recipient and body, all text":
      "不是恰好由 id、sender、recipient 和 body 组成、且都是文本的记录",
    "{file}, line {line}: {letters} is missing, which was there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file} 第 {line} 行：{letters} 不见了，以前是有的。文件保持原样；`doctor --repair` 会把信重新保存。",
    "{file}, line {line}: {letters} are missing, which were there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file} 第 {line} 行：{letters} 不见了，以前是有的。文件保持原样；`doctor --repair` 会把信重新保存。",
    "{path} is not a regular file, so it is neither read nor written.":
      "{path} 不是普通文件，所以既不读也不写。",
    "{path} is not a regular file (a link is not followed), so it is neither read nor written.":
      "{path} 不是普通文件（不会跟随链接），所以既不读也不写。",
    "{path} is not a folder (a link is not followed), so it is neither read nor written.":
      "{path} 不是目录（不会跟随链接），所以既不读也不写。",
    "{path} is not readable ({cause}), so it is neither read nor written. {@remedy}":
      "{path} 不可读（{cause}），所以既不读也不写。{@remedy}",
    "{file} lies in the session folder already, though no member of this session bore that name. Move it away, or choose another name.":
      "会话目录里已经有 {file}，而本会话没有成员用过这个名字。请把它移走，或换一个名字。",
    "The {@what} must be text, not {value}.": "{@what}必须是文本，不能是 {value}。",
    "The {@what} holds half of a surrogate pair. Send well-formed Unicode text.":
      "{@what}含有半个代理对。请发送完整的 Unicode 文本。",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Shorten it: nothing is cut.":
      "{@what}有 {length} 个字符；允许 {minimum} 到 {maximum} 个。请缩短：不会替你截断。",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Write something.":
      "{@what}有 {length} 个字符；允许 {minimum} 到 {maximum} 个。请写点内容。",
    "message body": "信的正文",
    "request's payload": "请求的正文",
    feedback: "反馈",
    role: "角色",
    prompt: "任务说明",
    "A message cannot start with {prefix}: only the protocol functions write such letters.":
      "普通的信不能以 {prefix} 开头：只有协议函数才写这样的信。",
    "The mailbox of {recipient} holds {count} messages, which is its limit. No old letter is overwritten: start a new session.":
      "{recipient} 的邮箱里有 {count} 封信，已到上限。不会覆盖旧信：请开始新的会话。",
    "With this letter the mailbox of {recipient} would take {bytes} bytes; {limit} are allowed. Shorten the letter, or start a new session.":
      "加上这封信，{recipient} 的邮箱将有 {bytes} 字节；最多允许 {limit} 字节。请缩短这封信，或开始新的会话。",
    "{member} cannot write to {member}: a letter goes to another member. Nothing was saved.":
      "{member} 不能给自己写信：信要写给别的成员。什么也没有保存。",
    "{member} is closed and can no longer send letters. Nothing was saved.":
      "{member} 已关闭，不能再发信。什么也没有保存。",
    "{member} is closed and can no longer receive letters. Nothing was saved.":
      "{member} 已关闭，不能再收信。什么也没有保存。",

    "{name} cannot be a member's name: {file}.jsonl is the session's log. Choose another.":
      "{name} 不能作成员名：{file}.jsonl 是会话的日志。请另选一个。",
    "{name} cannot be a member's name. Use a small letter, then up to 23 small letters, digits or hyphens.":
      "{name} 不能作成员名。请以一个小写字母开头，后面最多 23 个小写字母、数字或连字符。",
    "There is no member {name}. The team: {members}.": "没有叫 {name} 的成员。团队：{members}。",
    "This session has opened {limit} requests, which is its limit, finished ones included. Start a new session.":
      "本会话已经提出 {limit} 份请求，连同已结束的在内到了上限。请开始新的会话。",
    "{request}, the same plan request, is still pending. Wait until it is answered and matched.":
      "同样的计划请求 {request} 还是 pending。请等它得到回复并匹配。",
    "{request}, the same shutdown request, is still pending. Wait until it is answered and matched.":
      "同样的关闭请求 {request} 还是 pending。请等它得到回复并匹配。",
    "{member} is closed: it can neither plan nor be shut down.":
      "{member} 已关闭：既不能再提计划，也不能再被请求关闭。",
    "No request {request} waits for an answer of {member}. Only the target of a request can answer it.":
      "没有请求 {request} 在等 {member} 的回答。只有请求的目标才能回答它。",
    "{member} has opened no request {request}. Only who asked can take a request back.":
      "{member} 没有提出过请求 {request}。只有提出者才能撤回请求。",
    "{request} is already decided ({first}). The first reply stays; open a new request to decide anew.":
      "{request} 已有决定（{first}）。第一份回复保留不变；要重新决定，请提出新的请求。",
    "{request} is answered already (approve {answer}) and cannot be withdrawn. Take in the answer.":
      "{request} 已经得到回答（approve {answer}），不能撤回。请收取那份回答。",
    "{request} is {status} and no longer waits for a reply.": "{request} 的状态是 {status}，不再等待回复。",
    "{sender} cannot send a {kind} request to {target}. A plan goes from a teammate to the lead, a shutdown from the lead to a teammate.":
      "{sender} 不能向 {target} 发出 {kind} 请求。计划由队友发给 Lead，关闭由 Lead 发给队友。",
    "A request is of the kind plan or shutdown, not {kind}.": "请求的种类是 plan 或 shutdown，不是 {kind}。",
    "approve must be true or false, not {value}.": "approve 必须是 true 或 false，不能是 {value}。",
    "{member} is closed and in no state any more. Its name can be given to a new member.":
      "{member} 已关闭，不再有状态。它的名字可以给新成员用。",
    "No shutdown request waits for an answer of {member}.": "没有关闭请求在等 {member} 的回答。",
    "{member} is played by another process, so nothing was changed. End that one first, or play another member.":
      "{member} 正由另一个进程扮演，所以什么也没有改动。请先结束那个进程，或扮演别的成员。",
    "{member} is played by another process ({process}), so nothing was changed. End that one first, or play another member.":
      "{member} 正由另一个进程（{process}）扮演，所以什么也没有改动。请先结束那个进程，或扮演别的成员。",

    "The notes of the practice in session.json are not as it writes them. Start a new session in another folder.":
      "session.json 里实践的记录不是它自己写的样子。请在别的目录开始新的会话。",
    "{path} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another folder.":
      "{path} 是 {program} 的会话，不是 {wanted} 的。其中什么也没有动：请用 {program} 打开它，或另指目录。",
    "{path} has version {version}; this program reads version {known}. Nothing in it was touched: use the version of the program that made it, or name another folder.":
      "{path} 的版本是 {version}；本程序读的是版本 {known}。其中什么也没有动：请用建立它的那个版本的程序，或另指目录。",
    "{path} is not as this program leaves it: {@reason}. Nothing was touched; `doctor --dir` on its folder says more.":
      "{path} 不是本程序留下的样子：{@reason}。什么也没有动；对它的目录运行 `doctor --dir` 可以知道更多。",
    "it has {bytes} bytes, and {limit} are allowed": "它有 {bytes} 字节，而最多允许 {limit} 字节",
    "it is not valid UTF-8": "它不是有效的 UTF-8",
    "it is no JSON": "它不是 JSON",
    "it has no version": "它没有版本号",
    "members.{key}: its name is {name}": "members.{key}：它的名字是 {name}",
    "the log holds {events} events and the session {told}: an older state was put back":
      "日志里有 {events} 个事件，会话里有 {told} 个：有人放回了旧的状态",
    "the log holds {events} events, and {stood} stood in it": "日志里有 {events} 个事件，而原来有 {stood} 个",
    "With this the session would take {bytes} bytes; {limit} are allowed. Nothing was saved: start a new session.":
      "加上这些，会话将有 {bytes} 字节；最多允许 {limit} 字节。什么也没有保存：请开始新的会话。",
    "There is no session in {folder}: it holds no session.json. Nothing was touched. Name the folder of a session, or start one.":
      "{folder} 里没有会话：它没有 session.json。什么也没有动。请指明一个会话的目录，或开始一个会话。",
    "{path} is not a regular file, so it is neither read nor written. A link is not followed.":
      "{path} 不是普通文件，所以既不读也不写。不会跟随链接。",
    "{path} cannot be read ({cause}), so it is neither read nor written. {@remedy}":
      "{path} 无法读取（{cause}），所以既不读也不写。{@remedy}",
    "{path} is not the log of a session: its last line bears no number, or it is no regular file. It is left as it is. Move it away, or name another folder.":
      "{path} 不是会话的日志：它的最后一行没有编号，或它不是普通文件。它保持原样。请把它移走，或另指目录。",
    "{path} could not be written or read ({cause}). {@remedy}": "{path} 无法写入或读取（{cause}）。{@remedy}",
    "{part} waits for {file}, which cannot be read: nobody can tell whether a letter was saved there. Nothing was changed. Mend that file first; `doctor --dir` says what is wrong with it.":
      "{part} 在等 {file}，而它无法读取：没有人知道那里是否保存了一封信。什么也没有改动。请先修好那个文件；`doctor --dir` 会说它哪里不对。",
    "The mark of the start, {path}, cannot be kept ({cause}). {@remedy}":
      "启动的标记 {path} 无法保留（{cause}）。{@remedy}",
    "{path} cannot be written ({cause}), so nobody could see who plays the member. {@remedy}":
      "{path} 无法写入（{cause}），这样就没有人能看到谁在扮演这个成员。{@remedy}",
    "{path} cannot be made ({cause}), so the damaged file was not replaced. Copy it away by hand and remove it.":
      "{path} 无法建立（{cause}），所以没有替换损坏的文件。请手工把它复制到别处，再删除它。",

    "{name} cannot be a session's name. Use up to 63 small letters, digits and hyphens, no hyphen first.":
      "{name} 不能作会话名。请用最多 63 个小写字母、数字和连字符，不以连字符开头。",
    "{name} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another session.":
      "{name} 是 {program} 的会话，不是 {wanted} 的。其中什么也没有动：请用 {program} 打开它，或另指会话。",
    "There is no session {name} in {store}. Nothing was touched. Name one that is there, or start one.":
      "{store} 里没有会话 {name}。什么也没有动。请指明一个已有的会话，或开始一个。",
    "There is no session {name} in {store} any more: another of its name was made since. Nothing was touched. Name one that is there, or start one.":
      "{store} 里已经没有会话 {name}：后来又建立了一个同名的会话。什么也没有动。请指明一个已有的会话，或开始一个。",
    "There is a session {name} of the {program} in {store} already. Name another, or go on with that one.":
      "{store} 里已经有 {program} 的会话 {name}。请另取一个名字，或继续那一个。",
    "There is no session in this store: it has no tables of this program yet. Nothing was touched. Name another database, or start a session.":
      "这个数据库里没有会话：它还没有本程序的表。什么也没有动。请另指数据库，或开始一个会话。",
    "What stands for a host in it is no host, or no host with a port.":
      "其中主机的位置上写的不是主机，也不是带端口的主机。",
    "In its password, @ is to be written as %40, / as %2F, ? as %3F and % as %25.":
      "密码里的 @ 要写成 %40，/ 写成 %2F，? 写成 %3F，% 写成 %25。",
    "The server at {server} hung up ({cause}): start it again, or check the URL of the store. One that speaks no TLS hangs up on sslmode=require and stricter.":
      "{server} 上的服务器断开了连接（{cause}）：请重新启动它，或检查数据库的 URL。不支持 TLS 的服务器遇到 sslmode=require 或更严格的设置就会断开。",
    "The role must be well-formed text, not {value}.": "角色必须是完整的文本，不能是 {value}。",
    "The connection to {store} was lost in the moment of keeping, and no server could be asked since: whether this was kept shows when the store answers again. Nothing is half done.":
      "与 {store} 的连接在保存的那一刻断了，此后没有服务器可问：等数据库恢复应答时，才知道这次是否保存了。不会有做到一半的事。",
    "Another process has held the session in {store} for too long, so nothing was saved. End it and try again.":
      "另一个进程占用 {store} 里的会话太久，所以什么也没有保存。请结束它再试。",
    "What stands in {store} does not go with what was to be saved: {said}. Nothing was changed: put back what was there, or start a new session.":
      "{store} 里现有的内容与要保存的不相容：{said}。什么也没有改动：请恢复原来的内容，或开始新的会话。",
    "The letters of {member} have {bytes} bytes; {limit} are allowed. They are left as they are.":
      "{member} 的信有 {bytes} 字节；最多允许 {limit} 字节。它们保持原样。",
    "{member} of {session} is played by a process, so nothing was removed. End that one first.":
      "{session} 的 {member} 正由一个进程扮演，所以什么也没有删除。请先结束那个进程。",
    "The row of {place} is not as this program leaves it: {said}. Nothing was touched: put back what was there, or start a new session.":
      "{place} 的那一行不是本程序留下的样子：{said}。什么也没有动：请恢复原来的内容，或开始新的会话。",
    "The tables of the store have version {version}; this program reads version {known}. Nothing in them was touched: use the version of the program that made them, or name another database.":
      "数据库里的表是版本 {version}；本程序读的是版本 {known}。其中什么也没有动：请用建立它们的那个版本的程序，或另指数据库。",
    "A store needs the package postgres, which is not installed: run `npm install postgres@3.4`.":
      "使用数据库需要 postgres 包，它还没有安装：请运行 `npm install postgres@3.4`。",
    "The database at {server} keeps its texts in {encoding}, and letters need UTF8: make it with `createdb --encoding=UTF8 --template=template0`, or name another.":
      "{server} 上的数据库用 {encoding} 保存文本，而信需要 UTF8：请用 `createdb --encoding=UTF8 --template=template0` 建立，或另指一个。",
    "The URL of the store leads to a pooler that shares connections between transactions, and who plays a member is known by a connection of its own: name the server itself, or a pooler in session mode.":
      "数据库的 URL 指向一个在事务之间共用连接的连接池，而谁在扮演成员要靠一条专用连接才知道：请指明服务器本身，或会话模式的连接池。",
    "The URL of the store cannot be used. {@reason}": "数据库的 URL 不能用。{@reason}",
    "Name it as postgres://user@host/database; several hosts are divided by commas.":
      "请写成 postgres://user@host/database；多个主机之间用逗号分开。",
    "target_session_attrs={value} asks for a server that may not be written, and a session is written: use read-write.":
      "target_session_attrs={value} 要的是不能写入的服务器，而会话要写入：请用 read-write。",
    "A % in it is to be written as %25.": "其中的 % 要写成 %25。",
    "sslmode={value} is none: use disable, prefer, require, verify-ca or verify-full.":
      "没有 sslmode={value}：请用 disable、prefer、require、verify-ca 或 verify-full。",
    "{setting} names {path}, which cannot be read ({cause}).":
      "{setting} 指的是 {path}，它无法读取（{cause}）。",
    "The server at {server} refuses the password of {user}: check it in the URL, or in PGPASSWORD.":
      "{server} 上的服务器不接受 {user} 的密码：请检查 URL 或 PGPASSWORD 里的密码。",
    "The server at {server} does not let {user} into {database}: check the user, its pg_hba.conf, and sslmode.":
      "{server} 上的服务器不让 {user} 进入 {database}：请检查用户、它的 pg_hba.conf 和 sslmode。",
    "There is no database {database} at {server}: make it with {command}, or name another.":
      "{server} 上没有数据库 {database}：请用 {command} 建立，或另指一个。",
    "{user} may not make or use the tables in {database} at {server}: let its owner run {command}, or name another database.":
      "{user} 无权在 {server} 的 {database} 里建立或使用表：请让它的所有者运行 {command}，或另指数据库。",
    "The server at {server} can only be read, as a standby can: name the primary, or promote this one.":
      "{server} 上的服务器像备库一样只能读：请指明主库，或把它提升为主库。",
    "The server at {server} has no connection left: end some programs, or raise max_connections.":
      "{server} 上的服务器没有空闲连接了：请结束一些程序，或调高 max_connections。",
    "The server at {server} is starting or stopping: try again.":
      "{server} 上的服务器正在启动或停止：请再试。",
    "No machine is known as {server} ({cause}): check the URL of the store.":
      "没有叫 {server} 的机器（{cause}）：请检查数据库的 URL。",
    "No PostgreSQL server answers at {server} ({cause}): start it, or check the URL of the store.":
      "{server} 上没有 PostgreSQL 服务器应答（{cause}）：请启动它，或检查数据库的 URL。",
    "approved for this very call": "正是为这一次调用批准的",
    "the host said yes": "宿主说允许",
    "the host said no": "宿主说拒绝",
    "the host allows this one call.": "宿主允许这一次调用。",
    "the host denies this call, approved plan or not.": "不论计划是否批准，宿主拒绝这一次调用。",
    "the host did not allow this call of {tool}.": "宿主没有允许这一次对 {tool} 的调用。",
    "there is no tool {tool}. The tools of this turn: {tools}.": "没有工具 {tool}。这一轮的工具：{tools}。",
    "only {tool} can be called in this turn.": "这一轮只能调用 {tool}。",
    "{member} has no plan for this work. Submit one and wait for the lead.":
      "{member} 没有针对这项工作的计划。请提交一份，等待 Lead。",
    "{request} is the plan of {member}. Nobody works on another's approval.":
      "{request} 是 {member} 的计划。没有人能用别人的批准去工作。",
    "{member} is closed. The approval of a closed member is nobody's.":
      "{member} 已关闭。已关闭成员的批准不属于任何人。",
    "{request} is still pending: no reply has been matched yet.":
      "{request} 还是 pending：还没有匹配到回复。",
    "{request} was withdrawn. Submit a new plan and wait for the lead.":
      "{request} 已撤回。请提交新的计划，等待 Lead。",
    "the lead rejected {request}.": "Lead 驳回了 {request}。",
    "the lead rejected {request}. The lead: {feedback}": "Lead 驳回了 {request}。Lead 说：{feedback}",
    "{request} was good for one run, and that run has started. Submit a new plan.":
      "{request} 只够运行一次，而那一次已经开始。请提交新的计划。",
    "the work is no longer what {request} was approved for. Submit a new plan.":
      "这项工作已经不是 {request} 所批准的内容。请提交新的计划。",
    "{request} was good for one run, and something was started for it already. Submit a new plan.":
      "{request} 只够运行一次，而已经为它启动过东西。请提交新的计划。",
    "the call had begun when its process ended, and nobody kept how it ended. It is not made again: look at what is there, and plan anew.":
      "这次调用已经开始，而它的进程结束了，没有人记下它怎样结束。不会再做一次：请查看现状，重新提交计划。",
    "the person has left, so nothing was begun.": "人已经离开，所以什么也没有开始。",
    "{tool} does not take that input.": "{tool} 不接受这样的参数。",
    "{tool} does not take that input. Plan a call that it takes.":
      "{tool} 不接受这样的参数。请计划一次它接受的调用。",
    "There is no bash on PATH and no /bin/sh.": "PATH 里没有 bash，也没有 /bin/sh。",
    "The notes of the console in session.json are not as it leaves them. Nothing was touched: mend them, or name another folder.":
      "session.json 里控制台的记录不是它留下的样子。什么也没有动：请修好，或另指目录。",
    "{member} is not a teammate.": "{member} 不是队友。",
    "{member} is on the team already ({status}). Choose another name, or ask for its shutdown first.":
      "{member} 已经在团队里（{status}）。请另选一个名字，或先请求关闭它。",
    "There is no shutdown request {request}.": "没有关闭请求 {request}。",
    "A message cannot start with {prefix}: only a broadcast does.":
      "普通的信不能以 {prefix} 开头：只有广播才这样。",
    "{path} is no regular file.": "{path} 不是普通文件。",
    "{path} could not be saved ({cause}). The old text is untouched.":
      "{path} 无法保存（{cause}）。原有的内容没有动过。",
    "{path} cannot be read ({cause}).": "{path} 无法读取（{cause}）。",
    "{path} has {bytes} bytes; {limit} are allowed.": "{path} 有 {bytes} 字节；最多允许 {limit} 字节。",
    "{path} does not hold that text.": "{path} 里没有这段文字。",
    "{path} holds that text more than once. Name a longer passage.":
      "{path} 里这段文字不止一处。请写出更长的一段。",
    "{path} is not UTF-8 text.": "{path} 不是 UTF-8 文本。",
    "The files of the team are not at {path} any more. Put them back, or name another folder.":
      "团队的文件已经不在 {path}。请放回去，或另指目录。",
    "{path} is an absolute path. Name a file inside the workspace, such as notes.txt.":
      "{path} 是绝对路径。请指明工作区里的文件，例如 notes.txt。",
    "{path} holds a backslash or a control character. Name a file inside the workspace, such as notes.txt.":
      "{path} 含有反斜杠或控制字符。请指明工作区里的文件，例如 notes.txt。",
    "{path} names no file. Name a file inside the workspace, such as notes.txt.":
      "{path} 没有指明文件。请指明工作区里的文件，例如 notes.txt。",
    "{path} leads upwards. Name a file inside the workspace, such as notes.txt.":
      "{path} 通向上级目录。请指明工作区里的文件，例如 notes.txt。",
    "{path} leads through a link. Name a file inside the workspace, such as notes.txt.":
      "{path} 经过一个链接。请指明工作区里的文件，例如 notes.txt。",
    "{path} was replaced while it was read. Name a file inside the workspace, such as notes.txt.":
      "{path} 在读取时被换掉了。请指明工作区里的文件，例如 notes.txt。",
    "{path} was replaced while it was saved. Name a file inside the workspace, such as notes.txt.":
      "{path} 在保存时被换掉了。请指明工作区里的文件，例如 notes.txt。",
    "{path} has another name (a hard link), which may stand outside. Name a file inside the workspace, such as notes.txt.":
      "{path} 还有另一个名字（硬链接），它可能在外面。请指明工作区里的文件，例如 notes.txt。",
    "The workspace was moved or replaced since the session began. Put it back, or start a new session.":
      "会话开始之后，工作区被移动或换掉了。请放回去，或开始新的会话。",
    "No letter reaches {member}. {code}: {@message}": "没有信能到达 {member}。{code}：{@message}",
    "Waiting up to {seconds} s: another process seems to play {member}.":
      "最多等待 {seconds} 秒：似乎有另一个进程在扮演 {member}。",
    "The round ends after {passes} passes. Letters that are still unread wait for your next sentence.":
      "这一回合在 {passes} 遍之后结束。还没读的信等你的下一句话。",
    "Runs a command in the workspace, for at most 10 seconds, and returns its output":
      "在工作区运行命令，最多 10 秒，返回它的输出",
    "Returns the text of a file of the workspace.": "返回工作区里一个文件的内容。",
    "Saves a text as a file of the workspace, new or over an old one.":
      "把文字保存为工作区的文件，新建或覆盖旧的。",
    "Replaces a passage of a file of the workspace that stands in it exactly once.":
      "替换工作区文件里恰好出现一次的一段文字。",
    "Takes a new teammate into the team and gives it its task": "让新队友加入团队并交给它任务",
    "Returns every teammate with role and status, closed ones too.":
      "返回每个队友的角色和状态，已关闭的也在内。",
    "Sends a message to one member": "给一个成员发信",
    "Takes in new letters and returns the newest letters of your mailbox": "收取新信，返回邮箱里最新的信",
    "Sends the same words to every teammate, or to those that recipients names":
      "把同样的话发给每个队友，或 recipients 指明的队友",
    "Asks a teammate to shut down": "请求队友关闭",
    "Returns how a shutdown request stands.": "返回一份关闭请求的状态。",
    "Approves or rejects the plan of a teammate, once.": "批准或驳回队友的计划，只一次。",
    "Answers a shutdown request of the lead": "回答 Lead 的关闭请求",
    "Sends a plan to the lead for approval: what you will do in words, and the one call that you will make":
      "把计划交给 Lead 审批：用文字说明要做什么，以及要做的那一次调用",
  },
});
