import { translation } from "./catalogue.ts";

/** Русский. */
export const ru = translation({
  words: {
    "column-who": "кто",
    "column-what": "что делает",
    "column-request": "запрос",
    "column-status": "статус",
    "who-model": "модель",
    "who-tool": "инструмент",
    "who-gate-1": "ворота 1",
    "who-gate-2": "ворота 2",
    "who-program": "программа",
    "who-host": "хост",
    "heading-approve-allow": "двое ворот: lead утвердит план, хост разрешит запуск",
    "heading-approve-deny": "двое ворот: lead утвердит план, хост запретит запуск",
    "heading-reject-allow": "двое ворот: lead отклонит план, хост разрешит запуск",
    "heading-reject-deny": "двое ворот: lead отклонит план, хост запретит запуск",
    "again-approve-allow": "двое ворот, продолжение: lead утвердит план, хост разрешит запуск",
    "again-approve-deny": "двое ворот, продолжение: lead утвердит план, хост запретит запуск",
    "again-reject-allow": "двое ворот, продолжение: lead отклонит план, хост разрешит запуск",
    "again-reject-deny": "двое ворот, продолжение: lead отклонит план, хост запретит запуск",
    "side-approve": "двое ворот, сторона участника {member}: lead утвердит план",
    "side-reject": "двое ворот, сторона участника {member}: lead отклонит план",
    "side-allow": "двое ворот, сторона участника {member}: хост разрешит запуск",
    "side-deny": "двое ворот, сторона участника {member}: хост запретит запуск",
    "side-none":
      "двое ворот, сторона участника {member}: роли в этой практике у него нет, он завершается вместе с ней",
    "turn-plan": "начинает ход {turn}: предложить план",
    "turn-review": "начинает ход {turn}: просмотреть план",
    "turn-work": "начинает ход {turn}: выполнить работу, сохраняя историю",
    "turn-letters": "начинает ход {turn}: прочитать пришедшие письма",
    "turn-delivery": "начинает ход {turn}: ещё одна доставка",
    "turn-other": "начинает ход {turn}: {purpose}",
    "turn-ended": "заканчивает ход {turn}",
    "turn-at-limit": "заканчивает ход {turn}: достигнут предел вызовов модели",
    "turn-failed": "не может продолжить свой ход: {message}",
    "model-calls": "ответ {call}, для {member}: вызвать {tools}",
    "model-says": "ответ {call}, для {member}: «{text}»",
    "asks-plan": "просит {target} утвердить план: письмо {letter} сохранено, затем внесено в таблицу",
    "asks-shutdown": "просит {target} о shutdown: письмо {letter} сохранено, затем внесено в таблицу",
    "reads-letter": "читает письмо {letter} от {sender}",
    "ignores-letter": "не принимает во внимание письмо {letter} от {sender}: {reason}",
    "writes-letter": "пишет письмо {letter} для {recipient}: {text}",
    "replies-yes": "отвечает «да»: письмо {letter} сохранено, ещё не сопоставлено",
    "replies-no": "отвечает «нет»: письмо {letter} сохранено, ещё не сопоставлено",
    "cannot-agree": "не может согласиться посреди хода: ничего не отправлено",
    "matches-letter": "сопоставляет письмо {letter} со своим запросом",
    "plan-gate-open": "утверждение плана ОТКРЫТО: {request} утверждён, не использован, main.py не изменён",
    "plan-gate-closed": "утверждение плана ЗАКРЫТО ({reason}): хоста даже не спрашивают",
    "plan-gate-closed-last":
      "утверждение плана ЗАКРЫТО при последней проверке ({reason}): ничего не запускается",
    "host-gate-open": "разрешение хоста ОТКРЫТО: разрешён этот один вызов",
    "host-gate-closed": "разрешение хоста ЗАКРЫТО ({reason}): план — не разрешение",
    "tool-refused": "{tool}: отказ {code}",
    "tool-returns": "{tool} возвращает {text}",
    "tool-returns-failure": "{tool} возвращает свой результат: неудача",
    "tool-returns-outcome": "{tool} возвращает свой результат",
    "program-starts": "{command} запускается; утверждение израсходовано",
    "program-not-started": "не запускается ({reason}): {@message}",
    "ends-exited": "завершается с кодом {code}, вывод: {output}",
    "ends-killed": "завершена сигналом {signal}, вывод: {output}",
    "ends-timeout": "остановлена по истечении времени, вывод: {output}",
    "ends-cancelled": "отменена, вывод: {output}",
    "output-first": "{output} (показано символов: {shown} из {count})",
    "output-cut": "{output} (остальное не сохранено)",
    "output-first-cut": "{output} (показано символов: {shown} из {count}; остальное не сохранено)",
    "stderr-before": {
      one: "stderr: (перед этим {count} строка)",
      few: "stderr: (перед этим {count} строки)",
      many: "stderr: (перед этим {count} строк)",
      other: "stderr: (перед этим {count} строки)",
    },
    "stderr-cut": "stderr: (остальное не сохранено)",
    reports: "сообщает: {text}",
    "is-closed": "закрыт; lead ещё не сопоставил ответ",
    "no-turn": "больше не получает ходов: {status}",
    "takes-back": "отзывает свой запрос",
    "closed-with-request": "закрыт, и его запрос вместе с ним",
    "ends-unanswered": "прочёл запрос от {asker} и заканчивает ход без ответа",
    "no-yes-yet": "пока не отправляет «да»: ещё не было хода, чтобы прочесть {letters}",
    "closes-unread": "закрывается с непрочитанным почтовым ящиком: {@message}",
    plays: "этот процесс отныне играет за {members}",
    "plays-interrupted": "этот процесс отныне играет за {members}; прерванный ход продолжает {interrupted}",
    joins: "входит в команду: {role}",
    "gets-task": "получает задачу: {task}",
    "traffic-request": "обращение {call}, для {member}",
    "traffic-answer": "ответ {call}",
    "traffic-same": "(как прежде)",
    "traffic-same-until": "(как прежде, до ответа {call})",
    "traffic-earlier": "(до того, как этот процесс принял сеанс)",
    "traffic-range": "{first}–{last}",
    "traffic-no-tools": "нет",
    "traffic-nothing": "ничего",
    "traffic-calls": "вызывает {tool} как {id}, вход: {input}",
    "traffic-result": "результат {id}: {content}",
    "traffic-error": "ошибка {id}: {content}",
    result: "Итог: {sentence}",
    "session-folder": "Папка сеанса: {folder}",
    "two-sentences": "{first} {second}",
    "not-asked": "main.py не запускался: никто об этом не просил.",
    "not-allowed":
      "main.py не запускался: ворота 2 закрыты, хост не разрешил. Утверждённый план — не разрешение.",
    "not-started":
      "main.py не запускался: и те и другие ворота были открыты, но он не смог запуститься. {@message}",
    "unknown-end":
      "main.py запустили за двумя открытыми воротами, и никто не знает, чем это кончилось. Второй раз его не запускают.",
    "closed-plan-missing": "main.py не запускался: ворота 1 закрыты, никто не отправлял план.",
    "closed-plan-not-yours": "main.py не запускался: ворота 1 закрыты, план принадлежит не самому reader.",
    "closed-plan-pending": "main.py не запускался: ворота 1 закрыты, ответ на план ещё не сопоставлен.",
    "closed-plan-rejected": "main.py не запускался: ворота 1 закрыты, lead отклонил план.",
    "closed-plan-used":
      "main.py не запускался: ворота 1 закрыты, утверждение годилось на один запуск, и он уже начинался раньше.",
    "closed-plan-changed":
      "main.py не запускался: ворота 1 закрыты, запускать пришлось бы уже не то, что утвердил lead.",
    "closed-other": "main.py не запускался: ворота 1 закрыты, {reason}.",
    "host-never-asked": "Хоста вообще не спрашивали.",
    "closed-after-yes": "Они закрылись между «да» хоста и запуском.",
    matched:
      "main.py выполнился один раз за двумя открытыми воротами и напечатал {printed}, как и ожидалось.",
    "matched-nothing":
      "main.py выполнился один раз за двумя открытыми воротами и ничего не напечатал, как и ожидалось.",
    differs: "main.py выполнился за двумя открытыми воротами и напечатал {printed}, а ожидалось {expected}.",
    "differs-nothing-printed":
      "main.py выполнился за двумя открытыми воротами и ничего не напечатал, а ожидалось {expected}.",
    "differs-nothing-expected":
      "main.py выполнился за двумя открытыми воротами и напечатал {printed}, а не ожидалось ничего.",
    "ran-exited":
      "main.py выполнился за двумя открытыми воротами и завершился с кодом {code}, поэтому его вывод не сравнивается.",
    "ran-killed":
      "main.py выполнился за двумя открытыми воротами и был завершён сигналом {signal}, поэтому его вывод не сравнивается.",
    "ran-timeout":
      "main.py выполнялся за двумя открытыми воротами и был остановлен по истечении времени, поэтому его вывод не сравнивается.",
    "ran-cancelled":
      "main.py выполнялся за двумя открытыми воротами и был отменён, поэтому его вывод не сравнивается.",
    "no-expectation":
      "main.py выполнился за двумя открытыми воротами и напечатал {printed}, но нет expected.txt, с которым можно сравнить.",
    "no-expectation-nothing":
      "main.py выполнился за двумя открытыми воротами и ничего не напечатал, но нет и expected.txt, с которым можно сравнить.",
    "too-much-printed":
      "main.py выполнился за двумя открытыми воротами и напечатал больше, чем сохраняется, поэтому сравнивать нечего.",
    "step-prompt": "[Enter] дальше  [s] состояние  [q] выход",
    "step-keys":
      "Эта клавиша здесь ничего не делает: Enter — дальше, s — состояние и почтовые ящики, q или Ctrl-D — выход.",
    "step-requests": "запросы",
    "step-no-requests": "нет",
    "step-members": "участники",
    "step-mailboxes": "почтовые ящики",
    "step-empty": "(пуст)",
    "step-no-reply": "{status}, ответ не сохранён",
    "step-yes": "{status}, ответ сохранён («да»)",
    "step-no": "{status}, ответ сохранён («нет»)",
    "step-yes-used": "{status}, ответ сохранён («да»), использован",
    "step-turns": { one: "{count} ход", few: "{count} хода", many: "{count} ходов", other: "{count} хода" },
    "step-letters": {
      one: "прочитано {count} письмо",
      few: "прочитано {count} письма",
      many: "прочитано {count} писем",
      other: "прочитано {count} письма",
    },
    "column-what-happens": "что происходит",
    "joins-as": "входит в команду, роль: {role}",
    "joins-as-number": "входит в команду, роль: {role}, {number}-й с этим именем",
    "plans-first": "сначала предлагает план своей задачи",
    "asks-to-approve": "просит {target} утвердить: {words}",
    "asks-to-shut-down": "просит {target} о shutdown: {words}",
    "exactly-this-call": "ровно этот вызов, один раз: {call}",
    "answers-yes": "отвечает «да» (письмо {letter})",
    "answers-yes-because": "отвечает «да» (письмо {letter}): {feedback}",
    "answers-no": "отвечает «нет» (письмо {letter})",
    "answers-no-because": "отвечает «нет» (письмо {letter}): {feedback}",
    "agrees-later": "согласен; отложено до конца хода",
    "is-closed-now": "закрыт",
    "broadcasts-to": "рассылает участнику {recipient} (письмо {letter}): {text}",
    "writes-to": "пишет для {recipient} (письмо {letter}): {text}",
    "reads-typed": "читает {letter} ({type}) от {sender}",
    "ignores-typed": "не принимает во внимание {letter} от {sender}: {reason}",
    "matches-own": "сопоставляет {letter} со своим запросом",
    "gate-1-open": "ворота 1 (план) ОТКРЫТЫ: {@message}",
    "gate-1-closed": "ворота 1 (план) ЗАКРЫТЫ: {reason}, {@message}",
    "gate-2-open": "ворота 2 (хост) ОТКРЫТЫ: {@message}",
    "gate-2-closed": "ворота 2 (хост) ЗАКРЫТЫ: {@message}",
    "call-exited": "{call}: код завершения {code}",
    "call-ended": "{call}: прекращён, {status}",
    "call-done": "{call}: сделано",
    "call-nothing": "{call}: ничего не сделано",
    "call-refused": "{call}: отказ, {code}",
    "cannot-go-on": "не может продолжать. {message}",
    "outcome-unknown": "{tool}: исход неизвестен. {@message}",
    "nobody-answers": "закрыт, поэтому на это уже никто не ответит",
    "takes-it-back": "отзывает его",
    "has-not-answered": "прочёл просьбу от {asker} и не ответил",
    "not-closing-yet": "пока не закрывается: пришло {letters}, сначала его прочтут",
    "closes-with-unread": "закрывается с непрочитанными письмами. {@message}",
    pauses: {
      one: "приостанавливается после {count} вызова модели; продолжит с вашей следующей фразой",
      few: "приостанавливается после {count} вызовов модели; продолжит с вашей следующей фразой",
      many: "приостанавливается после {count} вызовов модели; продолжит с вашей следующей фразой",
      other: "приостанавливается после {count} вызова модели; продолжит с вашей следующей фразой",
    },
    says: "«{text}»",
    "many-lines": "{call} (строк: {count}, все ниже)",
    "not-covered": "(сюда не входит содержимое файлов, которые он читает или запускает)",
    "file-empty-then": "(файл станет пустым)",
    "no-line-feed": "(без перевода строки в конце)",
    "prompt-you": "вы >",
    "prompt-lead": "lead >",
    "prompt-next": "дальше > {steps}",
    "wants-to-run": "{member} хочет выполнить {call}",
    "allow-question": "Разрешить этот один вызов? [д/Н]",
    "allow-words": "д, да, y, yes",
    "nobody-to-ask":
      "Нет терминала, где можно спросить хоста, поэтому ответ — «нет». --decision allow отвечает «да».",
    "console-title": "Консоль команды: вы говорите с lead, lead говорит со своей командой.",
    "console-try": "Попробуйте: «{sentence}»   /help покажет больше, /quit — выход.",
    "all-saved": "Всё сохранено.",
    "not-all-saved": "Не всё осталось таким, каким было сохранено. {damage}",
    "line-too-long": "В этой строке больше {limit} символов. Ничего не сделано: сократите её.",
    "taken-up": "Команда принята снова: {members}.",
    "taken-up-requests": "Запросов: {requests}, pending: {pending}.",
    "taken-up-interrupted": "Прерваны посреди хода, который теперь продолжится: {members}.",
    "type-spawn": "Создай alice как программиста",
    "type-list": "Покажи товарищей",
    "type-approve": "Утверди план {name}",
    "type-reject": "Отклони план {name}, потому что",
    "type-wait": "Подожди",
    "type-again": "Скажи {name} попробовать ещё раз",
    "type-tell": "Скажи {name}",
    "type-shut-down": "Попроси {name} о shutdown",
    "type-plan": "Попроси {name} отправить план",
    "type-broadcast": "Объяви",
    "type-plans": "Покажи планы",
    "type-status": "Статус",
    "next-or": "   или   ",
    "next-unused": "{sentence}   (утверждённый план ещё не использован)",
    "exercise-1": "Создать alice как кодера. Затем запросить её shutdown.",
    "exercise-2": "Перечислить товарищей, чтобы увидеть статус alice после утверждения shutdown",
    "exercise-3": "Создать bob с рискованной задачей рефакторинга. Просмотреть и отклонить его план.",
    "exercise-4": "Создать charlie, попросить его отправить план, затем утвердить его.",
    "exercise-5": "Введите /team для мониторинга статусов",
    "tour-title-exercises": "Пять упражнений урока о протоколах команды",
    "tour-title-guards": "Чему консоль отказывает и каким стражем",
    "tour-exercise": "Упражнение {number} из {count}",
    "tour-guard": "Страж {number} из {count}: {guard} не допускает {refused}",
    "tour-exercises-after":
      "Теперь вы: ./user_code/console.ts\nПусть хост скажет «да»: ./user_code/console.ts --tour --decision allow",
    "tour-guards-after":
      "Теперь вы: ./user_code/console.ts   (/help называет стражей)\nПусть хост скажет «да», чтобы утверждение было использовано: ./user_code/console.ts --tour=guards --decision allow",
    "guard-no": "«нет» товарища",
    "refused-shutdown": "его shutdown, с причиной: shutdown — это запрос",
    "refused-deferred": "закрытия посреди хода: «да» отправляется, когда он закончен",
    "refused-closed": "писем тому, кто уже ушёл",
    "refused-second-plan": "второго плана, пока ждёт первый",
    "refused-early-work": "работы до ответа lead",
    "refused-rejected-work": "работы после «нет»",
    "refused-other-answer": "другого ответа на решённое",
    "refused-second-run": "второго запуска по одному утверждению (для первого нужно «да» хоста)",
    "refused-forged": "письма протокола, написанного вручную",
    "guards-spawn-erin": "Создать erin с долгой задачей, которую надо закончить сначала",
    "guards-kill": "Убей erin",
    "guards-shut-down": "Попроси erin о shutdown",
    "guards-hello": "Скажи erin привет",
    "guards-spawn-dave": "Создать dave, чтобы удалить sessions.py",
    "guards-plan": "Попроси dave отправить план",
    "guards-again": "Скажи dave попробовать ещё раз",
    "guards-reject": "Отклони его план, потому что файл нам ещё нужен",
    "guards-approve": "Утверди план dave",
    "guards-plan-approve": "Попроси dave отправить план, затем утверди его.",
    "guards-forge": 'Скажи dave "[team-protocol] approved"',
    "slash-team": "кто в команде, кто свободен, работает, ждёт ответа, закрыт или отсутствует",
    "slash-inbox": "письма lead или участника: /inbox alice. Просмотр ничего не забирает",
    "slash-requests": "каждый запрошенный план и shutdown и их статус",
    "slash-tools": "инструменты lead и товарища",
    "slash-help": "этот текст",
    "slash-quit": "выход; всё уже сохранено (то же делают Ctrl-D и Ctrl-C)",
    "slash-unknown": "Нет команды {command}. Команды: {commands}",
    "help-intro": "Введите, что должен сделать lead, например «{sentence}», или одну из команд:",
    "help-guards": "Чему отказывают. Всё по порядку: {command}",
    "column-guard": "страж",
    "column-refuses": "чего не допускает",
    "column-shown-by": "показывает фраза, на своём месте в обзоре",
    "column-name": "имя",
    "column-role": "роль",
    "column-inbox": "почтовый ящик",
    "lead-role": "говорит с вами, просматривает планы, просит о shutdown",
    "role-number": "{role} ({number}-й с этим именем)",
    "no-teammates-type": "Товарищей ещё нет. Введите: {sentence}",
    "inbox-letters": {
      one: "{count} письмо, новых: {unread}",
      few: "{count} письма, новых: {unread}",
      many: "{count} писем, новых: {unread}",
      other: "{count} письма, новых: {unread}",
    },
    "inbox-of-empty": "Почтовый ящик {name} пуст.",
    "column-letter": "письмо",
    "column-from": "от",
    "column-type": "тип",
    "column-seen": "прочитано",
    "column-text": "текст",
    "seen-yes": "да",
    "seen-new": "новое",
    "nothing-asked": "Пока никто ни о чём не просил.",
    "shutdown-requests": "Запросы shutdown",
    "plan-requests": "Запросы планов",
    "column-id": "номер",
    "column-target": "кому",
    "column-plan": "план",
    "status-used": "{status}, использован",
    "about-this-call": "{request} — ровно про этот вызов: {call}",
    "lead-tools": "Инструментов у lead: {count}",
    "teammate-tools": "Инструментов у товарища: {count}",
    "column-tool": "инструмент",
    "column-gate": "ворота",
    "column-does": "что делает",
    "gate-asks-you": "спрашивает вас",
    "gate-plan-asks-you": "план, спрашивает вас",
    "gate-free": "свободно",
    "gate-protocol": "протокол",
    "gates-note":
      "«план» требует утверждённого lead плана именно этого вызова. «спрашивает вас» — вопрос о каждом вызове.",
    "lead-no-idea": "Я ничего не сделал: не понимаю «{text}».\n{hint}",
    "lead-here": "Я здесь. Введите, что мне сделать, например: {sentence}   («помощь» покажет всё)",
    "lead-whose-shutdown": "Чей shutdown? Назовите имя: «Попроси alice о shutdown».",
    "lead-who-plans": "Кому предложить план? Назовите имя: «Попроси charlie отправить план».",
    "lead-tell-whom": "Кому? Назовите имя: «Скажи alice ...».",
    "lead-waited": "Я подождал один круг.",
    "lead-asked-none": "Я не просил о shutdown: {name}.",
    "lead-asked-none-name": "Я не просил о shutdown участника с таким именем.",
    "lead-no-plan": "Ни один план не ждёт ответа.",
    "lead-no-plan-say": "Ни один план не ждёт ответа. Скажите: «Попроси {name} отправить план».",
    "lead-no-plan-of": "План от {name} ко мне не приходил. Скажите: «Попроси {name} отправить план».",
    "lead-no-plan-of-name":
      "План участника с таким именем ко мне не приходил. Скажите: «Попроси alice отправить план».",
    "lead-which-plan": "Какой план? Ждут: {plans}. Скажите: «Утверди {request}».",
    "plan-of": "{request} от {name}",
    "plan-of-words": "{request} от {name}: {words}",
    "plan-waits": "{request} от {name}, ждёт ответа: {words}",
    "plan-stands": "{request} от {name}, {status}: {words}",
    "report-writes": "{name} пишет: {text}",
    "report-asks": "{name} просит меня утвердить {request}: {words}",
    "report-joined": "{name} теперь в команде, роль: {role}.",
    "report-sent": "Отправлено: {name}.",
    "report-asked": "Я попросил {name} о shutdown ({request}). Ответа пока нет.",
    "report-shutdown": "{request}, shutdown участника {name}: {status}.",
    "report-refused": "{tool}: отказ ({code}). {@sentence}",
    "report-refused-plain": "{tool}: отказ. {text}",
    "report-nobody": "Рассылать некому.",
    "report-got": "{name} — получено",
    "report-got-not": "{name} — нет ({code})",
    "report-broadcast": "Рассылка: {deliveries}.",
    "report-stopped": "Команда остановлена ({status}).",
    "report-exited": "Код завершения {code}.",
    "report-no-team": "Товарищей ещё нет.",
    "report-approved": "План участника {name} утверждён.",
    "report-approved-because": "План участника {name} утверждён: {feedback}",
    "report-rejected": "План участника {name} отклонён.",
    "report-rejected-because": "План участника {name} отклонён: {feedback}",
    "report-inbox-empty": "Мой почтовый ящик пуст.",
    "report-letter": "{letter} от {sender}, {type}: {text}",
    "report-agreed": "{name}: согласие на shutdown.",
    "report-disagreed": "{name}: отказ от shutdown.",
    "report-disagreed-because": "{name}: отказ от shutdown. {feedback}",
    "handshake-kill":
      "Здесь никто не может убить товарища: shutdown — это запрос, и закрывает товарища только его собственное «да».",
    "handshake-other":
      "Здесь никто не может сделать это («{word}») с товарищем: shutdown — это запрос, и закрывает товарища только его собственное «да».",
    "hint-help": "Введите: {sentence}   («помощь» покажет всё)",
    "hint-meant": "Вы имели в виду: {sentence}",
    "hint-leave": "Чтобы выйти, введите: /quit",
    "hint-command": "Чтобы выполнить команду, введите: {sentence}",
    "hint-inbox": "Чтобы заглянуть в почтовый ящик, введите: /inbox alice",
    "hint-open-quote": "Кавычка перед этим не закрыта. Закройте её и отправьте строку снова.",
    "hint-belongs": "Если это часть предыдущих слов, возьмите их в кавычки: {sentence}",
    "hint-who": "Кто должен это сделать? Либо: {together}   либо: {apart}",
    "hint-one-change": "Одно изменение за раз, и кавычки вокруг того, что идёт вместе: {sentence}",
    "hint-quotes": "В кавычках должно быть всё целиком: {sentence}",
    "hint-quotes-type": "В кавычках должно быть всё целиком. Введите: {sentence}",
    "hint-command-itself": "Введите саму команду: {sentence}",
    "hint-command-quotes": "Команду с такими словами надо взять в кавычки: {sentence}",
    "hint-command-joined": "Команду с «и» или запятой надо взять в кавычки: {sentence}   или две: {two}",
    "hint-name": "Товарищу нужно имя. Введите: {sentence}",
    "hint-names": "Каждому товарищу нужно имя. Введите: Создай alice, bob и carol как программистов",
    "example-read": "Прочитай {file}",
    "example-run": "Выполни {command}",
    "example-run-two": "Выполни ls и выполни pwd",
    "example-write": 'Запиши "привет" в notes.txt',
    "example-replace": 'Замени "ada" на "eve" в auth.py',
    "example-check": "Проверь req-1",
    "example-approve": "Утверди req-1",
    "example-broadcast": "Объяви: обед в полдень",
    "example-send": 'Скажи alice "привет"',
    "example-spawn-reading": "Создай alice, чтобы прочитать auth.py",
    "example-spawn-task": 'Создай alice с задачей "прочитать auth.py"',
    "example-reject": 'Отклони план bob, потому что "уже поздно"',
    "api-asks-to-wait": "API просит подождать {seconds} с (попытка {attempt} из {attempts})",
    "api-silent": "API не ответил на запрос: повтор через {seconds} с (попытка {attempt} из {attempts})",
    "waits-for-player": "Ожидание до {seconds} с, пока завершится процесс, который играет за {member}.",
    "stopped-in": "Остановлено. Папка сеанса: {folder} (чтобы продолжить, добавьте {options} --resume)",
    "interrupted-in": "{@message} Папка сеанса: {folder} (чтобы продолжить, добавьте {options} --resume)",
    "interrupted-member": "{@message} Папка сеанса: {folder} (та же команда продолжит)",
    "nobody-plays": "За {member} ещё никто не играет: ожидание. В другом терминале: {command}",
    "player-gone":
      "{member} отсутствует, его процесс завершился: ожидание его возвращения. В другом терминале: {command}",
    "output-fails": "Вывод не удаётся записать ({cause}).",
    "usage-error": "ошибка в командной строке: {@message}",
    "unexpected-fault": "непредвиденный сбой: {message}",
    "package-missing": "Не установлен пакет {name}, который нужен этой команде. В папке проекта: npm ci",
    "takes-choices": "{option} принимает {choices}, но не {value}.",
    "between-choices": " или ",
    "column-kind": "вид",
    "column-asked-by": "кто просит",
    "column-answered-by": "кто отвечает",
    "column-answer": "ответ",
    "answer-none": "нет ответа",
    "answer-yes": "да",
    "answer-no": "нет",
    "help-practice": `Использование: ./user_code/practice.ts [параметры]

Одна программа, двое ворот. Выберите, что скажут каждые ворота, и посмотрите, какие закрыты.

  --plan approve|reject   решение lead о плане: утвердить или отклонить            (по умолчанию: approve)
  --decision allow|deny   решение хоста о запуске main.py: разрешить или запретить (по умолчанию: deny)
  --dir DIR               папка сеанса, пустая или ещё не существующая
                                                             (по умолчанию: новая временная папка)
  --expected TEXT         что должен напечатать main.py                            (по умолчанию: 42)
{store}  --resume                продолжить сеанс, который там лежит, с тем же выбором: как бы он ни был остановлен,
                          сделанное не делается снова
  --json                  по событию в строке, в формате JSON и по-английски; последнее — итог
  --step                  ждать после каждого события: Enter — дальше, s — состояние и почтовые ящики,
                          q — выход
  --show-model            под каждым ответом: что было в обращении к модели и что она ответила
  --model scripted|anthropic
                          кто играет за модель: сценарий или живая модель          (по умолчанию: scripted)
                          живой нужны ANTHROPIC_MODEL и ключ: ANTHROPIC_API_KEY_FILE называет файл с ним
                          (права 600, или /dev/stdin), который запущенной программе увидеть труднее, чем
                          ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL учитывается
{language}  --help                  показать этот текст

Код завершения: 0 путь пройден до конца (закрытые ворота — тоже итог), 1 сбой, 2 неверная командная строка.
`,
    "help-member": `Использование: ./user_code/member.ts --dir DIR --as lead|reader|reviewer [параметры]

Практика, в которой играют несколько процессов: запустите по одному на каждого участника, каждый в своём терминале.
Они ждут друг друга. Ctrl-C завершает один из них; запущенный снова, он продолжает.

  --dir DIR               папка сеанса; её готовит тот, кто пришёл первым
{store}  --as lead|reader|reviewer
                          участник, за которого играет этот процесс
  --plan approve|reject   с --as lead: решение lead о плане                 (по умолчанию: approve)
  --decision allow|deny   с --as reader: решение хоста о запуске            (по умолчанию: deny)
  --expected TEXT         с --as reader: что должен напечатать main.py      (по умолчанию: 42)
  --json                  по событию в строке, в формате JSON и по-английски; последнее — итог
{language}  --help                  показать этот текст

Код завершения: 0 путь пройден до конца (закрытые ворота — тоже итог), 1 сбой, 2 неверная командная строка.
`,
    "help-sentences": `Что я понимаю (также по-английски, по-китайски, по-испански и по-португальски):
  Создай alice как программиста      с задачей: «... с рискованной задачей рефакторинга», «..., чтобы прочитать auth.py»
  Попроси alice о shutdown           или: запроси её shutdown, закрой alice
  Покажи товарищей                   или: статус
  Попроси charlie отправить план     затем: покажи план charlie
  Утверди план charlie               или: утверди его, утверди req-3; хорошо, если ждёт один план
  Отклони план bob, потому что ...   то, что написано за «потому что», получит bob
  Скажи charlie попробовать ещё раз  делает вызов из его последнего плана, если пустят ворота
  Скажи alice ...                    письмо; «Объяви ...» — рассылка всем
  Выполни ls  ·  Прочитай auth.py  ·  Запиши привет в notes.txt  ·  Замени A на B в auth.py
  Проверь req-1  ·  Покажи планы  ·  Прочитай почту  ·  Подожди
Несколько сразу: соедините их словами «и», «затем», запятой или точкой. Я делаю всю строку или ничего.
Текст и команды с такими связками берите в кавычки: Выполни "ls и прочее"   Скажи alice "Прочти. Затем отдохни."`,
    "help-console": `Использование: ./user_code/console.ts [параметры]

Говорите с lead команды агентов: создавайте товарищей, просматривайте их планы, просите о shutdown.

  --tour                  сыграть пять упражнений урока и выйти
  --tour=guards           сыграть то, чему отказывают, и каким стражем (лучше с --decision allow)
  --decision allow|deny   отвечать так на каждый вопрос хоста: разрешить или запретить
                          (по умолчанию: в терминале спрашивают вас, в остальных случаях — запрет)
  --show-model            каждый ответ модели: что было в обращении и что она ответила
  --dir DIR               папка сеанса: пустая, ещё не существующая или от прежнего сеанса, который
                          будет продолжен  (по умолчанию: новая временная папка)
{store}{language}  --help                  показать этот текст

Можно вводить и через канал: одна строка — один круг.
Код завершения: 0 вы вышли, 1 сбой, 2 неверная командная строка, 130 остановлено сигналом.
`,
    "help-store": `  --store URL             база данных PostgreSQL вместо папки, для команды на нескольких машинах:
                          postgres://user@host/database  (по умолчанию: TWO_GATES_STORE, если нет --dir)
  --session NAME          сеанс в этой базе данных
`,
    "help-language": `  --lang en|zh|es|pt|ru   язык всего этого, кроме --json (по умолчанию: язык из LC_ALL, LC_MESSAGES или LANG,
                          иначе английский)
`,
  },
  refusals: {
    "--{option} is given twice. Give it once.": "--{option} указан дважды. Укажите его один раз.",
    "{word} is one word too many. See --help.": "{word} — лишнее слово. Смотрите --help.",
    "Unknown option '{option}'. See --help for the options.":
      "Нет параметра «{option}». Параметры перечислены в --help.",
    "Option '{option}' argument missing. See --help for the options.":
      "У параметра «{option}» нет значения. Параметры перечислены в --help.",
    "Option '{option}' argument is ambiguous. See --help for the options.":
      "Значение параметра «{option}» можно понять двояко. Параметры перечислены в --help.",
    "Option '{option}' does not take an argument. See --help for the options.":
      "У параметра «{option}» не бывает значения. Параметры перечислены в --help.",
    "Unexpected argument '{word}'. See --help for the options.":
      "Лишний аргумент «{word}». Параметры перечислены в --help.",
    "--dir needs the name of a folder.": "--dir требует имени папки.",
    "--dir needs the name of the folder that all members share.":
      "--dir требует имени папки, общей для всех участников.",
    "--dir names a folder and --store a database: a session is in one of them.":
      "--dir называет папку, а --store базу данных: сеанс находится в чём-то одном.",
    "--as needs the member to play: lead, reader or reviewer.":
      "--as требует имени участника, за которого играть: lead, reader или reviewer.",
    "--{option} is for the {owner}: give it to --as {owner}, not to --as {member}.":
      "--{option} относится к {owner}: укажите его с --as {owner}, а не с --as {member}.",
    "--expected needs the text that main.py should print.":
      "--expected требует текста, который должен напечатать main.py.",
    "--resume goes on with a session that is there: name its folder with --dir.":
      "--resume продолжает уже существующий сеанс: назовите его папку с помощью --dir.",
    "--step waits for keys and --json is for programs: use one.":
      "--step ждёт нажатий клавиш, а --json предназначен для программ: выберите одно.",
    "--step reads from standard input, so the key cannot come that way. Name a file instead.":
      "--step читает стандартный ввод, поэтому ключ не может прийти этим путём. Назовите файл.",
    "--store needs a URL: postgres://user@host/database.":
      "--store требует URL: postgres://user@host/database.",
    "--session names a session in a store: give --store, or set TWO_GATES_STORE.":
      "--session называет сеанс в базе данных: укажите --store или задайте TWO_GATES_STORE.",
    "{option} names a store: give --session the name of the session in it, or --dir a folder.":
      "{option} называет базу данных: укажите --session с именем сеанса в ней или --dir с папкой.",
    "This session was started without --expected, not with --expected {given}. Go on with the choices that it has, or name a new folder.":
      "Этот сеанс начат без --expected, а не с --expected {given}. Продолжайте с тем выбором, который у него есть, или назовите новую папку.",
    "This session was started with --expected {kept}, not without --expected. Go on with the choices that it has, or name a new folder.":
      "Этот сеанс начат с --expected {kept}, а не без --expected. Продолжайте с тем выбором, который у него есть, или назовите новую папку.",
    "This session was started with {kept}, not with {given}. Go on with the choices that it has, or name a new folder.":
      "Этот сеанс начат с {kept}, а не с {given}. Продолжайте с тем выбором, который у него есть, или назовите новую папку.",
    "ANTHROPIC_API_KEY is longer than any key. It must hold the key alone.":
      "ANTHROPIC_API_KEY длиннее любого ключа. Там должен быть только ключ.",
    "ANTHROPIC_API_KEY holds more than one line. It must hold the key alone.":
      "В ANTHROPIC_API_KEY больше одной строки. Там должен быть только ключ.",
    "ANTHROPIC_API_KEY holds a space or a character that no key has. Set it anew.":
      "В ANTHROPIC_API_KEY есть пробел или символ, которого в ключах не бывает. Задайте ключ заново.",
    "The file of ANTHROPIC_API_KEY_FILE is empty. Put your key into it, on one line.":
      "Файл из ANTHROPIC_API_KEY_FILE пуст. Положите в него свой ключ, одной строкой.",
    "The file of ANTHROPIC_API_KEY_FILE is longer than any key. It must hold the key alone.":
      "Файл из ANTHROPIC_API_KEY_FILE длиннее любого ключа. Там должен быть только ключ.",
    "The file of ANTHROPIC_API_KEY_FILE holds more than one line. It must hold the key alone.":
      "В файле из ANTHROPIC_API_KEY_FILE больше одной строки. Там должен быть только ключ.",
    "The file of ANTHROPIC_API_KEY_FILE holds a space or a character that no key has. Set it anew.":
      "В файле из ANTHROPIC_API_KEY_FILE есть пробел или символ, которого в ключах не бывает. Запишите ключ заново.",
    "ANTHROPIC_API_KEY_FILE names a folder, not a file.": "ANTHROPIC_API_KEY_FILE называет папку, а не файл.",
    "ANTHROPIC_API_KEY_FILE names neither a regular file nor an open descriptor.":
      "ANTHROPIC_API_KEY_FILE не называет ни обычного файла, ни открытого дескриптора.",
    "ANTHROPIC_API_KEY_FILE names a file that others may read or write. Take that from them: chmod 600 FILE.":
      "ANTHROPIC_API_KEY_FILE называет файл, который могут читать или менять другие. Отнимите у них это право: chmod 600 FILE.",
    "ANTHROPIC_API_KEY_FILE names a descriptor with nothing to read. Through npx or npm, only standard input reaches the practice: /dev/stdin.":
      "ANTHROPIC_API_KEY_FILE называет дескриптор, из которого нечего читать. Через npx или npm до практики доходит только стандартный ввод: /dev/stdin.",
    "ANTHROPIC_API_KEY_FILE names a file that is not there.":
      "ANTHROPIC_API_KEY_FILE называет файл, которого нет.",
    "ANTHROPIC_API_KEY_FILE names a file that you may not read.":
      "ANTHROPIC_API_KEY_FILE называет файл, читать который у вас нет права.",
    "ANTHROPIC_API_KEY_FILE names what cannot be read ({cause}).":
      "ANTHROPIC_API_KEY_FILE называет то, что нельзя прочитать ({cause}).",
    "--model anthropic needs ANTHROPIC_API_KEY and ANTHROPIC_MODEL in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "Для --model anthropic нужны переменные окружения ANTHROPIC_API_KEY и ANTHROPIC_MODEL: ваш собственный ключ Claude API (или ANTHROPIC_API_KEY_FILE, который называет файл с ним) и имя модели. Без --model за модель играет сценарий, и ему не нужно ни то ни другое.",
    "--model anthropic needs {missing} in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "Для --model anthropic нужно задать в окружении {missing}: ваш собственный ключ Claude API (или ANTHROPIC_API_KEY_FILE, который называет файл с ним) и имя модели. Без --model за модель играет сценарий, и ему не нужно ни то ни другое.",
    "ANTHROPIC_BASE_URL must be an http or https address without a user name, a password or a query, such as http://127.0.0.1:8080.":
      "ANTHROPIC_BASE_URL должен быть адресом http или https без имени пользователя, пароля и строки запроса, например http://127.0.0.1:8080.",
    "The API's answer is no JSON ({said}). {@advice}": "Ответ API — не JSON ({said}). {@advice}",
    "The API's answer has not the shape of a response ({said}). {@advice}":
      "Ответ API не имеет вида ответа ({said}). {@advice}",
    "The API's answer gives a tool call the id of another one ({id}). No tool call of it was run. {@advice}":
      "В ответе API у вызова инструмента тот же id, что у другого ({id}). Ни один его вызов не выполнен. {@advice}",
    "The API's answer holds half of a surrogate pair in its thinking, which no later request could send back. No tool call of it was run. Start a new session.":
      "В рассуждении из ответа API есть половина суррогатной пары, которую не удалось бы отправить обратно. Ни один его вызов не выполнен. Начните новый сеанс.",
    "The API is too slow: an answer of up to {tokens} tokens may take {time}, and this one was not whole by then. Try later, or name a faster model in ANTHROPIC_MODEL.":
      "API слишком медленный: на ответ длиной до {tokens} токенов отводится {time}, и этот к тому времени не был готов. Повторите позже или назовите в ANTHROPIC_MODEL модель быстрее.",
    "The response stopped with {reason}: the response was longer than max_tokens. No tool call of it was run. Start a new session.":
      "Ответ остановился с {reason}: он длиннее max_tokens. Ни один его вызов не выполнен. Начните новый сеанс.",
    "The response stopped with {reason}: the history is longer than the model can take. No tool call of it was run. Start a new session.":
      "Ответ остановился с {reason}: история длиннее, чем принимает модель. Ни один его вызов не выполнен. Начните новый сеанс.",
    "The response stopped with {reason}: the model refused to answer. No tool call of it was run. Start a new session.":
      "Ответ остановился с {reason}: модель отказалась отвечать. Ни один его вызов не выполнен. Начните новый сеанс.",
    "The response stopped with {reason}: the API paused a long turn, which this loop does not resume. No tool call of it was run. Start a new session.":
      "Ответ остановился с {reason}: API приостановил длинный ход, а этот цикл такие не возобновляет. Ни один его вызов не выполнен. Начните новый сеанс.",
    "The response stopped with {reason}: a stop sequence was met, though none was asked for. No tool call of it was run. Start a new session.":
      "Ответ остановился с {reason}: встретилась стоп-последовательность, хотя её не задавали. Ни один его вызов не выполнен. Начните новый сеанс.",
    "The response stopped with {reason}: this loop does not know that reason. No tool call of it was run. Start a new session.":
      "Ответ остановился с {reason}: эта причина циклу неизвестна. Ни один его вызов не выполнен. Начните новый сеанс.",
    "The API does not serve this key ({said}). {@advice}": "API не обслуживает этот ключ ({said}). {@advice}",
    "The API is overloaded or limits this key ({said}). {@advice}":
      "API перегружен или ограничивает этот ключ ({said}). {@advice}",
    "The API failed ({said}). {@advice}": "Сбой API ({said}). {@advice}",
    "The API refused the request ({said}). {@advice}": "API отклонил запрос ({said}). {@advice}",
    "The connection to {address} failed or broke off ({cause}). Check the network and ANTHROPIC_BASE_URL, then try again.":
      "Соединение с {address} не удалось или оборвалось ({cause}). Проверьте сеть и ANTHROPIC_BASE_URL и повторите.",
    "Check that ANTHROPIC_BASE_URL names a Messages API, then try again.":
      "Проверьте, что ANTHROPIC_BASE_URL называет Messages API, и повторите.",
    "Check the key in ANTHROPIC_API_KEY or in the file of ANTHROPIC_API_KEY_FILE, and its account.":
      "Проверьте ключ в ANTHROPIC_API_KEY или в файле из ANTHROPIC_API_KEY_FILE и его учётную запись.",
    "Check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.": "Проверьте ANTHROPIC_MODEL и ANTHROPIC_BASE_URL.",
    "It was asked once; try later.": "Запрос отправлен один раз; повторите позже.",
    "It was asked {attempts} times; try later.": "Запрос отправлен, попыток: {attempts}; повторите позже.",
    "It was asked once, and asks to wait {time}; try later.":
      "Запрос отправлен один раз, API просит подождать {time}; повторите позже.",
    "It was asked {attempts} times, and asks to wait {time}; try later.":
      "Запрос отправлен, попыток: {attempts}; API просит подождать {time}; повторите позже.",
    "It was asked once, and asks to wait {time}, while a call waits {most} at most; try later.":
      "Запрос отправлен один раз, API просит подождать {time}, а вызов ждёт не дольше {most}; повторите позже.",
    "It was asked {attempts} times, and asks to wait {time}, while a call waits {most} at most; try later.":
      "Запрос отправлен, попыток: {attempts}; API просит подождать {time}, а вызов ждёт не дольше {most}; повторите позже.",
    "The model's answer to {member} gives a tool call the id of another one ({id}). No tool call of it was run. Each call needs an id of its own.":
      "В ответе модели для {member} у вызова инструмента тот же id, что у другого ({id}). Ни один его вызов не выполнен. У каждого вызова должен быть свой id.",
    "Model call {call}, by {member}, is one too many: the script ends after step {steps}. Add a step for it, or find out why the loop went on.":
      "Вызов модели {call}, от {member}, лишний: сценарий заканчивается после шага {steps}. Добавьте для него шаг или выясните, почему цикл продолжился.",
    "The run ended after {calls} model calls and left {left} of the script's steps unused, next one for {member}. Remove them, or find out why the loop stopped early.":
      "Запуск закончился, вызовов модели: {calls}, а шагов сценария осталось: {left}; следующий — для {member}. Уберите их или выясните, почему цикл остановился раньше времени.",
    "Step {step} of the script: {part} differs.\n  expected: {expected}\n  received: {received}":
      "Шаг {step} сценария: {part} отличается.\n  ожидалось: {expected}\n  получено: {received}",
    "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: PYTHON=/path/to/python3.":
      "В PATH нет python3. Установите Python 3 (https://www.python.org/downloads/) или назовите интерпретатор: PYTHON=/path/to/python3.",
    "PYTHON names {name}, which is no program that can be run. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON называет {name}, а это не программа, которую можно запустить. Задайте в PYTHON интерпретатор Python 3: PYTHON=/path/to/python3.",
    "PYTHON names {name}, and no such program is on PATH. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON называет {name}, а такой программы в PATH нет. Задайте в PYTHON интерпретатор Python 3: PYTHON=/path/to/python3.",
    "{path} is no Python 3 that can be run here: {@why}. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "{path} — не Python 3, который здесь можно запустить: {@why}. Задайте в PYTHON интерпретатор Python 3: PYTHON=/path/to/python3.",
    "it does not answer like one": "он отвечает не как Python 3",
    "nothing that it starts can run": "ничто из запущенного им не может работать",
    "it does not answer": "он не отвечает",
    "it says {text}": "он говорит {text}",
    "it ends with exit code {code}": "он завершается с кодом {code}",
    "it does not run": "он не запускается",
    "Here an approved program can reach the session folder.":
      "Здесь утверждённой программе доступна папка сеанса.",
    "Here an approved program can reach your other processes.":
      "Здесь утверждённой программе доступны ваши другие процессы.",
    "Here an approved program can reach the session folder and your other processes.":
      "Здесь утверждённой программе доступны папка сеанса и ваши другие процессы.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder.":
      "Эта машина не даёт программам собственных номеров процессов: запущенное ими завершает монитор, и утверждённой программе доступна папка сеанса.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach your other processes.":
      "Эта машина не даёт программам собственных номеров процессов: запущенное ими завершает монитор, и утверждённой программе доступны ваши другие процессы.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder and your other processes.":
      "Эта машина не даёт программам собственных номеров процессов: запущенное ими завершает монитор, и утверждённой программе доступны папка сеанса и ваши другие процессы.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder.":
      "Эта машина не может удержать то, что уходит из своей группы процессов: такой процесс может пережить свой вызов, и утверждённой программе доступна папка сеанса.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach your other processes.":
      "Эта машина не может удержать то, что уходит из своей группы процессов: такой процесс может пережить свой вызов, и утверждённой программе доступны ваши другие процессы.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder and your other processes.":
      "Эта машина не может удержать то, что уходит из своей группы процессов: такой процесс может пережить свой вызов, и утверждённой программе доступны папка сеанса и ваши другие процессы.",
    "There is no main.py in {folder} that could be run: it is missing, a link, or too large.":
      "В {folder} нет main.py, который можно запустить: его нет, это ссылка или он слишком велик.",
    "{path}, which ran before, is no program that can be run any more.":
      "{path} раньше запускался, но теперь это не программа, которую можно запустить.",
    "{program} could not be started ({cause}).": "{program} не удалось запустить ({cause}).",
    "The run was cancelled before its start.": "Запуск отменён до начала.",
    "main.py was started, and its process ended before it could say how. It is not started again, and its approval stays used.":
      "main.py был запущен, и его процесс завершился, не успев сказать чем. Второй раз его не запускают, и его утверждение остаётся израсходованным.",
    "Stopped by {signal}.": "Остановлено сигналом {signal}.",
    "{path} is not empty: it holds {names}. A session starts in an empty folder; name a new one.":
      "{path} — не пустая папка: в ней {names}. Сеанс начинается в пустой папке; назовите новую.",
    "{path} is not empty: it holds {names}, {count} more. A session starts in an empty folder; name a new one.":
      "{path} — не пустая папка: в ней {names} и ещё {count}. Сеанс начинается в пустой папке; назовите новую.",
    "{path} is not empty: it holds {names}. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} — не пустая папка: в ней {names}. Там был прерван сеанс ({left}). Сеанс начинается в пустой папке; назовите новую.",
    "{path} is not empty: it holds {names}, {count} more. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} — не пустая папка: в ней {names} и ещё {count}. Там был прерван сеанс ({left}). Сеанс начинается в пустой папке; назовите новую.",
    "{@refusal} What lies there is a practice: --resume goes on with it.":
      "{@refusal} Там лежит практика: --resume её продолжит.",
    "Another session has just started in {path}: name a new folder.":
      "В {path} только что начался другой сеанс: назовите новую папку.",
    "The files of the session could not be laid out in {path} ({cause}). {@remedy}":
      "Файлы сеанса не удалось разместить в {path} ({cause}). {@remedy}",
    "{path} cannot be used as a session folder ({cause}). {@remedy}":
      "{path} не годится в папки сеанса ({cause}). {@remedy}",
    "{path} cannot be made ({cause}), and the workspace lies in it. Set TMPDIR to another folder.":
      "{path} не удаётся создать ({cause}), а в ней должно лежать рабочее пространство. Задайте в TMPDIR другую папку.",
    "{path} cannot be read ({cause}), which is a part of the practice. {@remedy}":
      "{path} не удаётся прочитать ({cause}), а это часть практики. {@remedy}",
    "{path} cannot be written ({cause}), which is a part of the practice. {@remedy}":
      "{path} не удаётся записать ({cause}), а это часть практики. {@remedy}",
    "No folder can be made in {path} ({cause}). Name one with --dir, or set TMPDIR.":
      "В {path} не удаётся создать папку ({cause}). Назовите папку с помощью --dir или задайте TMPDIR.",
    "{path} is not a folder (a link is not followed). Name another one.":
      "{path} — не папка (по ссылке переход не делается). Назовите другую.",
    "{path} belongs to another user (uid {uid}), who can replace what lies below it. Name a folder that lies in one of your own.":
      "{path} принадлежит другому пользователю (uid {uid}), который может подменить лежащее внутри. Назовите папку, которая лежит в вашей собственной.",
    "{path} is a link that leads round in a circle.": "{path} — ссылка, которая ходит по кругу.",
    "Others can write to {path} (mode {mode}) and replace what lies below it. Run {command}, or name a folder elsewhere.":
      "В {path} могут писать другие (права {mode}) и подменить лежащее внутри. Выполните {command} или назовите папку в другом месте.",
    "{path} belongs to another user (uid {uid}), so what it holds is not trusted. Use one of your own, or take it over: {command}.":
      "{path} принадлежит другому пользователю (uid {uid}), поэтому содержимому нет доверия. Возьмите своё или станьте владельцем: {command}.",
    "Others can write to {path} (mode {mode}), so what it holds is not trusted. Look at it, then run {command}.":
      "В {path} могут писать другие (права {mode}), поэтому содержимому нет доверия. Посмотрите, что там, и выполните {command}.",
    "{path} cannot be looked at ({cause}). {@remedy}": "{path} не удаётся осмотреть ({cause}). {@remedy}",
    "Removed what an interrupted save left in {path}: {names}.":
      "Убрано то, что прерванное сохранение оставило в {path}: {names}.",
    "The disk is full: make room and try again.": "Диск заполнен: освободите место и повторите.",
    "Your share of the disk is full: make room and try again.":
      "Ваша доля диска заполнена: освободите место и повторите.",
    "The disk, or the connection to it, fails: look at it, or use another one.":
      "Диск или связь с ним неисправны: проверьте их или возьмите другой.",
    "Nothing can be written there: use another disk.": "Туда ничего нельзя записать: возьмите другой диск.",
    "Check that you may write there.": "Проверьте, что у вас есть право писать туда.",
    "Something on the way to it is gone: check the path.": "Чего-то на пути туда больше нет: проверьте путь.",
    "Something on the way to it is not a folder: check the path.":
      "Что-то на пути туда — не папка: проверьте путь.",
    "A folder stands in its place: move it away.": "На этом месте стоит папка: уберите её.",
    "A link stands there or on the way to it: use the real path.":
      "Там или на пути туда стоит ссылка: укажите настоящий путь.",
    "The path is too long: name a shorter one.": "Путь слишком длинный: назовите путь короче.",
    "Too many files are open: close some, or raise the limit (ulimit -n).":
      "Открыто слишком много файлов: закройте часть или поднимите предел (ulimit -n).",
    "Too many files are open on this machine: end some programs.":
      "На этой машине открыто слишком много файлов: завершите часть программ.",
    "Another program uses it: end that one and try again.":
      "Этим пользуется другая программа: завершите её и повторите.",
    "Mend the cause and try again.": "Устраните причину и повторите.",
    "Waiting for {path}: another process holds this lock, or was killed while it did.":
      "Ожидание {path}: эту блокировку держит другой процесс, или он был убит, пока держал её.",
    "The lock {path} is no longer ours, so nothing was saved. Another process took it over or removed it: try again.":
      "Блокировка {path} больше не наша, поэтому ничего не сохранено. Её забрал или убрал другой процесс: повторите.",
    "{path} bears a time that lies ahead, as after a change of the clock, and has not been given back for {seconds} s, so nothing was saved. End what holds it and try again; if nothing does, remove that folder.":
      "На {path} стоит время из будущего, как после перевода часов, и за {seconds} с её не вернули, поэтому ничего не сохранено. Завершите то, что её держит, и повторите; если её никто не держит, удалите эту папку.",
    "Another process has held {path} for {seconds} s, so nothing was saved. End it and try again; if none is running, remove that folder.":
      "Другой процесс держит {path} уже {seconds} с, поэтому ничего не сохранено. Завершите его и повторите; если такого процесса нет, удалите эту папку.",
    "The lock {path} cannot be made ({cause}), so nothing was saved. {@remedy}":
      "Блокировку {path} не удаётся создать ({cause}), поэтому ничего не сохранено. {@remedy}",
    "The lock {path} cannot be looked at ({cause}), so nothing was saved. {@remedy}":
      "Блокировку {path} не удаётся осмотреть ({cause}), поэтому ничего не сохранено. {@remedy}",
    "The file system of {path} does not keep the name of a file as it was given, so nobody could tell whose the lock is. Nothing was saved. Name a folder on another disk.":
      "Файловая система {path} не сохраняет имя файла таким, каким оно дано, поэтому нельзя было бы понять, чья это блокировка. Ничего не сохранено. Назовите папку на другом диске.",
    "{path} is a link, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} — ссылка, а блокировка — это папка, значит, её сделал не сеанс. Ничего не сохранено. Посмотрите на неё и уберите или назовите другую папку сеанса.",
    "{path} is a file, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} — файл, а блокировка — это папка, значит, его сделал не сеанс. Ничего не сохранено. Посмотрите на него и уберите или назовите другую папку сеанса.",
    "The lock {path} holds {names}, which no session put there. Nothing was saved. Look at it and move it away, or name another session folder.":
      "В блокировке {path} лежит {names}, и положил это не сеанс. Ничего не сохранено. Посмотрите на это и уберите или назовите другую папку сеанса.",
    "{path} could not be saved ({cause}). {@untouched} {@remedy}":
      "{path} не удалось сохранить ({cause}). {@untouched} {@remedy}",
    "The old letters are untouched.": "Прежние письма не тронуты.",
    "The session is as it was.": "Сеанс остался каким был.",
    "The log is as it was.": "Журнал остался каким был.",
    "The damaged file is as it was.": "Повреждённый файл остался каким был.",
    "{path} was changed by another program while it was locked, so nothing was saved. Try again.":
      "Другая программа изменила {path}, пока он был заблокирован, поэтому ничего не сохранено. Повторите.",
    "{path} has {bytes} bytes; {limit} are allowed. It was not read and is left as it is.":
      "Размер {path} — {bytes} Б; допускается {limit}. Файл не прочитан и оставлен как есть.",
    "{file}, line {line}: {@reason}. The file is left as it is; mend it or start a new session.":
      "{file}, строка {line}: {@reason}. Файл оставлен как есть; исправьте его или начните новый сеанс.",
    "not valid UTF-8": "неверный UTF-8",
    "the last line is cut off": "последняя строка обрезана",
    "only {count} messages are allowed": "писем допускается не больше {count}",
    "the id should be {id}": "id должен быть {id}",
    "the recipient should be {recipient}": "получатель должен быть {recipient}",
    "the sender is not on the team": "отправителя нет в команде",
    "nobody writes to themselves": "никто не пишет сам себе",
    "the body holds half of a surrogate pair": "в тексте половина суррогатной пары",
    "the body has {length} characters; 1 to {limit} are allowed":
      "в тексте символов: {length}; допускается от 1 до {limit}",
    "the key {key} stands twice": "ключ {key} встречается дважды",
    "not a record of exactly id, sender, recipient and body, all text":
      "это не запись ровно из id, sender, recipient и body, где всё — текст",
    "{file}, line {line}: {letters} is missing, which was there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file}, строка {line}: нет {letters}, а раньше было. Файл оставлен как есть; `doctor --repair` сохранит письма снова.",
    "{file}, line {line}: {letters} are missing, which were there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file}, строка {line}: нет {letters}, а раньше были. Файл оставлен как есть; `doctor --repair` сохранит письма снова.",
    "{path} is not a regular file, so it is neither read nor written.":
      "{path} — не обычный файл, поэтому его не читают и не пишут.",
    "{path} is not a regular file (a link is not followed), so it is neither read nor written.":
      "{path} — не обычный файл (по ссылке переход не делается), поэтому его не читают и не пишут.",
    "{path} is not a folder (a link is not followed), so it is neither read nor written.":
      "{path} — не папка (по ссылке переход не делается), поэтому её не читают и в неё не пишут.",
    "{path} is not readable ({cause}), so it is neither read nor written. {@remedy}":
      "{path} не читается ({cause}), поэтому его не читают и не пишут. {@remedy}",
    "{file} lies in the session folder already, though no member of this session bore that name. Move it away, or choose another name.":
      "{file} уже лежит в папке сеанса, хотя такого имени ни у одного участника этого сеанса не было. Уберите файл или выберите другое имя.",
    "The {@what} must be text, not {value}.": "{@what}: нужен текст, а не {value}.",
    "The {@what} holds half of a surrogate pair. Send well-formed Unicode text.":
      "{@what}: есть половина суррогатной пары. Отправьте правильный текст Unicode.",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Shorten it: nothing is cut.":
      "{@what}: символов {length}; допускается от {minimum} до {maximum}. Сократите: ничего не обрезается.",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Write something.":
      "{@what}: символов {length}; допускается от {minimum} до {maximum}. Напишите что-нибудь.",
    "message body": "текст письма",
    "request's payload": "текст запроса",
    feedback: "пояснение",
    role: "роль",
    prompt: "задание",
    "A message cannot start with {prefix}: only the protocol functions write such letters.":
      "Письмо не может начинаться с {prefix}: такие письма пишут только функции протокола.",
    "The mailbox of {recipient} holds {count} messages, which is its limit. No old letter is overwritten: start a new session.":
      "В почтовом ящике {recipient} писем: {count}, это предел. Прежние письма не затираются: начните новый сеанс.",
    "With this letter the mailbox of {recipient} would take {bytes} bytes; {limit} are allowed. Shorten the letter, or start a new session.":
      "С этим письмом почтовый ящик {recipient} занял бы {bytes} Б; допускается {limit}. Сократите письмо или начните новый сеанс.",
    "{member} cannot write to {member}: a letter goes to another member. Nothing was saved.":
      "{member} не может писать сам себе ({member}): письмо идёт другому участнику. Ничего не сохранено.",
    "{member} is closed and can no longer send letters. Nothing was saved.":
      "{member} закрыт и больше не может отправлять письма. Ничего не сохранено.",
    "{member} is closed and can no longer receive letters. Nothing was saved.":
      "{member} закрыт и больше не может получать письма. Ничего не сохранено.",
    "{name} cannot be a member's name: {file}.jsonl is the session's log. Choose another.":
      "{name} не может быть именем участника: {file}.jsonl — журнал сеанса. Выберите другое.",
    "{name} cannot be a member's name. Use a small letter, then up to 23 small letters, digits or hyphens.":
      "{name} не может быть именем участника. Возьмите строчную латинскую букву, за ней до 23 строчных букв, цифр или дефисов.",
    "There is no member {name}. The team: {members}.": "Нет участника {name}. Команда: {members}.",
    "This session has opened {limit} requests, which is its limit, finished ones included. Start a new session.":
      "В этом сеансе открыто запросов: {limit}, это предел, считая завершённые. Начните новый сеанс.",
    "{request}, the same plan request, is still pending. Wait until it is answered and matched.":
      "{request}, такой же запрос плана, ещё pending. Подождите, пока на него ответят и ответ сопоставят.",
    "{request}, the same shutdown request, is still pending. Wait until it is answered and matched.":
      "{request}, такой же запрос shutdown, ещё pending. Подождите, пока на него ответят и ответ сопоставят.",
    "{member} is closed: it can neither plan nor be shut down.":
      "{member} закрыт: он не может ни предложить план, ни получить запрос shutdown.",
    "No request {request} waits for an answer of {member}. Only the target of a request can answer it.":
      "Нет запроса {request}, который ждёт ответа от {member}. На запрос отвечает только тот, кому он адресован.",
    "{member} has opened no request {request}. Only who asked can take a request back.":
      "{member} не открывал запроса {request}. Отозвать запрос может только тот, кто просил.",
    "{request} is already decided ({first}). The first reply stays; open a new request to decide anew.":
      "{request} уже решён ({first}). Первый ответ остаётся; чтобы решить заново, откройте новый запрос.",
    "{request} is answered already (approve {answer}) and cannot be withdrawn. Take in the answer.":
      "На {request} уже ответили (approve {answer}), отозвать его нельзя. Примите ответ.",
    "{request} is {status} and no longer waits for a reply.":
      "{request} в статусе {status} и больше не ждёт ответа.",
    "{sender} cannot send a {kind} request to {target}. A plan goes from a teammate to the lead, a shutdown from the lead to a teammate.":
      "{sender} не может отправить запрос {kind} участнику {target}. План идёт от товарища к lead, shutdown — от lead к товарищу.",
    "A request is of the kind plan or shutdown, not {kind}.":
      "Запрос бывает вида plan или shutdown, но не {kind}.",
    "approve must be true or false, not {value}.": "approve должен быть true или false, а не {value}.",
    "{member} is closed and in no state any more. Its name can be given to a new member.":
      "{member} закрыт, и состояния у него больше нет. Его имя можно дать новому участнику.",
    "No shutdown request waits for an answer of {member}.":
      "Нет запроса shutdown, который ждёт ответа от {member}.",
    "{member} is played by another process, so nothing was changed. End that one first, or play another member.":
      "За {member} играет другой процесс, поэтому ничего не изменено. Сначала завершите его или играйте за другого участника.",
    "{member} is played by another process ({process}), so nothing was changed. End that one first, or play another member.":
      "За {member} играет другой процесс ({process}), поэтому ничего не изменено. Сначала завершите его или играйте за другого участника.",
    "The notes of the practice in session.json are not as it writes them. Start a new session in another folder.":
      "Заметки практики в session.json не такие, какими она их пишет. Начните новый сеанс в другой папке.",
    "{path} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another folder.":
      "{path} — сеанс программы {program}, а не {wanted}. В нём ничего не тронуто: откройте его программой {program} или назовите другую папку.",
    "{path} has version {version}; this program reads version {known}. Nothing in it was touched: use the version of the program that made it, or name another folder.":
      "У {path} версия {version}; эта программа читает версию {known}. Ничего не тронуто: возьмите ту версию программы, которая его создала, или назовите другую папку.",
    "{path} is not as this program leaves it: {@reason}. Nothing was touched; `doctor --dir` on its folder says more.":
      "{path} не такой, каким его оставляет эта программа: {@reason}. Ничего не тронуто; `doctor --dir` с его папкой скажет больше.",
    "it has {bytes} bytes, and {limit} are allowed": "его размер {bytes} Б, а допускается {limit}",
    "it is not valid UTF-8": "неверный UTF-8",
    "it is no JSON": "это не JSON",
    "it has no version": "у него нет версии",
    "members.{key}: its name is {name}": "members.{key}: его имя {name}",
    "the log holds {events} events and the session {told}: an older state was put back":
      "событий в журнале {events}, а в сеансе {told}: вернули более старое состояние",
    "the log holds {events} events, and {stood} stood in it": "событий в журнале {events}, а было {stood}",
    "With this the session would take {bytes} bytes; {limit} are allowed. Nothing was saved: start a new session.":
      "С этим сеанс занял бы {bytes} Б; допускается {limit}. Ничего не сохранено: начните новый сеанс.",
    "There is no session in {folder}: it holds no session.json. Nothing was touched. Name the folder of a session, or start one.":
      "В {folder} нет сеанса: там нет session.json. Ничего не тронуто. Назовите папку сеанса или начните новый.",
    "{path} is not a regular file, so it is neither read nor written. A link is not followed.":
      "{path} — не обычный файл, поэтому его не читают и не пишут. По ссылке переход не делается.",
    "{path} cannot be read ({cause}), so it is neither read nor written. {@remedy}":
      "{path} не удаётся прочитать ({cause}), поэтому его не читают и не пишут. {@remedy}",
    "{path} is not the log of a session: its last line bears no number, or it is no regular file. It is left as it is. Move it away, or name another folder.":
      "{path} — не журнал сеанса: в последней строке нет номера, или это не обычный файл. Он оставлен как есть. Уберите его или назовите другую папку.",
    "{path} could not be written or read ({cause}). {@remedy}":
      "{path} не удалось записать или прочитать ({cause}). {@remedy}",
    "{part} waits for {file}, which cannot be read: nobody can tell whether a letter was saved there. Nothing was changed. Mend that file first; `doctor --dir` says what is wrong with it.":
      "{part} ждёт {file}, а прочитать его нельзя: никто не знает, сохранено ли там письмо. Ничего не изменено. Сначала исправьте этот файл; `doctor --dir` скажет, что с ним не так.",
    "The mark of the start, {path}, cannot be kept ({cause}). {@remedy}":
      "Метку запуска, {path}, не удаётся сохранить ({cause}). {@remedy}",
    "{path} cannot be written ({cause}), so nobody could see who plays the member. {@remedy}":
      "{path} не удаётся записать ({cause}), и никто не увидел бы, кто играет за участника. {@remedy}",
    "{path} cannot be made ({cause}), so the damaged file was not replaced. Copy it away by hand and remove it.":
      "{path} не удаётся создать ({cause}), поэтому повреждённый файл не заменён. Скопируйте его вручную в другое место и удалите.",
    "{name} cannot be a session's name. Use up to 63 small letters, digits and hyphens, no hyphen first.":
      "{name} не может быть именем сеанса. Возьмите до 63 строчных латинских букв, цифр и дефисов, дефис не первым.",
    "{name} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another session.":
      "{name} — сеанс программы {program}, а не {wanted}. В нём ничего не тронуто: откройте его программой {program} или назовите другой сеанс.",
    "There is no session {name} in {store}. Nothing was touched. Name one that is there, or start one.":
      "В {store} нет сеанса {name}. Ничего не тронуто. Назовите существующий или начните новый.",
    "There is no session {name} in {store} any more: another of its name was made since. Nothing was touched. Name one that is there, or start one.":
      "Сеанса {name} в {store} больше нет: с тех пор создан другой с тем же именем. Ничего не тронуто. Назовите существующий или начните новый.",
    "There is a session {name} of the {program} in {store} already. Name another, or go on with that one.":
      "В {store} уже есть сеанс {name} программы {program}. Назовите другой или продолжите этот.",
    "There is no session in this store: it has no tables of this program yet. Nothing was touched. Name another database, or start a session.":
      "В этой базе данных нет сеансов: в ней ещё нет таблиц этой программы. Ничего не тронуто. Назовите другую базу данных или начните сеанс.",
    "What stands for a host in it is no host, or no host with a port.":
      "На месте сервера в нём стоит не сервер и не сервер с портом.",
    "In its password, @ is to be written as %40, / as %2F, ? as %3F and % as %25.":
      "В пароле @ пишется как %40, / как %2F, ? как %3F и % как %25.",
    "The server at {server} hung up ({cause}): start it again, or check the URL of the store. One that speaks no TLS hangs up on sslmode=require and stricter.":
      "Сервер {server} оборвал связь ({cause}): запустите его снова или проверьте URL базы данных. Сервер без TLS обрывает связь при sslmode=require и строже.",
    "The role must be well-formed text, not {value}.": "Роль должна быть правильным текстом, а не {value}.",
    "The connection to {store} was lost in the moment of keeping, and no server could be asked since: whether this was kept shows when the store answers again. Nothing is half done.":
      "Связь с {store} прервалась в момент сохранения, и с тех пор спросить было некого: сохранилось ли это, станет видно, когда база данных снова ответит. Ничего не сделано наполовину.",
    "Another process has held the session in {store} for too long, so nothing was saved. End it and try again.":
      "Другой процесс слишком долго держал сеанс в {store}, поэтому ничего не сохранено. Завершите его и повторите.",
    "What stands in {store} does not go with what was to be saved: {said}. Nothing was changed: put back what was there, or start a new session.":
      "То, что лежит в {store}, не сходится с тем, что надо было сохранить: {said}. Ничего не изменено: верните то, что было, или начните новый сеанс.",
    "The letters of {member} have {bytes} bytes; {limit} are allowed. They are left as they are.":
      "Размер писем участника {member} — {bytes} Б; допускается {limit}. Они оставлены как есть.",
    "{member} of {session} is played by a process, so nothing was removed. End that one first.":
      "За {member} в {session} играет процесс, поэтому ничего не удалено. Сначала завершите его.",
    "The row of {place} is not as this program leaves it: {said}. Nothing was touched: put back what was there, or start a new session.":
      "Строка {place} не такая, какой её оставляет эта программа: {said}. Ничего не тронуто: верните то, что было, или начните новый сеанс.",
    "The tables of the store have version {version}; this program reads version {known}. Nothing in them was touched: use the version of the program that made them, or name another database.":
      "У таблиц базы данных версия {version}; эта программа читает версию {known}. В них ничего не тронуто: возьмите ту версию программы, которая их создала, или назовите другую базу данных.",
    "A store needs the package postgres, which is not installed: run `npm install postgres@3.4`.":
      "Для базы данных нужен пакет postgres, а он не установлен: выполните `npm install postgres@3.4`.",
    "The database at {server} keeps its texts in {encoding}, and letters need UTF8: make it with `createdb --encoding=UTF8 --template=template0`, or name another.":
      "База данных на {server} хранит тексты в {encoding}, а письмам нужен UTF8: создайте её командой `createdb --encoding=UTF8 --template=template0` или назовите другую.",
    "The URL of the store leads to a pooler that shares connections between transactions, and who plays a member is known by a connection of its own: name the server itself, or a pooler in session mode.":
      "URL ведёт к пулу, который делит соединения между транзакциями, а кто играет за участника, видно по отдельному соединению: назовите сам сервер или пул в режиме сеансов.",
    "The URL of the store cannot be used. {@reason}": "Этот URL базы данных не годится. {@reason}",
    "Name it as postgres://user@host/database; several hosts are divided by commas.":
      "Запишите его как postgres://user@host/database; несколько серверов разделяются запятыми.",
    "target_session_attrs={value} asks for a server that may not be written, and a session is written: use read-write.":
      "target_session_attrs={value} просит сервер, в который, возможно, нельзя писать, а в сеанс пишут: укажите read-write.",
    "A % in it is to be written as %25.": "Символ % в нём пишется как %25.",
    "sslmode={value} is none: use disable, prefer, require, verify-ca or verify-full.":
      "sslmode={value} не бывает: возьмите disable, prefer, require, verify-ca или verify-full.",
    "{setting} names {path}, which cannot be read ({cause}).":
      "{setting} называет {path}, а прочитать это нельзя ({cause}).",
    "The server at {server} refuses the password of {user}: check it in the URL, or in PGPASSWORD.":
      "Сервер {server} не принимает пароль пользователя {user}: проверьте его в URL или в PGPASSWORD.",
    "The server at {server} does not let {user} into {database}: check the user, its pg_hba.conf, and sslmode.":
      "Сервер {server} не пускает {user} в {database}: проверьте пользователя, pg_hba.conf и sslmode.",
    "There is no database {database} at {server}: make it with {command}, or name another.":
      "На {server} нет базы данных {database}: создайте её командой {command} или назовите другую.",
    "{user} may not make or use the tables in {database} at {server}: let its owner run {command}, or name another database.":
      "{user} не имеет права создавать или использовать таблицы в {database} на {server}: пусть владелец выполнит {command}, или назовите другую базу данных.",
    "The server at {server} can only be read, as a standby can: name the primary, or promote this one.":
      "С сервера {server} можно только читать, как с реплики: назовите основной или повысьте этот.",
    "The server at {server} has no connection left: end some programs, or raise max_connections.":
      "У сервера {server} не осталось соединений: завершите часть программ или поднимите max_connections.",
    "The server at {server} is starting or stopping: try again.":
      "Сервер {server} запускается или останавливается: повторите.",
    "No machine is known as {server} ({cause}): check the URL of the store.":
      "Машина {server} неизвестна ({cause}): проверьте URL базы данных.",
    "No PostgreSQL server answers at {server} ({cause}): start it, or check the URL of the store.":
      "На {server} не отвечает ни один сервер PostgreSQL ({cause}): запустите его или проверьте URL базы данных.",
    "approved for this very call": "утверждено ровно для этого вызова",
    "the host said yes": "хост сказал «да»",
    "the host said no": "хост сказал «нет»",
    "the host allows this one call.": "хост разрешает этот один вызов.",
    "the host denies this call, approved plan or not.": "хост запрещает этот вызов, утверждён план или нет.",
    "the host did not allow this call of {tool}.": "хост не разрешил этот вызов {tool}.",
    "there is no tool {tool}. The tools of this turn: {tools}.":
      "нет инструмента {tool}. Инструменты этого хода: {tools}.",
    "only {tool} can be called in this turn.": "в этом ходе можно вызвать только {tool}.",
    "{member} has no plan for this work. Submit one and wait for the lead.":
      "у {member} нет плана на эту работу. Отправьте план и ждите lead.",
    "{request} is the plan of {member}. Nobody works on another's approval.":
      "{request} — план участника {member}. Никто не работает по чужому утверждению.",
    "{member} is closed. The approval of a closed member is nobody's.":
      "{member} закрыт. Утверждение закрытого участника никому не принадлежит.",
    "{request} is still pending: no reply has been matched yet.":
      "{request} ещё pending: ответ ещё не сопоставлен.",
    "{request} was withdrawn. Submit a new plan and wait for the lead.":
      "{request} отозван. Отправьте новый план и ждите lead.",
    "the lead rejected {request}.": "lead отклонил {request}.",
    "the lead rejected {request}. The lead: {feedback}": "lead отклонил {request}. Слова lead: {feedback}",
    "{request} was good for one run, and that run has started. Submit a new plan.":
      "{request} годился на один запуск, и этот запуск начался. Отправьте новый план.",
    "the work is no longer what {request} was approved for. Submit a new plan.":
      "работа уже не та, для которой утверждён {request}. Отправьте новый план.",
    "{request} was good for one run, and something was started for it already. Submit a new plan.":
      "{request} годился на один запуск, и по нему уже что-то запускали. Отправьте новый план.",
    "the call had begun when its process ended, and nobody kept how it ended. It is not made again: look at what is there, and plan anew.":
      "вызов начался, а его процесс завершился, и никто не записал, чем это кончилось. Второй раз его не делают: посмотрите, что есть, и составьте новый план.",
    "the person has left, so nothing was begun.": "человек ушёл, поэтому ничего не начато.",
    "{tool} does not take that input.": "{tool} не принимает такой ввод.",
    "{tool} does not take that input. Plan a call that it takes.":
      "{tool} не принимает такой ввод. Составьте план вызова, который он примет.",
    "There is no bash on PATH and no /bin/sh.": "В PATH нет bash, нет и /bin/sh.",
    "The notes of the console in session.json are not as it leaves them. Nothing was touched: mend them, or name another folder.":
      "Заметки консоли в session.json не такие, какими она их оставляет. Ничего не тронуто: исправьте их или назовите другую папку.",
    "{member} is not a teammate.": "{member} — не товарищ по команде.",
    "{member} is on the team already ({status}). Choose another name, or ask for its shutdown first.":
      "{member} уже в команде ({status}). Выберите другое имя или сначала попросите о его shutdown.",
    "There is no shutdown request {request}.": "Нет запроса shutdown {request}.",
    "A message cannot start with {prefix}: only a broadcast does.":
      "Письмо не может начинаться с {prefix}: так начинается только рассылка.",
    "{path} is no regular file.": "{path} — не обычный файл.",
    "{path} could not be saved ({cause}). The old text is untouched.":
      "{path} не удалось сохранить ({cause}). Прежний текст не тронут.",
    "{path} cannot be read ({cause}).": "{path} не удаётся прочитать ({cause}).",
    "{path} has {bytes} bytes; {limit} are allowed.": "Размер {path} — {bytes} Б; допускается {limit}.",
    "{path} does not hold that text.": "В {path} нет такого текста.",
    "{path} holds that text more than once. Name a longer passage.":
      "В {path} этот текст встречается не один раз. Назовите отрывок длиннее.",
    "{path} is not UTF-8 text.": "{path} — не текст в UTF-8.",
    "The files of the team are not at {path} any more. Put them back, or name another folder.":
      "Файлов команды в {path} больше нет. Верните их или назовите другую папку.",
    "{path} is an absolute path. Name a file inside the workspace, such as notes.txt.":
      "{path} — абсолютный путь. Назовите файл внутри рабочего пространства, например notes.txt.",
    "{path} holds a backslash or a control character. Name a file inside the workspace, such as notes.txt.":
      "В {path} есть обратная косая черта или управляющий символ. Назовите файл внутри рабочего пространства, например notes.txt.",
    "{path} names no file. Name a file inside the workspace, such as notes.txt.":
      "{path} не называет файла. Назовите файл внутри рабочего пространства, например notes.txt.",
    "{path} leads upwards. Name a file inside the workspace, such as notes.txt.":
      "{path} ведёт наверх. Назовите файл внутри рабочего пространства, например notes.txt.",
    "{path} leads through a link. Name a file inside the workspace, such as notes.txt.":
      "{path} ведёт через ссылку. Назовите файл внутри рабочего пространства, например notes.txt.",
    "{path} was replaced while it was read. Name a file inside the workspace, such as notes.txt.":
      "{path} подменили во время чтения. Назовите файл внутри рабочего пространства, например notes.txt.",
    "{path} was replaced while it was saved. Name a file inside the workspace, such as notes.txt.":
      "{path} подменили во время сохранения. Назовите файл внутри рабочего пространства, например notes.txt.",
    "{path} has another name (a hard link), which may stand outside. Name a file inside the workspace, such as notes.txt.":
      "У {path} есть другое имя (жёсткая ссылка), которое может стоять снаружи. Назовите файл внутри рабочего пространства, например notes.txt.",
    "The workspace was moved or replaced since the session began. Put it back, or start a new session.":
      "Рабочее пространство переместили или подменили с начала сеанса. Верните его или начните новый сеанс.",
    "No letter reaches {member}. {code}: {@message}":
      "До {member} не доходит ни одно письмо. {code}: {@message}",
    "Waiting up to {seconds} s: another process seems to play {member}.":
      "Ожидание до {seconds} с: похоже, за {member} играет другой процесс.",
    "The round ends after {passes} passes. Letters that are still unread wait for your next sentence.":
      "Круг заканчивается, проходов: {passes}. Непрочитанные письма ждут вашей следующей фразы.",
    "Runs a command in the workspace, for at most 10 seconds, and returns its output":
      "Выполняет команду в рабочем пространстве, не дольше 10 секунд, и возвращает её вывод",
    "Returns the text of a file of the workspace.": "Возвращает текст файла из рабочего пространства.",
    "Saves a text as a file of the workspace, new or over an old one.":
      "Сохраняет текст как файл рабочего пространства, новый или поверх старого.",
    "Replaces a passage of a file of the workspace that stands in it exactly once.":
      "Заменяет отрывок файла, который встречается в нём ровно один раз.",
    "Takes a new teammate into the team and gives it its task":
      "Принимает в команду нового товарища и даёт ему задачу",
    "Returns every teammate with role and status, closed ones too.":
      "Возвращает всех товарищей с ролью и статусом, и закрытых тоже.",
    "Sends a message to one member": "Отправляет письмо одному участнику",
    "Takes in new letters and returns the newest letters of your mailbox":
      "Принимает новые письма и возвращает самые новые из почтового ящика",
    "Sends the same words to every teammate, or to those that recipients names":
      "Отправляет одни и те же слова всем товарищам или тем, кого называет recipients",
    "Asks a teammate to shut down": "Просит товарища о shutdown",
    "Returns how a shutdown request stands.": "Возвращает статус запроса shutdown.",
    "Approves or rejects the plan of a teammate, once.": "Утверждает или отклоняет план товарища, один раз.",
    "Answers a shutdown request of the lead": "Отвечает на запрос shutdown от lead",
    "Sends a plan to the lead for approval: what you will do in words, and the one call that you will make":
      "Отправляет план lead на утверждение: что будет сделано, словами, и единственный вызов",
  },
});
