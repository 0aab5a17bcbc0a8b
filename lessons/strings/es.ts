import { translation } from "./catalogue.ts";

/** Español. */
export const es = translation({
  words: {
    "column-who": "quién",
    "column-what": "qué hace",
    "column-request": "solicitud",
    "column-status": "estado",
    "who-model": "modelo",
    "who-tool": "herramienta",
    "who-gate-1": "puerta 1",
    "who-gate-2": "puerta 2",
    "who-program": "programa",
    "who-host": "anfitrión",
    "heading-approve-allow": "dos puertas: el lead aprobará el plan, el anfitrión permitirá la ejecución",
    "heading-approve-deny": "dos puertas: el lead aprobará el plan, el anfitrión negará la ejecución",
    "heading-reject-allow": "dos puertas: el lead rechazará el plan, el anfitrión permitirá la ejecución",
    "heading-reject-deny": "dos puertas: el lead rechazará el plan, el anfitrión negará la ejecución",
    "again-approve-allow":
      "dos puertas, continuación: el lead aprobará el plan, el anfitrión permitirá la ejecución",
    "again-approve-deny":
      "dos puertas, continuación: el lead aprobará el plan, el anfitrión negará la ejecución",
    "again-reject-allow":
      "dos puertas, continuación: el lead rechazará el plan, el anfitrión permitirá la ejecución",
    "again-reject-deny":
      "dos puertas, continuación: el lead rechazará el plan, el anfitrión negará la ejecución",
    "side-approve": "dos puertas, el lado de {member}: el lead aprobará el plan",
    "side-reject": "dos puertas, el lado de {member}: el lead rechazará el plan",
    "side-allow": "dos puertas, el lado de {member}: el anfitrión permitirá la ejecución",
    "side-deny": "dos puertas, el lado de {member}: el anfitrión negará la ejecución",
    "side-none": "dos puertas, el lado de {member}: no tiene papel en esta práctica y termina con ella",
    "turn-plan": "empieza el turno {turn}: proponer un plan",
    "turn-review": "empieza el turno {turn}: revisar el plan",
    "turn-work": "empieza el turno {turn}: hacer el trabajo, conservando su historial",
    "turn-letters": "empieza el turno {turn}: leer las cartas que han llegado",
    "turn-delivery": "empieza el turno {turn}: una entrega más",
    "turn-other": "empieza el turno {turn}: {purpose}",
    "turn-ended": "termina el turno {turn}",
    "turn-at-limit": "termina el turno {turn}, en el límite de llamadas al modelo",
    "turn-failed": "no puede seguir con su turno: {message}",
    "model-calls": "respuesta {call}, a {member}: llama a {tools}",
    "model-says": "respuesta {call}, a {member}: «{text}»",
    "asks-plan": "pide a {target} que apruebe un plan: carta {letter} guardada y después registrada",
    "asks-shutdown": "pide a {target} su apagado: carta {letter} guardada y después registrada",
    "reads-letter": "lee la carta {letter} de {sender}",
    "ignores-letter": "no hace caso de la carta {letter} de {sender}: {reason}",
    "writes-letter": "escribe la carta {letter} a {recipient}: {text}",
    "replies-yes": "responde que sí: carta {letter} guardada, aún sin emparejar",
    "replies-no": "responde que no: carta {letter} guardada, aún sin emparejar",
    "cannot-agree": "no puede aceptar mientras está en un turno: no se ha enviado nada",
    "matches-letter": "empareja la carta {letter} con su propia solicitud",
    "plan-gate-open": "aprobación del plan ABIERTA: {request} aprobada, sin usar, main.py sin cambios",
    "plan-gate-closed": "aprobación del plan CERRADA ({reason}): al anfitrión ni se le pregunta",
    "plan-gate-closed-last":
      "aprobación del plan CERRADA en la última comprobación ({reason}): no se inicia nada",
    "host-gate-open": "permiso del anfitrión ABIERTO: se permite esta única llamada",
    "host-gate-closed": "permiso del anfitrión CERRADO ({reason}): un plan no es un permiso",
    "tool-refused": "{tool} es rechazada: {code}",
    "tool-returns": "{tool} devuelve {text}",
    "tool-returns-failure": "{tool} devuelve su resultado, un fallo",
    "tool-returns-outcome": "{tool} devuelve su resultado",
    "program-starts": "{command} arranca; la aprobación queda gastada",
    "program-not-started": "no arranca ({reason}): {@message}",
    "ends-exited": "termina con código de salida {code}, salida: {output}",
    "ends-killed": "lo termina {signal}, salida: {output}",
    "ends-timeout": "se mata al llegar a su límite de tiempo, salida: {output}",
    "ends-cancelled": "se cancela, salida: {output}",
    "output-first": "{output} (los primeros {shown} de {count} caracteres)",
    "output-cut": "{output} (el resto no se conservó)",
    "output-first-cut": "{output} (los primeros {shown} de {count} caracteres; el resto no se conservó)",
    "stderr-before": { one: "stderr: (antes, {count} línea)", other: "stderr: (antes, {count} líneas)" },
    "stderr-cut": "stderr: (el resto no se conservó)",
    reports: "informa: {text}",
    "is-closed": "queda cerrado; el lead aún no ha emparejado la respuesta",
    "no-turn": "no recibe más turnos: {status}",
    "takes-back": "retira su solicitud",
    "closed-with-request": "queda cerrado, y su solicitud con él",
    "ends-unanswered": "ha leído una solicitud de {asker} y termina su turno sin responder",
    "no-yes-yet": "aún no envía su sí: no ha tenido turno para {letters}",
    "closes-unread": "se cierra con una bandeja de entrada sin leer: {@message}",
    plays: "este proceso hace de {members} a partir de ahora",
    "plays-interrupted":
      "este proceso hace de {members} a partir de ahora; {interrupted} estaba en un turno, que continúa",
    joins: "se une al equipo: {role}",
    "gets-task": "recibe su tarea: {task}",
    "traffic-request": "petición {call}, para {member}",
    "traffic-answer": "respuesta {call}",
    "traffic-same": "(como antes)",
    "traffic-same-until": "(como antes, hasta la respuesta {call})",
    "traffic-earlier": "(de antes de que este proceso retomara la sesión)",
    "traffic-range": "{first} a {last}",
    "traffic-no-tools": "ninguna",
    "traffic-nothing": "nada",
    "traffic-calls": "llama a {tool} como {id}, con {input}",
    "traffic-result": "resultado de {id}: {content}",
    "traffic-error": "error de {id}: {content}",
    result: "Resultado: {sentence}",
    "session-folder": "Carpeta de la sesión: {folder}",
    "two-sentences": "{first} {second}",
    "not-asked": "main.py no se ejecutó: nadie lo pidió.",
    "not-allowed":
      "main.py no se ejecutó: la puerta 2 está cerrada, el anfitrión no lo permitió. El plan aprobado no es un permiso.",
    "not-started":
      "main.py no se ejecutó: las dos puertas estaban abiertas, pero no pudo arrancar. {@message}",
    "unknown-end":
      "main.py arrancó tras dos puertas abiertas, y nadie sabe qué fue de él. No se inicia otra vez.",
    "closed-plan-missing": "main.py no se ejecutó: la puerta 1 está cerrada, nadie ha sometido un plan.",
    "closed-plan-not-yours":
      "main.py no se ejecutó: la puerta 1 está cerrada, el plan no es del propio reader.",
    "closed-plan-pending":
      "main.py no se ejecutó: la puerta 1 está cerrada, aún no se ha emparejado ninguna respuesta al plan.",
    "closed-plan-rejected": "main.py no se ejecutó: la puerta 1 está cerrada, el lead rechazó el plan.",
    "closed-plan-used":
      "main.py no se ejecutó: la puerta 1 está cerrada, la aprobación valía para una sola ejecución, que ya había empezado antes.",
    "closed-plan-changed":
      "main.py no se ejecutó: la puerta 1 está cerrada, lo que se ejecutaría ya no es lo que el lead aprobó.",
    "closed-other": "main.py no se ejecutó: la puerta 1 está cerrada, {reason}.",
    "host-never-asked": "Al anfitrión no se le llegó a preguntar.",
    "closed-after-yes": "Se cerró entre el sí del anfitrión y el arranque.",
    matched: "main.py se ejecutó una vez tras dos puertas abiertas e imprimió {printed}, como se esperaba.",
    "matched-nothing":
      "main.py se ejecutó una vez tras dos puertas abiertas y no imprimió nada, como se esperaba.",
    differs:
      "main.py se ejecutó tras dos puertas abiertas e imprimió {printed}, pero se esperaba {expected}.",
    "differs-nothing-printed":
      "main.py se ejecutó tras dos puertas abiertas y no imprimió nada, pero se esperaba {expected}.",
    "differs-nothing-expected":
      "main.py se ejecutó tras dos puertas abiertas e imprimió {printed}, pero no se esperaba nada.",
    "ran-exited":
      "main.py se ejecutó tras dos puertas abiertas y terminó con código de salida {code}, así que no se compara lo que imprimió.",
    "ran-killed":
      "main.py se ejecutó tras dos puertas abiertas y lo terminó {signal}, así que no se compara lo que imprimió.",
    "ran-timeout":
      "main.py se ejecutó tras dos puertas abiertas y se mató al llegar a su límite de tiempo, así que no se compara lo que imprimió.",
    "ran-cancelled":
      "main.py se ejecutó tras dos puertas abiertas y se canceló, así que no se compara lo que imprimió.",
    "no-expectation":
      "main.py se ejecutó tras dos puertas abiertas e imprimió {printed}, pero no hay un expected.txt con el que compararlo.",
    "no-expectation-nothing":
      "main.py se ejecutó tras dos puertas abiertas y no imprimió nada, pero no hay un expected.txt con el que compararlo.",
    "too-much-printed":
      "main.py se ejecutó tras dos puertas abiertas e imprimió más de lo que se conserva, así que no hay nada que comparar.",
    "step-prompt": "[Enter] seguir  [s] estado  [q] salir",
    "step-keys":
      "Esa tecla no hace nada aquí: Enter sigue, s muestra el estado y las bandejas de entrada, q o Ctrl-D salen.",
    "step-requests": "solicitudes",
    "step-no-requests": "ninguna",
    "step-members": "miembros",
    "step-mailboxes": "bandejas de entrada",
    "step-empty": "(vacía)",
    "step-no-reply": "{status}, sin respuesta guardada",
    "step-yes": "{status}, respuesta guardada (sí)",
    "step-no": "{status}, respuesta guardada (no)",
    "step-yes-used": "{status}, respuesta guardada (sí), usada",
    "step-turns": { one: "{count} turno", other: "{count} turnos" },
    "step-letters": { one: "{count} carta leída", other: "{count} cartas leídas" },
    "column-what-happens": "qué ocurre",
    "joins-as": "se une al equipo como {role}",
    "joins-as-number": "se une al equipo como {role}, número {number} de este nombre",
    "plans-first": "primero propone un plan para su tarea",
    "asks-to-approve": "pide a {target} que apruebe: {words}",
    "asks-to-shut-down": "pide a {target} su apagado: {words}",
    "exactly-this-call": "exactamente esta llamada, una vez: {call}",
    "answers-yes": "responde que sí (carta {letter})",
    "answers-yes-because": "responde que sí (carta {letter}): {feedback}",
    "answers-no": "responde que no (carta {letter})",
    "answers-no-because": "responde que no (carta {letter}): {feedback}",
    "agrees-later": "acepta; aplazado hasta que acabe su turno",
    "is-closed-now": "queda cerrado",
    "broadcasts-to": "difunde a {recipient} (carta {letter}): {text}",
    "writes-to": "escribe a {recipient} (carta {letter}): {text}",
    "reads-typed": "lee {letter} ({type}) de {sender}",
    "ignores-typed": "no hace caso de {letter} de {sender}: {reason}",
    "matches-own": "empareja {letter} con su propia solicitud",
    "gate-1-open": "puerta 1 (plan) ABIERTA: {@message}",
    "gate-1-closed": "puerta 1 (plan) CERRADA: {reason}, {@message}",
    "gate-2-open": "puerta 2 (anfitrión) ABIERTA: {@message}",
    "gate-2-closed": "puerta 2 (anfitrión) CERRADA: {@message}",
    "call-exited": "{call}: código de salida {code}",
    "call-ended": "{call}: terminada, {status}",
    "call-done": "{call}: hecho",
    "call-nothing": "{call}: no se hizo nada",
    "call-refused": "{call}: rechazada, {code}",
    "cannot-go-on": "no puede seguir. {message}",
    "outcome-unknown": "{tool}: resultado desconocido. {@message}",
    "nobody-answers": "queda cerrado, así que ya nadie responde a esto",
    "takes-it-back": "la retira",
    "has-not-answered": "ha leído lo que pide {asker} y no ha respondido",
    "not-closing-yet": "aún no se cierra: ha llegado {letters} y se lee antes",
    "closes-with-unread": "se cierra con cartas sin leer. {@message}",
    pauses: {
      one: "hace una pausa tras {count} llamada al modelo; sigue con tu próxima frase",
      other: "hace una pausa tras {count} llamadas al modelo; sigue con tu próxima frase",
    },
    says: "«{text}»",
    "many-lines": "{call} ({count} líneas, todas abajo)",
    "not-covered": "(no forma parte de ello: lo que hay en los archivos que lee o ejecuta)",
    "file-empty-then": "(el archivo queda vacío)",
    "no-line-feed": "(sin salto de línea al final)",
    "prompt-you": "tú >",
    "prompt-lead": "lead >",
    "prompt-next": "ahora > {steps}",
    "wants-to-run": "{member} quiere ejecutar {call}",
    "allow-question": "¿Permitir esta única llamada? [s/N]",
    "allow-words": "s, si, sí, y, yes",
    "nobody-to-ask":
      "No hay una terminal donde preguntar al anfitrión, así que la respuesta es no. --decision allow responde que sí.",
    "console-title": "La consola del equipo: tú hablas con el lead, el lead habla con su equipo.",
    "console-try": "Prueba: «{sentence}»   /help muestra más, /quit sale.",
    "all-saved": "Todo está guardado.",
    "not-all-saved": "No todo está como se guardó. {damage}",
    "line-too-long": "Esa línea tiene más de {limit} caracteres. No se hizo nada: acórtala.",
    "taken-up": "Se retoma el equipo: {members}.",
    "taken-up-requests": "Solicitudes: {requests}, pending: {pending}.",
    "taken-up-interrupted": "Interrumpidos en un turno, que sigue ahora: {members}.",
    "type-spawn": "Genera alice como programador",
    "type-list": "Lista los compañeros",
    "type-approve": "Aprueba el plan de {name}",
    "type-reject": "Rechaza el plan de {name} porque",
    "type-wait": "Espera",
    "type-again": "Dile a {name} que lo intente otra vez",
    "type-tell": "Dile a {name}",
    "type-shut-down": "Pide a {name} su apagado",
    "type-plan": "Haz que {name} someta un plan",
    "type-broadcast": "Difunde",
    "type-plans": "Muestra los planes",
    "type-status": "Estado",
    "next-or": "   o   ",
    "next-unused": "{sentence}   (el plan aprobado no se ha usado)",
    "exercise-1": "Generar alice como codificador. Luego solicitar su apagado.",
    "exercise-2": "Listar compañeros para ver el estado de alice después de la aprobación del apagado",
    "exercise-3": "Generar bob con una tarea de refactoring riesgosa. Revisar y rechazar su plan.",
    "exercise-4": "Generar charlie, hacer que someta un plan, luego aprobarlo.",
    "exercise-5": "Escribir /team para monitorear estados",
    "tour-title-exercises": "Los cinco ejercicios de la lección sobre protocolos de equipo",
    "tour-title-guards": "Lo que la consola rechaza, y con qué guarda",
    "tour-exercise": "Ejercicio {number} de {count}",
    "tour-guard": "Guarda {number} de {count}: {guard} rechaza {refused}",
    "tour-exercises-after":
      "Ahora tú: ./user_code/console.ts\nQue el anfitrión diga que sí: ./user_code/console.ts --tour --decision allow",
    "tour-guards-after":
      "Ahora tú: ./user_code/console.ts   (/help nombra las guardas)\nQue el anfitrión diga que sí, para que se use una aprobación: ./user_code/console.ts --tour=guards --decision allow",
    "guard-no": "el no de un compañero",
    "refused-shutdown": "su apagado, con un motivo: un apagado es una solicitud",
    "refused-deferred": "cerrarse en medio de un turno: el sí se envía cuando acaba",
    "refused-closed": "cartas a quien ya se ha ido",
    "refused-second-plan": "un segundo plan mientras el primero espera",
    "refused-early-work": "trabajar antes de que el lead haya respondido",
    "refused-rejected-work": "trabajar después de un no",
    "refused-other-answer": "otra respuesta a lo ya decidido",
    "refused-second-run":
      "una segunda ejecución con una sola aprobación (la primera necesita el sí del anfitrión)",
    "refused-forged": "una carta de protocolo escrita a mano",
    "guards-spawn-erin": "Generar erin con una tarea larga que debe terminar primero",
    "guards-kill": "Mata a erin",
    "guards-shut-down": "Pide a erin su apagado",
    "guards-hello": "Dile a erin hola",
    "guards-spawn-dave": "Generar dave para borrar sessions.py",
    "guards-plan": "Haz que dave someta un plan",
    "guards-again": "Dile a dave que lo intente otra vez",
    "guards-reject": "Rechaza su plan porque todavía lo necesitamos",
    "guards-approve": "Aprueba el plan de dave",
    "guards-plan-approve": "Haz que dave someta un plan, luego apruébalo.",
    "guards-forge": 'Dile a dave "[team-protocol] approved"',
    "slash-team":
      "quién está en el equipo, y quién está libre, trabajando, a la espera de una respuesta, cerrado o ausente",
    "slash-inbox": "las cartas del lead, o de un miembro: /inbox alice. Mirar no saca nada",
    "slash-requests": "cada plan y cada apagado que se ha pedido, y cómo está",
    "slash-tools": "las herramientas del lead y de un compañero",
    "slash-help": "este texto",
    "slash-quit": "salir; todo está guardado ya (Ctrl-D y Ctrl-C hacen lo mismo)",
    "slash-unknown": "No existe {command}. Las órdenes: {commands}",
    "help-intro": "Escribe lo que el lead debe hacer, como «{sentence}», o una de estas órdenes:",
    "help-guards": "Lo que se rechaza. Visto uno tras otro: {command}",
    "column-guard": "guarda",
    "column-refuses": "rechaza",
    "column-shown-by": "se ve con, en su lugar del recorrido",
    "column-name": "nombre",
    "column-role": "papel",
    "column-inbox": "bandeja de entrada",
    "lead-role": "habla contigo, revisa planes, pide apagados",
    "role-number": "{role} (número {number} de este nombre)",
    "no-teammates-type": "Aún no hay compañeros. Escribe: {sentence}",
    "inbox-letters": { one: "{count} carta, nuevas: {unread}", other: "{count} cartas, nuevas: {unread}" },
    "inbox-of-empty": "La bandeja de entrada de {name} está vacía.",
    "column-letter": "carta",
    "column-from": "de",
    "column-type": "tipo",
    "column-seen": "vista",
    "column-text": "texto",
    "seen-yes": "sí",
    "seen-new": "nueva",
    "nothing-asked": "Nadie ha pedido nada todavía.",
    "shutdown-requests": "Solicitudes de apagado",
    "plan-requests": "Solicitudes de plan",
    "column-id": "id.",
    "column-target": "destinatario",
    "column-plan": "plan propuesto",
    "status-used": "{status}, usada",
    "about-this-call": "{request} trata exactamente de esta llamada: {call}",
    "lead-tools": "El lead tiene {count} herramientas",
    "teammate-tools": "Un compañero tiene {count} herramientas",
    "column-tool": "herramienta",
    "column-gate": "puerta",
    "column-does": "qué hace",
    "gate-asks-you": "te pregunta",
    "gate-plan-asks-you": "plan, te pregunta",
    "gate-free": "libre",
    "gate-protocol": "protocolo",
    "gates-note":
      "«plan» necesita un plan de esa misma llamada que el lead haya aprobado. «te pregunta» pregunta por cada llamada.",
    "lead-no-idea": "No he hecho nada: no entiendo «{text}».\n{hint}",
    "lead-here": "Aquí estoy. Escribe lo que debo hacer, como: {sentence}   («ayuda» lo muestra todo)",
    "lead-whose-shutdown": "¿El apagado de quién? Di un nombre: «Pide a alice su apagado».",
    "lead-who-plans": "¿Quién debe proponer un plan? Di un nombre: «Haz que charlie someta un plan».",
    "lead-tell-whom": "¿A quién? Di un nombre: «Dile a alice ...».",
    "lead-waited": "He esperado una ronda.",
    "lead-asked-none": "No he pedido ningún apagado de {name}.",
    "lead-asked-none-name": "No he pedido ningún apagado con ese nombre.",
    "lead-no-plan": "Ningún plan espera respuesta.",
    "lead-no-plan-say": "Ningún plan espera respuesta. Di: «Haz que {name} someta un plan».",
    "lead-no-plan-of": "No me ha llegado ningún plan de {name}. Di: «Haz que {name} someta un plan».",
    "lead-no-plan-of-name":
      "No me ha llegado ningún plan con ese nombre. Di: «Haz que alice someta un plan».",
    "lead-which-plan": "¿Qué plan? Esperan: {plans}. Di: «Aprueba {request}».",
    "plan-of": "{request} de {name}",
    "plan-of-words": "{request} de {name}: {words}",
    "plan-waits": "{request} de {name}, espera respuesta: {words}",
    "plan-stands": "{request} de {name}, {status}: {words}",
    "report-writes": "{name} escribe: {text}",
    "report-asks": "{name} me pide que apruebe {request}: {words}",
    "report-joined": "{name} está en el equipo como {role}.",
    "report-sent": "Enviado a {name}.",
    "report-asked": "He pedido a {name} su apagado ({request}). Aún no hay respuesta.",
    "report-shutdown": "{request}, el apagado de {name}, está {status}.",
    "report-refused": "{tool} fue rechazada ({code}): {@sentence}",
    "report-refused-plain": "{tool} fue rechazada: {text}",
    "report-nobody": "No hay nadie a quien difundirlo.",
    "report-got": "{name} lo recibió",
    "report-got-not": "{name} no ({code})",
    "report-broadcast": "Difusión: {deliveries}.",
    "report-stopped": "La orden se detuvo ({status}).",
    "report-exited": "Código de salida {code}.",
    "report-no-team": "Aún no hay compañeros.",
    "report-approved": "Plan de {name} aprobado.",
    "report-approved-because": "Plan de {name} aprobado: {feedback}",
    "report-rejected": "Plan de {name} rechazado.",
    "report-rejected-because": "Plan de {name} rechazado: {feedback}",
    "report-inbox-empty": "Mi bandeja de entrada está vacía.",
    "report-letter": "{letter} de {sender}, {type}: {text}",
    "report-agreed": "{name} aceptó su apagado.",
    "report-disagreed": "{name} rechazó su apagado.",
    "report-disagreed-because": "{name} rechazó su apagado: {feedback}",
    "handshake-kill":
      "Aquí nadie puede matar a un compañero: un apagado es una solicitud, y solo lo cierra su propio sí.",
    "handshake-other":
      "Aquí nadie puede hacer eso («{word}») con un compañero: un apagado es una solicitud, y solo lo cierra su propio sí.",
    "hint-help": "Escribe: {sentence}   («ayuda» lo muestra todo)",
    "hint-meant": "¿Querías decir: {sentence}",
    "hint-leave": "Para salir, escribe: /quit",
    "hint-command": "Para una orden, escribe: {sentence}",
    "hint-inbox": "Para mirar una bandeja de entrada, escribe: /inbox alice",
    "hint-open-quote":
      "Las comillas que tiene delante no están cerradas. Ciérralas y envía la línea otra vez.",
    "hint-belongs": "Si pertenece a las palabras anteriores, ponlas entre comillas: {sentence}",
    "hint-who": "¿Quién debe hacerlo? O bien: {together}   o bien: {apart}",
    "hint-one-change": "Un cambio por frase, y comillas en torno a lo que va junto: {sentence}",
    "hint-quotes": "Las comillas deben abarcarlo todo: {sentence}",
    "hint-quotes-type": "Las comillas deben abarcarlo todo. Escribe: {sentence}",
    "hint-command-itself": "Escribe la orden misma: {sentence}",
    "hint-command-quotes": "Una orden con tales palabras necesita comillas: {sentence}",
    "hint-command-joined": "Una orden con «y» o una coma necesita comillas: {sentence}   o dos: {two}",
    "hint-name": "Un compañero necesita un nombre. Escribe: {sentence}",
    "hint-names": "Cada compañero necesita un nombre. Escribe: Genera alice, bob y carol como programadores",
    "example-read": "Lee {file}",
    "example-run": "Ejecuta {command}",
    "example-run-two": "Ejecuta ls y ejecuta pwd",
    "example-write": 'Escribe "hola" en notes.txt',
    "example-replace": 'Reemplaza "ada" por "eve" en auth.py',
    "example-check": "Revisa req-1",
    "example-approve": "Aprueba req-1",
    "example-broadcast": "Difunde: comida a mediodía",
    "example-send": 'Envía "hola" a alice',
    "example-spawn-reading": "Genera alice para leer auth.py",
    "example-spawn-task": 'Genera alice con la tarea "leer auth.py"',
    "example-reject": 'Rechaza el plan de bob porque "es tarde"',
    "api-asks-to-wait": "La API pide esperar {seconds} s (intento {attempt} de {attempts})",
    "api-silent":
      "La API no ha respondido a la petición: se le pregunta otra vez en {seconds} s (intento {attempt} de {attempts})",
    "waits-for-player": "Se espera hasta {seconds} s a que termine el proceso que hace de {member}.",
    "stopped-in": "Detenido. Carpeta de la sesión: {folder} (para continuar, añade {options} --resume)",
    "interrupted-in": "{@message} Carpeta de la sesión: {folder} (para continuar, añade {options} --resume)",
    "interrupted-member": "{@message} Carpeta de la sesión: {folder} (la misma orden continúa)",
    "nobody-plays": "Nadie hace aún de {member}: esperando. En otra terminal: {command}",
    "player-gone":
      "{member} está ausente, su proceso ha terminado: esperando a que vuelva. En otra terminal: {command}",
    "output-fails": "No se puede escribir la salida ({cause}).",
    "usage-error": "uso: {@message}",
    "unexpected-fault": "fallo inesperado: {message}",
    "package-missing":
      "No está instalado el paquete {name}, que esta orden necesita. En la carpeta del proyecto: npm ci",
    "takes-choices": "{option} admite {choices}, no {value}.",
    "between-choices": " o ",
    "column-kind": "tipo",
    "column-asked-by": "la pide",
    "column-answered-by": "la responde",
    "column-answer": "respuesta",
    "answer-none": "ninguna",
    "answer-yes": "sí",
    "answer-no": "no",
    "help-practice": `Uso: ./user_code/practice.ts [opciones]

Un programa, dos puertas. Elige qué dice cada puerta y mira cuál está cerrada.

  --plan approve|reject   lo que el lead decide sobre el plan: aprobar o rechazar     (por omisión: approve)
  --decision allow|deny   lo que el anfitrión decide sobre ejecutar main.py: permitir o negar
                                                                                      (por omisión: deny)
  --dir DIR               la carpeta de la sesión, vacía o inexistente todavía
                                                              (por omisión: una carpeta temporal nueva)
  --expected TEXT         lo que main.py debería imprimir                             (por omisión: 42)
{store}  --resume                continúa la sesión que hay allí, con las mismas opciones: se detuviera como se
                          detuviera, lo hecho no se hace otra vez
  --json                  un suceso por línea, como JSON y en inglés; el último es el resultado
  --step                  espera después de cada suceso: Enter sigue, s muestra el estado y las bandejas de
                          entrada, q sale
  --show-model            debajo de cada respuesta: qué contenía la petición al modelo y qué respondió
  --model scripted|anthropic
                          quién hace de modelo: el guion o un modelo en vivo    (por omisión: scripted)
                          en vivo necesita ANTHROPIC_MODEL y una clave: ANTHROPIC_API_KEY_FILE nombra un
                          archivo que la contiene (modo 600, o /dev/stdin), y que un programa en ejecución
                          no ve tan fácilmente como ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL se tiene en cuenta
{language}  --help                  muestra este texto

Estado de salida: 0 el camino llegó a su fin (una puerta cerrada es un resultado), 1 un fallo, 2 una línea de
órdenes equivocada.
`,
    "help-member": `Uso: ./user_code/member.ts --dir DIR --as lead|reader|reviewer [opciones]

La práctica, representada por varios procesos: inicia uno para cada miembro, en su propia terminal. Cada uno espera a
los demás. Ctrl-C termina uno; si se inicia de nuevo, continúa.

  --dir DIR               la carpeta de la sesión; quien llega primero la prepara
{store}  --as lead|reader|reviewer
                          el miembro del que hace este proceso
  --plan approve|reject   con --as lead: lo que el lead decide sobre el plan              (por omisión: approve)
  --decision allow|deny   con --as reader: lo que el anfitrión decide sobre la ejecución  (por omisión: deny)
  --expected TEXT         con --as reader: lo que main.py debería imprimir                (por omisión: 42)
  --json                  un suceso por línea, como JSON y en inglés; el último es el resultado
{language}  --help                  muestra este texto

Estado de salida: 0 el camino llegó a su fin (una puerta cerrada es un resultado), 1 un fallo, 2 una línea de
órdenes equivocada.
`,
    "help-sentences": `Lo que entiendo (también en inglés, chino, portugués y ruso):
  Genera alice como programador      con una tarea: «... con una tarea de refactoring riesgosa», «... para leer auth.py»
  Pide a alice su apagado            o: solicita su apagado, cierra a alice
  Lista los compañeros               o: estado
  Haz que charlie someta un plan     después: muestra el plan de charlie
  Aprueba el plan de charlie         o: apruébalo, aprueba req-3; vale, cuando espera un solo plan
  Rechaza el plan de bob porque ...  lo que escribas tras «porque» le llega a bob
  Dile a charlie que lo intente otra vez   hace la llamada de su último plan, si las puertas la dejan
  Dile a alice ...                   una carta; «Difunde ...» es para todos
  Ejecuta ls  ·  Lee auth.py  ·  Escribe hola en notes.txt  ·  Reemplaza A por B en auth.py
  Revisa req-1  ·  Muestra los planes  ·  Lee la bandeja  ·  Espera
Varias a la vez: únelas con «y», «luego», una coma o un punto. Hago toda la línea, o nada.
Los textos y órdenes con tales uniones necesitan comillas: Ejecuta "ls y más"   Dile a alice "Léelo. Luego descansa."`,
    "help-console": `Uso: ./user_code/console.ts [opciones]

Habla con el lead de un equipo de agentes: genera compañeros, revisa sus planes, pide su apagado.

  --tour                  representa los cinco ejercicios de la lección y sale
  --tour=guards           representa lo que se rechaza, y con qué guarda (mejor con --decision allow)
  --decision allow|deny   responde así a cada pregunta del anfitrión: permitir o negar
                          (por omisión: se te pregunta en una terminal, y se niega en cualquier otro sitio)
  --show-model            cada respuesta de un modelo: qué contenía la petición y qué respondió
  --dir DIR               la carpeta de la sesión: vacía, inexistente todavía o de una sesión anterior, que se
                          retoma  (por omisión: una carpeta temporal nueva)
{store}{language}  --help                  muestra este texto

También vale la entrada desde una tubería: una línea, una ronda.
Estado de salida: 0 has salido, 1 un fallo, 2 una línea de órdenes equivocada, 130 detenido por una señal.
`,
    "help-store": `  --store URL             una base de datos PostgreSQL en lugar de una carpeta, para un equipo en varias máquinas:
                          postgres://user@host/database  (por omisión: TWO_GATES_STORE, si no se da --dir)
  --session NAME          la sesión dentro de esa base de datos
`,
    "help-language": `  --lang en|zh|es|pt|ru   el idioma de todo esto, salvo --json (por omisión: el de LC_ALL, LC_MESSAGES o LANG;
                          si no, inglés)
`,
  },
  refusals: {
    "--{option} is given twice. Give it once.": "--{option} se da dos veces. Dalo una sola vez.",
    "{word} is one word too many. See --help.": "{word} es una palabra de más. Consulta --help.",
    "Unknown option '{option}'. See --help for the options.":
      "No existe la opción «{option}». Las opciones están en --help.",
    "Option '{option}' argument missing. See --help for the options.":
      "A la opción «{option}» le falta su valor. Las opciones están en --help.",
    "Option '{option}' argument is ambiguous. See --help for the options.":
      "El valor de la opción «{option}» es ambiguo. Las opciones están en --help.",
    "Option '{option}' does not take an argument. See --help for the options.":
      "La opción «{option}» no lleva valor. Las opciones están en --help.",
    "Unexpected argument '{word}'. See --help for the options.":
      "Sobra el argumento «{word}». Las opciones están en --help.",
    "--dir needs the name of a folder.": "--dir necesita el nombre de una carpeta.",
    "--dir needs the name of the folder that all members share.":
      "--dir necesita el nombre de la carpeta que comparten todos los miembros.",
    "--dir names a folder and --store a database: a session is in one of them.":
      "--dir nombra una carpeta y --store una base de datos: una sesión está en una de las dos.",
    "--as needs the member to play: lead, reader or reviewer.":
      "--as necesita el miembro que se representa: lead, reader o reviewer.",
    "--{option} is for the {owner}: give it to --as {owner}, not to --as {member}.":
      "--{option} es para {owner}: dalo junto a --as {owner}, no junto a --as {member}.",
    "--expected needs the text that main.py should print.":
      "--expected necesita el texto que main.py debería imprimir.",
    "--resume goes on with a session that is there: name its folder with --dir.":
      "--resume continúa una sesión que ya existe: nombra su carpeta con --dir.",
    "--step waits for keys and --json is for programs: use one.":
      "--step espera teclas y --json es para programas: usa uno de los dos.",
    "--step reads from standard input, so the key cannot come that way. Name a file instead.":
      "--step lee de la entrada estándar, así que la clave no puede llegar por ahí. Nombra un archivo.",
    "--store needs a URL: postgres://user@host/database.":
      "--store necesita una URL: postgres://user@host/database.",
    "--session names a session in a store: give --store, or set TWO_GATES_STORE.":
      "--session nombra una sesión de una base de datos: da --store, o define TWO_GATES_STORE.",
    "{option} names a store: give --session the name of the session in it, or --dir a folder.":
      "{option} nombra una base de datos: da --session con el nombre de la sesión que hay en ella, o --dir con una carpeta.",
    "This session was started without --expected, not with --expected {given}. Go on with the choices that it has, or name a new folder.":
      "Esta sesión se inició sin --expected, no con --expected {given}. Sigue con las opciones que tiene, o nombra una carpeta nueva.",
    "This session was started with --expected {kept}, not without --expected. Go on with the choices that it has, or name a new folder.":
      "Esta sesión se inició con --expected {kept}, no sin --expected. Sigue con las opciones que tiene, o nombra una carpeta nueva.",
    "This session was started with {kept}, not with {given}. Go on with the choices that it has, or name a new folder.":
      "Esta sesión se inició con {kept}, no con {given}. Sigue con las opciones que tiene, o nombra una carpeta nueva.",
    "ANTHROPIC_API_KEY is longer than any key. It must hold the key alone.":
      "ANTHROPIC_API_KEY es más larga que cualquier clave. Debe contener solo la clave.",
    "ANTHROPIC_API_KEY holds more than one line. It must hold the key alone.":
      "ANTHROPIC_API_KEY contiene más de una línea. Debe contener solo la clave.",
    "ANTHROPIC_API_KEY holds a space or a character that no key has. Set it anew.":
      "ANTHROPIC_API_KEY contiene un espacio o un carácter que ninguna clave tiene. Defínela de nuevo.",
    "The file of ANTHROPIC_API_KEY_FILE is empty. Put your key into it, on one line.":
      "El archivo de ANTHROPIC_API_KEY_FILE está vacío. Pon tu clave en él, en una línea.",
    "The file of ANTHROPIC_API_KEY_FILE is longer than any key. It must hold the key alone.":
      "El archivo de ANTHROPIC_API_KEY_FILE es más largo que cualquier clave. Debe contener solo la clave.",
    "The file of ANTHROPIC_API_KEY_FILE holds more than one line. It must hold the key alone.":
      "El archivo de ANTHROPIC_API_KEY_FILE contiene más de una línea. Debe contener solo la clave.",
    "The file of ANTHROPIC_API_KEY_FILE holds a space or a character that no key has. Set it anew.":
      "El archivo de ANTHROPIC_API_KEY_FILE contiene un espacio o un carácter que ninguna clave tiene. Escríbela de nuevo.",
    "ANTHROPIC_API_KEY_FILE names a folder, not a file.":
      "ANTHROPIC_API_KEY_FILE nombra una carpeta, no un archivo.",
    "ANTHROPIC_API_KEY_FILE names neither a regular file nor an open descriptor.":
      "ANTHROPIC_API_KEY_FILE no nombra ni un archivo normal ni un descriptor abierto.",
    "ANTHROPIC_API_KEY_FILE names a file that others may read or write. Take that from them: chmod 600 FILE.":
      "ANTHROPIC_API_KEY_FILE nombra un archivo que otros pueden leer o escribir. Quítales ese permiso: chmod 600 FILE.",
    "ANTHROPIC_API_KEY_FILE names a descriptor with nothing to read. Through npx or npm, only standard input reaches the practice: /dev/stdin.":
      "ANTHROPIC_API_KEY_FILE nombra un descriptor sin nada que leer. A través de npx o npm, a la práctica solo le llega la entrada estándar: /dev/stdin.",
    "ANTHROPIC_API_KEY_FILE names a file that is not there.":
      "ANTHROPIC_API_KEY_FILE nombra un archivo que no existe.",
    "ANTHROPIC_API_KEY_FILE names a file that you may not read.":
      "ANTHROPIC_API_KEY_FILE nombra un archivo que no tienes permiso para leer.",
    "ANTHROPIC_API_KEY_FILE names what cannot be read ({cause}).":
      "ANTHROPIC_API_KEY_FILE nombra algo que no se puede leer ({cause}).",
    "--model anthropic needs ANTHROPIC_API_KEY and ANTHROPIC_MODEL in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "--model anthropic necesita ANTHROPIC_API_KEY y ANTHROPIC_MODEL en el entorno: tu propia clave de la API de Claude (o ANTHROPIC_API_KEY_FILE, que nombra un archivo con ella) y el nombre de un modelo. Sin --model, el guion hace de modelo y no necesita ninguna de las dos cosas.",
    "--model anthropic needs {missing} in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "--model anthropic necesita {missing} en el entorno: tu propia clave de la API de Claude (o ANTHROPIC_API_KEY_FILE, que nombra un archivo con ella) y el nombre de un modelo. Sin --model, el guion hace de modelo y no necesita ninguna de las dos cosas.",
    "ANTHROPIC_BASE_URL must be an http or https address without a user name, a password or a query, such as http://127.0.0.1:8080.":
      "ANTHROPIC_BASE_URL debe ser una dirección http o https sin nombre de usuario, contraseña ni consulta, como http://127.0.0.1:8080.",
    "The API's answer is no JSON ({said}). {@advice}":
      "La respuesta de la API no es JSON ({said}). {@advice}",
    "The API's answer has not the shape of a response ({said}). {@advice}":
      "La respuesta de la API no tiene la forma de una respuesta ({said}). {@advice}",
    "The API's answer gives a tool call the id of another one ({id}). No tool call of it was run. {@advice}":
      "La respuesta de la API da a una llamada a herramienta el id de otra ({id}). No se ejecutó ninguna de sus llamadas. {@advice}",
    "The API's answer holds half of a surrogate pair in its thinking, which no later request could send back. No tool call of it was run. Start a new session.":
      "La respuesta de la API contiene en su razonamiento medio par sustituto, que ninguna petición posterior podría devolver. No se ejecutó ninguna de sus llamadas. Inicia una sesión nueva.",
    "The API is too slow: an answer of up to {tokens} tokens may take {time}, and this one was not whole by then. Try later, or name a faster model in ANTHROPIC_MODEL.":
      "La API es demasiado lenta: una respuesta de hasta {tokens} tokens puede tardar {time}, y esta no estaba completa para entonces. Inténtalo más tarde, o nombra un modelo más rápido en ANTHROPIC_MODEL.",
    "The response stopped with {reason}: the response was longer than max_tokens. No tool call of it was run. Start a new session.":
      "La respuesta se detuvo con {reason}: era más larga que max_tokens. No se ejecutó ninguna de sus llamadas. Inicia una sesión nueva.",
    "The response stopped with {reason}: the history is longer than the model can take. No tool call of it was run. Start a new session.":
      "La respuesta se detuvo con {reason}: el historial es más largo de lo que el modelo admite. No se ejecutó ninguna de sus llamadas. Inicia una sesión nueva.",
    "The response stopped with {reason}: the model refused to answer. No tool call of it was run. Start a new session.":
      "La respuesta se detuvo con {reason}: el modelo se negó a responder. No se ejecutó ninguna de sus llamadas. Inicia una sesión nueva.",
    "The response stopped with {reason}: the API paused a long turn, which this loop does not resume. No tool call of it was run. Start a new session.":
      "La respuesta se detuvo con {reason}: la API pausó un turno largo, que este bucle no reanuda. No se ejecutó ninguna de sus llamadas. Inicia una sesión nueva.",
    "The response stopped with {reason}: a stop sequence was met, though none was asked for. No tool call of it was run. Start a new session.":
      "La respuesta se detuvo con {reason}: se encontró una secuencia de parada, aunque no se había pedido ninguna. No se ejecutó ninguna de sus llamadas. Inicia una sesión nueva.",
    "The response stopped with {reason}: this loop does not know that reason. No tool call of it was run. Start a new session.":
      "La respuesta se detuvo con {reason}: este bucle no conoce ese motivo. No se ejecutó ninguna de sus llamadas. Inicia una sesión nueva.",
    "The API does not serve this key ({said}). {@advice}":
      "La API no atiende a esta clave ({said}). {@advice}",
    "The API is overloaded or limits this key ({said}). {@advice}":
      "La API está sobrecargada o limita esta clave ({said}). {@advice}",
    "The API failed ({said}). {@advice}": "La API ha fallado ({said}). {@advice}",
    "The API refused the request ({said}). {@advice}": "La API ha rechazado la petición ({said}). {@advice}",
    "The connection to {address} failed or broke off ({cause}). Check the network and ANTHROPIC_BASE_URL, then try again.":
      "La conexión con {address} ha fallado o se ha cortado ({cause}). Comprueba la red y ANTHROPIC_BASE_URL, e inténtalo de nuevo.",
    "Check that ANTHROPIC_BASE_URL names a Messages API, then try again.":
      "Comprueba que ANTHROPIC_BASE_URL nombra una API de mensajes (Messages), e inténtalo de nuevo.",
    "Check the key in ANTHROPIC_API_KEY or in the file of ANTHROPIC_API_KEY_FILE, and its account.":
      "Comprueba la clave en ANTHROPIC_API_KEY o en el archivo de ANTHROPIC_API_KEY_FILE, y su cuenta.",
    "Check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.": "Comprueba ANTHROPIC_MODEL y ANTHROPIC_BASE_URL.",
    "It was asked once; try later.": "Se le preguntó una vez; inténtalo más tarde.",
    "It was asked {attempts} times; try later.": "Se le preguntó {attempts} veces; inténtalo más tarde.",
    "It was asked once, and asks to wait {time}; try later.":
      "Se le preguntó una vez, y pide esperar {time}; inténtalo más tarde.",
    "It was asked {attempts} times, and asks to wait {time}; try later.":
      "Se le preguntó {attempts} veces, y pide esperar {time}; inténtalo más tarde.",
    "It was asked once, and asks to wait {time}, while a call waits {most} at most; try later.":
      "Se le preguntó una vez, y pide esperar {time}, mientras que una llamada espera {most} como mucho; inténtalo más tarde.",
    "It was asked {attempts} times, and asks to wait {time}, while a call waits {most} at most; try later.":
      "Se le preguntó {attempts} veces, y pide esperar {time}, mientras que una llamada espera {most} como mucho; inténtalo más tarde.",
    "The model's answer to {member} gives a tool call the id of another one ({id}). No tool call of it was run. Each call needs an id of its own.":
      "La respuesta del modelo a {member} da a una llamada a herramienta el id de otra ({id}). No se ejecutó ninguna de sus llamadas. Cada llamada necesita un id propio.",
    "Model call {call}, by {member}, is one too many: the script ends after step {steps}. Add a step for it, or find out why the loop went on.":
      "La llamada al modelo número {call}, de {member}, sobra: el guion termina tras el paso {steps}. Añade un paso para ella, o averigua por qué siguió el bucle.",
    "The run ended after {calls} model calls and left {left} of the script's steps unused, next one for {member}. Remove them, or find out why the loop stopped early.":
      "La ejecución terminó tras {calls} llamadas al modelo y dejó sin usar {left} pasos del guion; el siguiente es para {member}. Quítalos, o averigua por qué el bucle se detuvo antes de tiempo.",
    "Step {step} of the script: {part} differs.\n  expected: {expected}\n  received: {received}":
      "Paso {step} del guion: {part} difiere.\n  esperado: {expected}\n  recibido: {received}",
    "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: PYTHON=/path/to/python3.":
      "No hay python3 en PATH. Instala Python 3 (https://www.python.org/downloads/), o nombra el intérprete: PYTHON=/path/to/python3.",
    "PYTHON names {name}, which is no program that can be run. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON nombra {name}, que no es un programa que se pueda ejecutar. Define PYTHON como un intérprete de Python 3: PYTHON=/path/to/python3.",
    "PYTHON names {name}, and no such program is on PATH. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON nombra {name}, y no hay tal programa en PATH. Define PYTHON como un intérprete de Python 3: PYTHON=/path/to/python3.",
    "{path} is no Python 3 that can be run here: {@why}. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "{path} no es un Python 3 que se pueda ejecutar aquí: {@why}. Define PYTHON como un intérprete de Python 3: PYTHON=/path/to/python3.",
    "it does not answer like one": "no responde como tal",
    "nothing that it starts can run": "nada de lo que inicia puede ejecutarse",
    "it does not answer": "no responde",
    "it says {text}": "dice {text}",
    "it ends with exit code {code}": "termina con código de salida {code}",
    "it does not run": "no se ejecuta",
    "Here an approved program can reach the session folder.":
      "Aquí un programa aprobado puede llegar a la carpeta de la sesión.",
    "Here an approved program can reach your other processes.":
      "Aquí un programa aprobado puede llegar a tus otros procesos.",
    "Here an approved program can reach the session folder and your other processes.":
      "Aquí un programa aprobado puede llegar a la carpeta de la sesión y a tus otros procesos.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder.":
      "Esta máquina no da a los programas números de proceso propios: un monitor termina lo que inician, y un programa aprobado puede llegar a la carpeta de la sesión.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach your other processes.":
      "Esta máquina no da a los programas números de proceso propios: un monitor termina lo que inician, y un programa aprobado puede llegar a tus otros procesos.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder and your other processes.":
      "Esta máquina no da a los programas números de proceso propios: un monitor termina lo que inician, y un programa aprobado puede llegar a la carpeta de la sesión y a tus otros procesos.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder.":
      "Esta máquina no puede sujetar lo que sale de su grupo de procesos: un proceso así puede sobrevivir a su llamada, y un programa aprobado puede llegar a la carpeta de la sesión.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach your other processes.":
      "Esta máquina no puede sujetar lo que sale de su grupo de procesos: un proceso así puede sobrevivir a su llamada, y un programa aprobado puede llegar a tus otros procesos.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder and your other processes.":
      "Esta máquina no puede sujetar lo que sale de su grupo de procesos: un proceso así puede sobrevivir a su llamada, y un programa aprobado puede llegar a la carpeta de la sesión y a tus otros procesos.",
    "There is no main.py in {folder} that could be run: it is missing, a link, or too large.":
      "En {folder} no hay un main.py que se pueda ejecutar: falta, es un enlace o es demasiado grande.",
    "{path}, which ran before, is no program that can be run any more.":
      "{path}, que antes se ejecutaba, ya no es un programa que se pueda ejecutar.",
    "{program} could not be started ({cause}).": "{program} no se pudo iniciar ({cause}).",
    "The run was cancelled before its start.": "La ejecución se canceló antes de arrancar.",
    "main.py was started, and its process ended before it could say how. It is not started again, and its approval stays used.":
      "main.py arrancó, y su proceso terminó antes de poder decir cómo. No se inicia otra vez, y su aprobación queda gastada.",
    "Stopped by {signal}.": "Detenido por {signal}.",
    "{path} is not empty: it holds {names}. A session starts in an empty folder; name a new one.":
      "{path} no está vacía: contiene {names}. Una sesión empieza en una carpeta vacía; nombra una nueva.",
    "{path} is not empty: it holds {names}, {count} more. A session starts in an empty folder; name a new one.":
      "{path} no está vacía: contiene {names} y {count} más. Una sesión empieza en una carpeta vacía; nombra una nueva.",
    "{path} is not empty: it holds {names}. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} no está vacía: contiene {names}. Allí se interrumpió una sesión ({left}). Una sesión empieza en una carpeta vacía; nombra una nueva.",
    "{path} is not empty: it holds {names}, {count} more. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} no está vacía: contiene {names} y {count} más. Allí se interrumpió una sesión ({left}). Una sesión empieza en una carpeta vacía; nombra una nueva.",
    "{@refusal} What lies there is a practice: --resume goes on with it.":
      "{@refusal} Lo que hay allí es una práctica: --resume la continúa.",
    "Another session has just started in {path}: name a new folder.":
      "Otra sesión acaba de empezar en {path}: nombra una carpeta nueva.",
    "The files of the session could not be laid out in {path} ({cause}). {@remedy}":
      "Los archivos de la sesión no se pudieron colocar en {path} ({cause}). {@remedy}",
    "{path} cannot be used as a session folder ({cause}). {@remedy}":
      "{path} no sirve como carpeta de sesión ({cause}). {@remedy}",
    "{path} cannot be made ({cause}), and the workspace lies in it. Set TMPDIR to another folder.":
      "No se puede crear {path} ({cause}), y dentro va el espacio de trabajo. Define TMPDIR como otra carpeta.",
    "{path} cannot be read ({cause}), which is a part of the practice. {@remedy}":
      "No se puede leer {path} ({cause}), que es parte de la práctica. {@remedy}",
    "{path} cannot be written ({cause}), which is a part of the practice. {@remedy}":
      "No se puede escribir {path} ({cause}), que es parte de la práctica. {@remedy}",
    "No folder can be made in {path} ({cause}). Name one with --dir, or set TMPDIR.":
      "No se puede crear una carpeta en {path} ({cause}). Nombra una con --dir, o define TMPDIR.",
    "{path} is not a folder (a link is not followed). Name another one.":
      "{path} no es una carpeta (no se sigue un enlace). Nombra otra.",
    "{path} belongs to another user (uid {uid}), who can replace what lies below it. Name a folder that lies in one of your own.":
      "{path} pertenece a otro usuario (uid {uid}), que puede sustituir lo que hay debajo. Nombra una carpeta que esté dentro de una tuya.",
    "{path} is a link that leads round in a circle.": "{path} es un enlace que da vueltas en círculo.",
    "Others can write to {path} (mode {mode}) and replace what lies below it. Run {command}, or name a folder elsewhere.":
      "Otros pueden escribir en {path} (modo {mode}) y sustituir lo que hay debajo. Ejecuta {command}, o nombra una carpeta en otro lugar.",
    "{path} belongs to another user (uid {uid}), so what it holds is not trusted. Use one of your own, or take it over: {command}.":
      "{path} pertenece a otro usuario (uid {uid}), así que no se confía en su contenido. Usa algo tuyo, o hazte con ello: {command}.",
    "Others can write to {path} (mode {mode}), so what it holds is not trusted. Look at it, then run {command}.":
      "Otros pueden escribir en {path} (modo {mode}), así que no se confía en su contenido. Míralo y después ejecuta {command}.",
    "{path} cannot be looked at ({cause}). {@remedy}": "No se puede examinar {path} ({cause}). {@remedy}",
    "Removed what an interrupted save left in {path}: {names}.":
      "Se ha quitado lo que un guardado interrumpido dejó en {path}: {names}.",
    "The disk is full: make room and try again.": "El disco está lleno: haz sitio e inténtalo de nuevo.",
    "Your share of the disk is full: make room and try again.":
      "Tu cuota del disco está llena: haz sitio e inténtalo de nuevo.",
    "The disk, or the connection to it, fails: look at it, or use another one.":
      "El disco, o la conexión con él, falla: compruébalo, o usa otro.",
    "Nothing can be written there: use another disk.": "Allí no se puede escribir nada: usa otro disco.",
    "Check that you may write there.": "Comprueba que tienes permiso para escribir allí.",
    "Something on the way to it is gone: check the path.":
      "Algo en el camino hasta allí ya no existe: comprueba la ruta.",
    "Something on the way to it is not a folder: check the path.":
      "Algo en el camino hasta allí no es una carpeta: comprueba la ruta.",
    "A folder stands in its place: move it away.": "En su lugar hay una carpeta: quítala de ahí.",
    "A link stands there or on the way to it: use the real path.":
      "Allí, o en el camino hasta allí, hay un enlace: usa la ruta real.",
    "The path is too long: name a shorter one.": "La ruta es demasiado larga: nombra una más corta.",
    "Too many files are open: close some, or raise the limit (ulimit -n).":
      "Hay demasiados archivos abiertos: cierra algunos, o sube el límite (ulimit -n).",
    "Too many files are open on this machine: end some programs.":
      "Hay demasiados archivos abiertos en esta máquina: termina algunos programas.",
    "Another program uses it: end that one and try again.":
      "Otro programa lo usa: termínalo e inténtalo de nuevo.",
    "Mend the cause and try again.": "Corrige la causa e inténtalo de nuevo.",
    "Waiting for {path}: another process holds this lock, or was killed while it did.":
      "Esperando a {path}: otro proceso tiene este cerrojo, o lo mataron mientras lo tenía.",
    "The lock {path} is no longer ours, so nothing was saved. Another process took it over or removed it: try again.":
      "El cerrojo {path} ya no es nuestro, así que no se guardó nada. Otro proceso se lo quedó o lo quitó: inténtalo de nuevo.",
    "{path} bears a time that lies ahead, as after a change of the clock, and has not been given back for {seconds} s, so nothing was saved. End what holds it and try again; if nothing does, remove that folder.":
      "{path} lleva una hora futura, como tras un cambio de reloj, y no se ha devuelto en {seconds} s, así que no se guardó nada. Termina lo que lo tenga e inténtalo de nuevo; si nada lo tiene, borra esa carpeta.",
    "Another process has held {path} for {seconds} s, so nothing was saved. End it and try again; if none is running, remove that folder.":
      "Otro proceso tiene {path} desde hace {seconds} s, así que no se guardó nada. Termínalo e inténtalo de nuevo; si no hay ninguno en marcha, borra esa carpeta.",
    "The lock {path} cannot be made ({cause}), so nothing was saved. {@remedy}":
      "No se puede crear el cerrojo {path} ({cause}), así que no se guardó nada. {@remedy}",
    "The lock {path} cannot be looked at ({cause}), so nothing was saved. {@remedy}":
      "No se puede examinar el cerrojo {path} ({cause}), así que no se guardó nada. {@remedy}",
    "The file system of {path} does not keep the name of a file as it was given, so nobody could tell whose the lock is. Nothing was saved. Name a folder on another disk.":
      "El sistema de archivos de {path} no conserva el nombre de un archivo tal como se le dio, así que nadie podría saber de quién es el cerrojo. No se guardó nada. Nombra una carpeta en otro disco.",
    "{path} is a link, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} es un enlace, y un cerrojo es una carpeta, así que no lo hizo ninguna sesión. No se guardó nada. Míralo y quítalo de ahí, o nombra otra carpeta de sesión.",
    "{path} is a file, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} es un archivo, y un cerrojo es una carpeta, así que no lo hizo ninguna sesión. No se guardó nada. Míralo y quítalo de ahí, o nombra otra carpeta de sesión.",
    "The lock {path} holds {names}, which no session put there. Nothing was saved. Look at it and move it away, or name another session folder.":
      "El cerrojo {path} contiene {names}, que no puso ahí ninguna sesión. No se guardó nada. Míralo y quítalo de ahí, o nombra otra carpeta de sesión.",
    "{path} could not be saved ({cause}). {@untouched} {@remedy}":
      "No se pudo guardar {path} ({cause}). {@untouched} {@remedy}",
    "The old letters are untouched.": "Las cartas anteriores están intactas.",
    "The session is as it was.": "La sesión está como estaba.",
    "The log is as it was.": "El registro está como estaba.",
    "The damaged file is as it was.": "El archivo dañado está como estaba.",
    "{path} was changed by another program while it was locked, so nothing was saved. Try again.":
      "Otro programa cambió {path} mientras estaba bloqueado, así que no se guardó nada. Inténtalo de nuevo.",
    "{path} has {bytes} bytes; {limit} are allowed. It was not read and is left as it is.":
      "{path} tiene {bytes} bytes; se permiten {limit}. No se leyó y queda como está.",
    "{file}, line {line}: {@reason}. The file is left as it is; mend it or start a new session.":
      "{file}, línea {line}: {@reason}. El archivo queda como está; corrígelo o inicia una sesión nueva.",
    "not valid UTF-8": "no es UTF-8 válido",
    "the last line is cut off": "la última línea está cortada",
    "only {count} messages are allowed": "solo se permiten {count} mensajes",
    "the id should be {id}": "el id debería ser {id}",
    "the recipient should be {recipient}": "el destinatario debería ser {recipient}",
    "the sender is not on the team": "el remitente no está en el equipo",
    "nobody writes to themselves": "nadie se escribe a sí mismo",
    "the body holds half of a surrogate pair": "el cuerpo contiene medio par sustituto",
    "the body has {length} characters; 1 to {limit} are allowed":
      "el cuerpo tiene {length} caracteres; se permiten de 1 a {limit}",
    "the key {key} stands twice": "la clave {key} aparece dos veces",
    "not a record of exactly id, sender, recipient and body, all text":
      "no es un registro de exactamente id, sender, recipient y body, todos texto",
    "{file}, line {line}: {letters} is missing, which was there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file}, línea {line}: falta {letters}, que antes estaba. El archivo queda como está; `doctor --repair` vuelve a guardar las cartas.",
    "{file}, line {line}: {letters} are missing, which were there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file}, línea {line}: faltan {letters}, que antes estaban. El archivo queda como está; `doctor --repair` vuelve a guardar las cartas.",
    "{path} is not a regular file, so it is neither read nor written.":
      "{path} no es un archivo normal, así que ni se lee ni se escribe.",
    "{path} is not a regular file (a link is not followed), so it is neither read nor written.":
      "{path} no es un archivo normal (no se sigue un enlace), así que ni se lee ni se escribe.",
    "{path} is not a folder (a link is not followed), so it is neither read nor written.":
      "{path} no es una carpeta (no se sigue un enlace), así que ni se lee ni se escribe.",
    "{path} is not readable ({cause}), so it is neither read nor written. {@remedy}":
      "{path} no es legible ({cause}), así que ni se lee ni se escribe. {@remedy}",
    "{file} lies in the session folder already, though no member of this session bore that name. Move it away, or choose another name.":
      "{file} ya está en la carpeta de la sesión, aunque ningún miembro de esta sesión ha llevado ese nombre. Quítalo de ahí, o elige otro nombre.",
    "The {@what} must be text, not {value}.": "{@what}: debe ser texto, no {value}.",
    "The {@what} holds half of a surrogate pair. Send well-formed Unicode text.":
      "{@what}: contiene medio par sustituto. Envía texto Unicode bien formado.",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Shorten it: nothing is cut.":
      "{@what}: tiene {length} caracteres; se permiten de {minimum} a {maximum}. Acórtalo: no se corta nada.",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Write something.":
      "{@what}: tiene {length} caracteres; se permiten de {minimum} a {maximum}. Escribe algo.",
    "message body": "cuerpo de la carta",
    "request's payload": "texto de la solicitud",
    feedback: "comentario",
    role: "papel",
    prompt: "encargo",
    "A message cannot start with {prefix}: only the protocol functions write such letters.":
      "Una carta no puede empezar por {prefix}: solo las funciones del protocolo escriben cartas así.",
    "The mailbox of {recipient} holds {count} messages, which is its limit. No old letter is overwritten: start a new session.":
      "La bandeja de entrada de {recipient} tiene {count} cartas, que es su límite. No se pisa ninguna carta anterior: inicia una sesión nueva.",
    "With this letter the mailbox of {recipient} would take {bytes} bytes; {limit} are allowed. Shorten the letter, or start a new session.":
      "Con esta carta la bandeja de entrada de {recipient} ocuparía {bytes} bytes; se permiten {limit}. Acorta la carta, o inicia una sesión nueva.",
    "{member} cannot write to {member}: a letter goes to another member. Nothing was saved.":
      "{member} no puede escribir a {member}: una carta va a otro miembro. No se guardó nada.",
    "{member} is closed and can no longer send letters. Nothing was saved.":
      "{member} está cerrado y ya no puede enviar cartas. No se guardó nada.",
    "{member} is closed and can no longer receive letters. Nothing was saved.":
      "{member} está cerrado y ya no puede recibir cartas. No se guardó nada.",
    "{name} cannot be a member's name: {file}.jsonl is the session's log. Choose another.":
      "{name} no puede ser nombre de un miembro: {file}.jsonl es el registro de la sesión. Elige otro.",
    "{name} cannot be a member's name. Use a small letter, then up to 23 small letters, digits or hyphens.":
      "{name} no puede ser nombre de un miembro. Usa una letra minúscula y después hasta 23 minúsculas, cifras o guiones.",
    "There is no member {name}. The team: {members}.": "No hay ningún miembro {name}. El equipo: {members}.",
    "This session has opened {limit} requests, which is its limit, finished ones included. Start a new session.":
      "Esta sesión ha abierto {limit} solicitudes, que es su límite, incluidas las terminadas. Inicia una sesión nueva.",
    "{request}, the same plan request, is still pending. Wait until it is answered and matched.":
      "{request}, la misma solicitud de plan, sigue pending. Espera a que se responda y se empareje.",
    "{request}, the same shutdown request, is still pending. Wait until it is answered and matched.":
      "{request}, la misma solicitud de apagado, sigue pending. Espera a que se responda y se empareje.",
    "{member} is closed: it can neither plan nor be shut down.":
      "{member} está cerrado: ni puede proponer un plan ni se le puede pedir el apagado.",
    "No request {request} waits for an answer of {member}. Only the target of a request can answer it.":
      "Ninguna solicitud {request} espera respuesta de {member}. Solo el destinatario de una solicitud puede responderla.",
    "{member} has opened no request {request}. Only who asked can take a request back.":
      "{member} no ha abierto ninguna solicitud {request}. Solo quien pidió puede retirar una solicitud.",
    "{request} is already decided ({first}). The first reply stays; open a new request to decide anew.":
      "{request} ya está decidida ({first}). La primera respuesta se queda; abre una solicitud nueva para decidir de nuevo.",
    "{request} is answered already (approve {answer}) and cannot be withdrawn. Take in the answer.":
      "{request} ya tiene respuesta (approve {answer}) y no se puede retirar. Recoge la respuesta.",
    "{request} is {status} and no longer waits for a reply.":
      "{request} está {status} y ya no espera respuesta.",
    "{sender} cannot send a {kind} request to {target}. A plan goes from a teammate to the lead, a shutdown from the lead to a teammate.":
      "{sender} no puede enviar una solicitud {kind} a {target}. Un plan va de un compañero al lead; un apagado, del lead a un compañero.",
    "A request is of the kind plan or shutdown, not {kind}.":
      "Una solicitud es de tipo plan o shutdown, no {kind}.",
    "approve must be true or false, not {value}.": "approve debe ser true o false, no {value}.",
    "{member} is closed and in no state any more. Its name can be given to a new member.":
      "{member} está cerrado y ya no tiene estado. Su nombre se puede dar a un miembro nuevo.",
    "No shutdown request waits for an answer of {member}.":
      "Ninguna solicitud de apagado espera respuesta de {member}.",
    "{member} is played by another process, so nothing was changed. End that one first, or play another member.":
      "Otro proceso hace de {member}, así que no se cambió nada. Termina ese primero, o haz de otro miembro.",
    "{member} is played by another process ({process}), so nothing was changed. End that one first, or play another member.":
      "Otro proceso ({process}) hace de {member}, así que no se cambió nada. Termina ese primero, o haz de otro miembro.",
    "The notes of the practice in session.json are not as it writes them. Start a new session in another folder.":
      "Las notas de la práctica en session.json no están como ella las escribe. Inicia una sesión nueva en otra carpeta.",
    "{path} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another folder.":
      "{path} es una sesión de {program}, no de {wanted}. No se tocó nada en ella: ábrela con {program}, o nombra otra carpeta.",
    "{path} has version {version}; this program reads version {known}. Nothing in it was touched: use the version of the program that made it, or name another folder.":
      "{path} tiene la versión {version}; este programa lee la versión {known}. No se tocó nada: usa la versión del programa que la hizo, o nombra otra carpeta.",
    "{path} is not as this program leaves it: {@reason}. Nothing was touched; `doctor --dir` on its folder says more.":
      "{path} no está como este programa lo deja: {@reason}. No se tocó nada; `doctor --dir` con su carpeta dice más.",
    "it has {bytes} bytes, and {limit} are allowed": "tiene {bytes} bytes, y se permiten {limit}",
    "it is not valid UTF-8": "no es UTF-8 válido",
    "it is no JSON": "no es JSON",
    "it has no version": "no tiene versión",
    "members.{key}: its name is {name}": "members.{key}: su nombre es {name}",
    "the log holds {events} events and the session {told}: an older state was put back":
      "el registro tiene {events} sucesos y la sesión {told}: se repuso un estado anterior",
    "the log holds {events} events, and {stood} stood in it":
      "el registro tiene {events} sucesos, y había {stood}",
    "With this the session would take {bytes} bytes; {limit} are allowed. Nothing was saved: start a new session.":
      "Con esto la sesión ocuparía {bytes} bytes; se permiten {limit}. No se guardó nada: inicia una sesión nueva.",
    "There is no session in {folder}: it holds no session.json. Nothing was touched. Name the folder of a session, or start one.":
      "No hay ninguna sesión en {folder}: no contiene session.json. No se tocó nada. Nombra la carpeta de una sesión, o inicia una.",
    "{path} is not a regular file, so it is neither read nor written. A link is not followed.":
      "{path} no es un archivo normal, así que ni se lee ni se escribe. No se sigue un enlace.",
    "{path} cannot be read ({cause}), so it is neither read nor written. {@remedy}":
      "No se puede leer {path} ({cause}), así que ni se lee ni se escribe. {@remedy}",
    "{path} is not the log of a session: its last line bears no number, or it is no regular file. It is left as it is. Move it away, or name another folder.":
      "{path} no es el registro de una sesión: su última línea no lleva número, o no es un archivo normal. Queda como está. Quítalo de ahí, o nombra otra carpeta.",
    "{path} could not be written or read ({cause}). {@remedy}":
      "No se pudo escribir o leer {path} ({cause}). {@remedy}",
    "{part} waits for {file}, which cannot be read: nobody can tell whether a letter was saved there. Nothing was changed. Mend that file first; `doctor --dir` says what is wrong with it.":
      "{part} espera a {file}, que no se puede leer: nadie sabe si allí se guardó una carta. No se cambió nada. Corrige primero ese archivo; `doctor --dir` dice qué le pasa.",
    "The mark of the start, {path}, cannot be kept ({cause}). {@remedy}":
      "No se puede conservar la marca del arranque, {path} ({cause}). {@remedy}",
    "{path} cannot be written ({cause}), so nobody could see who plays the member. {@remedy}":
      "No se puede escribir {path} ({cause}), así que nadie podría ver quién hace de ese miembro. {@remedy}",
    "{path} cannot be made ({cause}), so the damaged file was not replaced. Copy it away by hand and remove it.":
      "No se puede crear {path} ({cause}), así que el archivo dañado no se sustituyó. Cópialo a mano a otro lugar y bórralo.",
    "{name} cannot be a session's name. Use up to 63 small letters, digits and hyphens, no hyphen first.":
      "{name} no puede ser nombre de una sesión. Usa hasta 63 minúsculas, cifras y guiones, sin guion al principio.",
    "{name} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another session.":
      "{name} es una sesión de {program}, no de {wanted}. No se tocó nada en ella: ábrela con {program}, o nombra otra sesión.",
    "There is no session {name} in {store}. Nothing was touched. Name one that is there, or start one.":
      "No hay ninguna sesión {name} en {store}. No se tocó nada. Nombra una que exista, o inicia una.",
    "There is no session {name} in {store} any more: another of its name was made since. Nothing was touched. Name one that is there, or start one.":
      "Ya no existe la sesión {name} en {store}: desde entonces se creó otra con su nombre. No se tocó nada. Nombra una que exista, o inicia una.",
    "There is a session {name} of the {program} in {store} already. Name another, or go on with that one.":
      "Ya hay en {store} una sesión {name} de {program}. Nombra otra, o continúa esa.",
    "There is no session in this store: it has no tables of this program yet. Nothing was touched. Name another database, or start a session.":
      "No hay ninguna sesión en esta base de datos: aún no tiene tablas de este programa. No se tocó nada. Nombra otra base de datos, o inicia una sesión.",
    "What stands for a host in it is no host, or no host with a port.":
      "Lo que hay en lugar del servidor no es un servidor, ni un servidor con puerto.",
    "In its password, @ is to be written as %40, / as %2F, ? as %3F and % as %25.":
      "En su contraseña, @ se escribe %40, / se escribe %2F, ? se escribe %3F y % se escribe %25.",
    "The server at {server} hung up ({cause}): start it again, or check the URL of the store. One that speaks no TLS hangs up on sslmode=require and stricter.":
      "El servidor {server} colgó ({cause}): inícialo de nuevo, o comprueba la URL de la base de datos. Uno que no habla TLS cuelga con sslmode=require o más estricto.",
    "The role must be well-formed text, not {value}.": "El papel debe ser texto bien formado, no {value}.",
    "The connection to {store} was lost in the moment of keeping, and no server could be asked since: whether this was kept shows when the store answers again. Nothing is half done.":
      "La conexión con {store} se perdió en el momento de guardar, y desde entonces no se ha podido preguntar a ningún servidor: si esto se guardó se verá cuando la base de datos vuelva a responder. Nada queda a medias.",
    "Another process has held the session in {store} for too long, so nothing was saved. End it and try again.":
      "Otro proceso ha tenido la sesión de {store} demasiado tiempo, así que no se guardó nada. Termínalo e inténtalo de nuevo.",
    "What stands in {store} does not go with what was to be saved: {said}. Nothing was changed: put back what was there, or start a new session.":
      "Lo que hay en {store} no concuerda con lo que se iba a guardar: {said}. No se cambió nada: repón lo que había, o inicia una sesión nueva.",
    "The letters of {member} have {bytes} bytes; {limit} are allowed. They are left as they are.":
      "Las cartas de {member} tienen {bytes} bytes; se permiten {limit}. Quedan como están.",
    "{member} of {session} is played by a process, so nothing was removed. End that one first.":
      "Un proceso hace de {member} en {session}, así que no se quitó nada. Termina ese primero.",
    "The row of {place} is not as this program leaves it: {said}. Nothing was touched: put back what was there, or start a new session.":
      "La fila de {place} no está como este programa la deja: {said}. No se tocó nada: repón lo que había, o inicia una sesión nueva.",
    "The tables of the store have version {version}; this program reads version {known}. Nothing in them was touched: use the version of the program that made them, or name another database.":
      "Las tablas de la base de datos tienen la versión {version}; este programa lee la versión {known}. No se tocó nada en ellas: usa la versión del programa que las hizo, o nombra otra base de datos.",
    "A store needs the package postgres, which is not installed: run `npm install postgres@3.4`.":
      "Una base de datos necesita el paquete postgres, que no está instalado: ejecuta `npm install postgres@3.4`.",
    "The database at {server} keeps its texts in {encoding}, and letters need UTF8: make it with `createdb --encoding=UTF8 --template=template0`, or name another.":
      "La base de datos de {server} guarda sus textos en {encoding}, y las cartas necesitan UTF8: créala con `createdb --encoding=UTF8 --template=template0`, o nombra otra.",
    "The URL of the store leads to a pooler that shares connections between transactions, and who plays a member is known by a connection of its own: name the server itself, or a pooler in session mode.":
      "La URL lleva a un agrupador que comparte conexiones entre transacciones, y quién hace de un miembro se sabe por una conexión propia: nombra el servidor mismo, o un agrupador en modo de sesión.",
    "The URL of the store cannot be used. {@reason}":
      "La URL de la base de datos no se puede usar. {@reason}",
    "Name it as postgres://user@host/database; several hosts are divided by commas.":
      "Escríbela como postgres://user@host/database; varios servidores se separan con comas.",
    "target_session_attrs={value} asks for a server that may not be written, and a session is written: use read-write.":
      "target_session_attrs={value} pide un servidor en el que quizá no se pueda escribir, y en una sesión se escribe: usa read-write.",
    "A % in it is to be written as %25.": "Un % dentro de ella se escribe %25.",
    "sslmode={value} is none: use disable, prefer, require, verify-ca or verify-full.":
      "sslmode={value} no existe: usa disable, prefer, require, verify-ca o verify-full.",
    "{setting} names {path}, which cannot be read ({cause}).":
      "{setting} nombra {path}, que no se puede leer ({cause}).",
    "The server at {server} refuses the password of {user}: check it in the URL, or in PGPASSWORD.":
      "El servidor {server} no acepta la contraseña de {user}: compruébala en la URL, o en PGPASSWORD.",
    "The server at {server} does not let {user} into {database}: check the user, its pg_hba.conf, and sslmode.":
      "El servidor {server} no deja entrar a {user} en {database}: comprueba el usuario, su pg_hba.conf y sslmode.",
    "There is no database {database} at {server}: make it with {command}, or name another.":
      "No existe la base de datos {database} en {server}: créala con {command}, o nombra otra.",
    "{user} may not make or use the tables in {database} at {server}: let its owner run {command}, or name another database.":
      "{user} no tiene permiso para crear o usar las tablas de {database} en {server}: que su dueño ejecute {command}, o nombra otra base de datos.",
    "The server at {server} can only be read, as a standby can: name the primary, or promote this one.":
      "En el servidor {server} solo se puede leer, como en una réplica: nombra el principal, o promueve este.",
    "The server at {server} has no connection left: end some programs, or raise max_connections.":
      "Al servidor {server} no le quedan conexiones: termina algunos programas, o sube max_connections.",
    "The server at {server} is starting or stopping: try again.":
      "El servidor {server} está arrancando o deteniéndose: inténtalo de nuevo.",
    "No machine is known as {server} ({cause}): check the URL of the store.":
      "No se conoce ninguna máquina {server} ({cause}): comprueba la URL de la base de datos.",
    "No PostgreSQL server answers at {server} ({cause}): start it, or check the URL of the store.":
      "Ningún servidor PostgreSQL responde en {server} ({cause}): inícialo, o comprueba la URL de la base de datos.",
    "approved for this very call": "aprobado para esta misma llamada",
    "the host said yes": "el anfitrión ha dicho que sí",
    "the host said no": "el anfitrión ha dicho que no",
    "the host allows this one call.": "el anfitrión permite esta única llamada.",
    "the host denies this call, approved plan or not.":
      "el anfitrión niega esta llamada, haya o no un plan aprobado.",
    "the host did not allow this call of {tool}.": "el anfitrión no permitió esta llamada a {tool}.",
    "there is no tool {tool}. The tools of this turn: {tools}.":
      "no existe la herramienta {tool}. Las herramientas de este turno: {tools}.",
    "only {tool} can be called in this turn.": "en este turno solo se puede llamar a {tool}.",
    "{member} has no plan for this work. Submit one and wait for the lead.":
      "{member} no tiene un plan para este trabajo. Que someta uno y espere al lead.",
    "{request} is the plan of {member}. Nobody works on another's approval.":
      "{request} es el plan de {member}. Nadie trabaja con la aprobación de otro.",
    "{member} is closed. The approval of a closed member is nobody's.":
      "{member} está cerrado. La aprobación de un miembro cerrado no es de nadie.",
    "{request} is still pending: no reply has been matched yet.":
      "{request} sigue pending: aún no se ha emparejado ninguna respuesta.",
    "{request} was withdrawn. Submit a new plan and wait for the lead.":
      "{request} fue retirada. Somete un plan nuevo y espera al lead.",
    "the lead rejected {request}.": "el lead rechazó {request}.",
    "the lead rejected {request}. The lead: {feedback}": "el lead rechazó {request}. El lead: {feedback}",
    "{request} was good for one run, and that run has started. Submit a new plan.":
      "{request} valía para una ejecución, y esa ejecución ya ha empezado. Somete un plan nuevo.",
    "the work is no longer what {request} was approved for. Submit a new plan.":
      "el trabajo ya no es aquel para el que se aprobó {request}. Somete un plan nuevo.",
    "{request} was good for one run, and something was started for it already. Submit a new plan.":
      "{request} valía para una ejecución, y ya se inició algo con ella. Somete un plan nuevo.",
    "the call had begun when its process ended, and nobody kept how it ended. It is not made again: look at what is there, and plan anew.":
      "la llamada había empezado cuando terminó su proceso, y nadie anotó cómo acabó. No se hace otra vez: mira lo que hay y planea de nuevo.",
    "the person has left, so nothing was begun.": "la persona se ha ido, así que no se empezó nada.",
    "{tool} does not take that input.": "{tool} no admite esa entrada.",
    "{tool} does not take that input. Plan a call that it takes.":
      "{tool} no admite esa entrada. Planea una llamada que admita.",
    "There is no bash on PATH and no /bin/sh.": "No hay bash en PATH ni /bin/sh.",
    "The notes of the console in session.json are not as it leaves them. Nothing was touched: mend them, or name another folder.":
      "Las notas de la consola en session.json no están como ella las deja. No se tocó nada: corrígelas, o nombra otra carpeta.",
    "{member} is not a teammate.": "{member} no es un compañero.",
    "{member} is on the team already ({status}). Choose another name, or ask for its shutdown first.":
      "{member} ya está en el equipo ({status}). Elige otro nombre, o pide antes su apagado.",
    "There is no shutdown request {request}.": "No hay ninguna solicitud de apagado {request}.",
    "A message cannot start with {prefix}: only a broadcast does.":
      "Una carta no puede empezar por {prefix}: solo lo hace una difusión.",
    "{path} is no regular file.": "{path} no es un archivo normal.",
    "{path} could not be saved ({cause}). The old text is untouched.":
      "No se pudo guardar {path} ({cause}). El texto anterior está intacto.",
    "{path} cannot be read ({cause}).": "No se puede leer {path} ({cause}).",
    "{path} has {bytes} bytes; {limit} are allowed.": "{path} tiene {bytes} bytes; se permiten {limit}.",
    "{path} does not hold that text.": "{path} no contiene ese texto.",
    "{path} holds that text more than once. Name a longer passage.":
      "{path} contiene ese texto más de una vez. Nombra un pasaje más largo.",
    "{path} is not UTF-8 text.": "{path} no es texto UTF-8.",
    "The files of the team are not at {path} any more. Put them back, or name another folder.":
      "Los archivos del equipo ya no están en {path}. Ponlos de nuevo ahí, o nombra otra carpeta.",
    "{path} is an absolute path. Name a file inside the workspace, such as notes.txt.":
      "{path} es una ruta absoluta. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "{path} holds a backslash or a control character. Name a file inside the workspace, such as notes.txt.":
      "{path} contiene una barra inversa o un carácter de control. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "{path} names no file. Name a file inside the workspace, such as notes.txt.":
      "{path} no nombra ningún archivo. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "{path} leads upwards. Name a file inside the workspace, such as notes.txt.":
      "{path} lleva hacia arriba. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "{path} leads through a link. Name a file inside the workspace, such as notes.txt.":
      "{path} pasa por un enlace. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "{path} was replaced while it was read. Name a file inside the workspace, such as notes.txt.":
      "{path} fue sustituido mientras se leía. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "{path} was replaced while it was saved. Name a file inside the workspace, such as notes.txt.":
      "{path} fue sustituido mientras se guardaba. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "{path} has another name (a hard link), which may stand outside. Name a file inside the workspace, such as notes.txt.":
      "{path} tiene otro nombre (un enlace duro), que puede estar fuera. Nombra un archivo dentro del espacio de trabajo, como notes.txt.",
    "The workspace was moved or replaced since the session began. Put it back, or start a new session.":
      "El espacio de trabajo se movió o se sustituyó desde que empezó la sesión. Ponlo de nuevo en su sitio, o inicia una sesión nueva.",
    "No letter reaches {member}. {code}: {@message}":
      "A {member} no le llega ninguna carta. {code}: {@message}",
    "Waiting up to {seconds} s: another process seems to play {member}.":
      "Esperando hasta {seconds} s: parece que otro proceso hace de {member}.",
    "The round ends after {passes} passes. Letters that are still unread wait for your next sentence.":
      "La ronda termina tras {passes} pasadas. Las cartas que siguen sin leer esperan tu próxima frase.",
    "Runs a command in the workspace, for at most 10 seconds, and returns its output":
      "Ejecuta una orden en el espacio de trabajo, 10 segundos como mucho, y devuelve su salida",
    "Returns the text of a file of the workspace.": "Devuelve el texto de un archivo del espacio de trabajo.",
    "Saves a text as a file of the workspace, new or over an old one.":
      "Guarda un texto como archivo del espacio de trabajo, nuevo o sobre uno anterior.",
    "Replaces a passage of a file of the workspace that stands in it exactly once.":
      "Sustituye un pasaje de un archivo del espacio de trabajo que aparece en él exactamente una vez.",
    "Takes a new teammate into the team and gives it its task":
      "Incorpora un compañero nuevo al equipo y le da su tarea",
    "Returns every teammate with role and status, closed ones too.":
      "Devuelve cada compañero con su papel y su estado, también los cerrados.",
    "Sends a message to one member": "Envía una carta a un miembro",
    "Takes in new letters and returns the newest letters of your mailbox":
      "Recoge las cartas nuevas y devuelve las más recientes de la bandeja de entrada",
    "Sends the same words to every teammate, or to those that recipients names":
      "Envía las mismas palabras a cada compañero, o a los que nombra recipients",
    "Asks a teammate to shut down": "Pide a un compañero su apagado",
    "Returns how a shutdown request stands.": "Devuelve cómo está una solicitud de apagado.",
    "Approves or rejects the plan of a teammate, once.":
      "Aprueba o rechaza el plan de un compañero, una sola vez.",
    "Answers a shutdown request of the lead": "Responde a una solicitud de apagado del lead",
    "Sends a plan to the lead for approval: what you will do in words, and the one call that you will make":
      "Envía un plan al lead para su aprobación: lo que hará, en palabras, y la única llamada que hará",
  },
});
