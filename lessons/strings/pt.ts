import { translation } from "./catalogue.ts";

/** Português. */
export const pt = translation({
  words: {
    "column-who": "quem",
    "column-what": "o que faz",
    "column-request": "pedido",
    "column-status": "estado",
    "who-model": "modelo",
    "who-tool": "ferramenta",
    "who-gate-1": "portão 1",
    "who-gate-2": "portão 2",
    "who-program": "programa",
    "who-host": "host",
    "heading-approve-allow": "dois portões: o lead aprovará o plano, o host permitirá a execução",
    "heading-approve-deny": "dois portões: o lead aprovará o plano, o host negará a execução",
    "heading-reject-allow": "dois portões: o lead rejeitará o plano, o host permitirá a execução",
    "heading-reject-deny": "dois portões: o lead rejeitará o plano, o host negará a execução",
    "again-approve-allow": "dois portões, continuação: o lead aprovará o plano, o host permitirá a execução",
    "again-approve-deny": "dois portões, continuação: o lead aprovará o plano, o host negará a execução",
    "again-reject-allow": "dois portões, continuação: o lead rejeitará o plano, o host permitirá a execução",
    "again-reject-deny": "dois portões, continuação: o lead rejeitará o plano, o host negará a execução",
    "side-approve": "dois portões, o lado de {member}: o lead aprovará o plano",
    "side-reject": "dois portões, o lado de {member}: o lead rejeitará o plano",
    "side-allow": "dois portões, o lado de {member}: o host permitirá a execução",
    "side-deny": "dois portões, o lado de {member}: o host negará a execução",
    "side-none": "dois portões, o lado de {member}: não tem papel nesta prática e termina com ela",
    "turn-plan": "começa o turno {turn}: propor um plano",
    "turn-review": "começa o turno {turn}: revisar o plano",
    "turn-work": "começa o turno {turn}: fazer o trabalho, mantendo o seu histórico",
    "turn-letters": "começa o turno {turn}: ler as cartas que chegaram",
    "turn-delivery": "começa o turno {turn}: mais uma entrega",
    "turn-other": "começa o turno {turn}: {purpose}",
    "turn-ended": "termina o turno {turn}",
    "turn-at-limit": "termina o turno {turn}, no limite de chamadas ao modelo",
    "turn-failed": "não pode continuar o seu turno: {message}",
    "model-calls": "resposta {call}, para {member}: chama {tools}",
    "model-says": "resposta {call}, para {member}: “{text}”",
    "asks-plan": "pede a {target} que aprove um plano: carta {letter} salva e depois registrada",
    "asks-shutdown": "pede a {target} o seu shutdown: carta {letter} salva e depois registrada",
    "reads-letter": "lê a carta {letter} de {sender}",
    "ignores-letter": "ignora a carta {letter} de {sender}: {reason}",
    "writes-letter": "escreve a carta {letter} para {recipient}: {text}",
    "replies-yes": "responde que sim: carta {letter} salva, ainda não associada",
    "replies-no": "responde que não: carta {letter} salva, ainda não associada",
    "cannot-agree": "não pode concordar enquanto está em um turno: nada foi enviado",
    "matches-letter": "associa a carta {letter} ao seu próprio pedido",
    "plan-gate-open": "aprovação do plano ABERTA: {request} aprovado, sem uso, main.py inalterado",
    "plan-gate-closed": "aprovação do plano FECHADA ({reason}): nem se pergunta ao host",
    "plan-gate-closed-last": "aprovação do plano FECHADA na última checagem ({reason}): nada é iniciado",
    "host-gate-open": "permissão do host ABERTA: esta única chamada é permitida",
    "host-gate-closed": "permissão do host FECHADA ({reason}): um plano não é uma permissão",
    "tool-refused": "{tool} é recusada: {code}",
    "tool-returns": "{tool} devolve {text}",
    "tool-returns-failure": "{tool} devolve o seu resultado, uma falha",
    "tool-returns-outcome": "{tool} devolve o seu resultado",
    "program-starts": "{command} começa; a aprovação está gasta",
    "program-not-started": "não começa ({reason}): {@message}",
    "ends-exited": "termina com código de saída {code}, saída: {output}",
    "ends-killed": "é encerrado por {signal}, saída: {output}",
    "ends-timeout": "é morto no seu limite de tempo, saída: {output}",
    "ends-cancelled": "é cancelado, saída: {output}",
    "output-first": "{output} (os primeiros {shown} de {count} caracteres)",
    "output-cut": "{output} (o resto não foi guardado)",
    "output-first-cut": "{output} (os primeiros {shown} de {count} caracteres; o resto não foi guardado)",
    "stderr-before": { one: "stderr: (antes, {count} linha)", other: "stderr: (antes, {count} linhas)" },
    "stderr-cut": "stderr: (o resto não foi guardado)",
    reports: "relata: {text}",
    "is-closed": "está fechado; o lead ainda não associou a resposta",
    "no-turn": "não recebe mais turnos: {status}",
    "takes-back": "retira o seu pedido",
    "closed-with-request": "está fechado, e o seu pedido com ele",
    "ends-unanswered": "leu um pedido de {asker} e termina o turno sem responder",
    "no-yes-yet": "ainda não envia o sim: não teve turno para {letters}",
    "closes-unread": "fecha com uma caixa de entrada por ler: {@message}",
    plays: "este processo faz o papel de {members} a partir de agora",
    "plays-interrupted":
      "este processo faz o papel de {members} a partir de agora; {interrupted} estava em um turno, que continua",
    joins: "entra no time: {role}",
    "gets-task": "recebe a sua tarefa: {task}",
    "traffic-request": "requisição {call}, para {member}",
    "traffic-answer": "resposta {call}",
    "traffic-same": "(como antes)",
    "traffic-same-until": "(como antes, até a resposta {call})",
    "traffic-earlier": "(de antes de este processo retomar a sessão)",
    "traffic-range": "{first} a {last}",
    "traffic-no-tools": "nenhuma",
    "traffic-nothing": "nada",
    "traffic-calls": "chama {tool} como {id}, com {input}",
    "traffic-result": "resultado de {id}: {content}",
    "traffic-error": "erro de {id}: {content}",
    result: "Resultado: {sentence}",
    "session-folder": "Pasta da sessão: {folder}",
    "two-sentences": "{first} {second}",
    "not-asked": "main.py não foi executado: ninguém pediu.",
    "not-allowed":
      "main.py não foi executado: o portão 2 está fechado, o host não permitiu. O plano aprovado não é uma permissão.",
    "not-started":
      "main.py não foi executado: os dois portões estavam abertos, mas ele não pôde começar. {@message}",
    "unknown-end":
      "main.py começou atrás de dois portões abertos, e ninguém sabe o que foi feito dele. Não é iniciado outra vez.",
    "closed-plan-missing": "main.py não foi executado: o portão 1 está fechado, ninguém submeteu um plano.",
    "closed-plan-not-yours":
      "main.py não foi executado: o portão 1 está fechado, o plano não é do próprio reader.",
    "closed-plan-pending":
      "main.py não foi executado: o portão 1 está fechado, nenhuma resposta ao plano foi associada ainda.",
    "closed-plan-rejected": "main.py não foi executado: o portão 1 está fechado, o lead rejeitou o plano.",
    "closed-plan-used":
      "main.py não foi executado: o portão 1 está fechado, a aprovação valia para uma só execução, que já tinha começado antes.",
    "closed-plan-changed":
      "main.py não foi executado: o portão 1 está fechado, o que seria executado já não é o que o lead aprovou.",
    "closed-other": "main.py não foi executado: o portão 1 está fechado, {reason}.",
    "host-never-asked": "Ninguém chegou a perguntar ao host.",
    "closed-after-yes": "Fechou entre o sim do host e o começo.",
    matched:
      "main.py foi executado uma vez atrás de dois portões abertos e imprimiu {printed}, como esperado.",
    "matched-nothing":
      "main.py foi executado uma vez atrás de dois portões abertos e não imprimiu nada, como esperado.",
    differs:
      "main.py foi executado atrás de dois portões abertos e imprimiu {printed}, mas o esperado era {expected}.",
    "differs-nothing-printed":
      "main.py foi executado atrás de dois portões abertos e não imprimiu nada, mas o esperado era {expected}.",
    "differs-nothing-expected":
      "main.py foi executado atrás de dois portões abertos e imprimiu {printed}, mas nada era esperado.",
    "ran-exited":
      "main.py foi executado atrás de dois portões abertos e terminou com código de saída {code}, então o que ele imprimiu não é comparado.",
    "ran-killed":
      "main.py foi executado atrás de dois portões abertos e foi encerrado por {signal}, então o que ele imprimiu não é comparado.",
    "ran-timeout":
      "main.py foi executado atrás de dois portões abertos e foi morto no seu limite de tempo, então o que ele imprimiu não é comparado.",
    "ran-cancelled":
      "main.py foi executado atrás de dois portões abertos e foi cancelado, então o que ele imprimiu não é comparado.",
    "no-expectation":
      "main.py foi executado atrás de dois portões abertos e imprimiu {printed}, mas não há expected.txt com que comparar.",
    "no-expectation-nothing":
      "main.py foi executado atrás de dois portões abertos e não imprimiu nada, mas não há expected.txt com que comparar.",
    "too-much-printed":
      "main.py foi executado atrás de dois portões abertos e imprimiu mais do que se guarda, então não há o que comparar.",
    "step-prompt": "[Enter] seguir  [s] estado  [q] sair",
    "step-keys":
      "Essa tecla não faz nada aqui: Enter segue, s mostra o estado e as caixas de entrada, q ou Ctrl-D saem.",
    "step-requests": "pedidos",
    "step-no-requests": "nenhum",
    "step-members": "membros",
    "step-mailboxes": "caixas de entrada",
    "step-empty": "(vazia)",
    "step-no-reply": "{status}, sem resposta salva",
    "step-yes": "{status}, resposta salva (sim)",
    "step-no": "{status}, resposta salva (não)",
    "step-yes-used": "{status}, resposta salva (sim), usado",
    "step-turns": { one: "{count} turno", other: "{count} turnos" },
    "step-letters": { one: "{count} carta lida", other: "{count} cartas lidas" },
    "column-what-happens": "o que acontece",
    "joins-as": "entra no time como {role}",
    "joins-as-number": "entra no time como {role}, número {number} deste nome",
    "plans-first": "primeiro propõe um plano para a sua tarefa",
    "asks-to-approve": "pede a {target} que aprove: {words}",
    "asks-to-shut-down": "pede a {target} o seu shutdown: {words}",
    "exactly-this-call": "exatamente esta chamada, uma vez: {call}",
    "answers-yes": "responde que sim (carta {letter})",
    "answers-yes-because": "responde que sim (carta {letter}): {feedback}",
    "answers-no": "responde que não (carta {letter})",
    "answers-no-because": "responde que não (carta {letter}): {feedback}",
    "agrees-later": "concorda; adiado até o fim do seu turno",
    "is-closed-now": "está fechado",
    "broadcasts-to": "transmite a {recipient} (carta {letter}): {text}",
    "writes-to": "escreve para {recipient} (carta {letter}): {text}",
    "reads-typed": "lê {letter} ({type}) de {sender}",
    "ignores-typed": "ignora {letter} de {sender}: {reason}",
    "matches-own": "associa {letter} ao seu próprio pedido",
    "gate-1-open": "portão 1 (plano) ABERTO: {@message}",
    "gate-1-closed": "portão 1 (plano) FECHADO: {reason}, {@message}",
    "gate-2-open": "portão 2 (host) ABERTO: {@message}",
    "gate-2-closed": "portão 2 (host) FECHADO: {@message}",
    "call-exited": "{call}: código de saída {code}",
    "call-ended": "{call}: terminada, {status}",
    "call-done": "{call}: feito",
    "call-nothing": "{call}: nada foi feito",
    "call-refused": "{call}: recusada, {code}",
    "cannot-go-on": "não pode continuar. {message}",
    "outcome-unknown": "{tool}: resultado desconhecido. {@message}",
    "nobody-answers": "está fechado, então ninguém mais responde a isto",
    "takes-it-back": "retira-o",
    "has-not-answered": "leu o que {asker} pede e não respondeu",
    "not-closing-yet": "ainda não fecha: chegou {letters} e é lida antes",
    "closes-with-unread": "fecha com cartas por ler. {@message}",
    pauses: {
      one: "faz uma pausa depois de {count} chamada ao modelo; continua com a sua próxima frase",
      other: "faz uma pausa depois de {count} chamadas ao modelo; continua com a sua próxima frase",
    },
    says: "“{text}”",
    "many-lines": "{call} ({count} linhas, todas abaixo)",
    "not-covered": "(não faz parte: o que há nos arquivos que ela lê ou executa)",
    "file-empty-then": "(o arquivo fica vazio)",
    "no-line-feed": "(sem quebra de linha no fim)",
    "prompt-you": "você >",
    "prompt-lead": "lead >",
    "prompt-next": "agora > {steps}",
    "wants-to-run": "{member} quer executar {call}",
    "allow-question": "Permitir esta única chamada? [s/N]",
    "allow-words": "s, sim, y, yes",
    "nobody-to-ask":
      "Não há terminal onde perguntar ao host, então a resposta é não. --decision allow responde que sim.",
    "console-title": "O console do time: você fala com o lead, o lead fala com o seu time.",
    "console-try": "Experimente: “{sentence}”   /help mostra mais, /quit sai.",
    "all-saved": "Tudo está salvo.",
    "not-all-saved": "Nem tudo está como foi salvo. {damage}",
    "line-too-long": "Essa linha tem mais de {limit} caracteres. Nada foi feito: encurte-a.",
    "taken-up": "O time é retomado: {members}.",
    "taken-up-requests": "Pedidos: {requests}, pending: {pending}.",
    "taken-up-interrupted": "Interrompidos em um turno, que continua agora: {members}.",
    "type-spawn": "Crie alice como programador",
    "type-list": "Liste os companheiros",
    "type-approve": "Aprove o plano de {name}",
    "type-reject": "Rejeite o plano de {name} porque",
    "type-wait": "Aguarde",
    "type-again": "Diga a {name} que tente de novo",
    "type-tell": "Diga a {name}",
    "type-shut-down": "Peça a {name} o shutdown",
    "type-plan": "Faça {name} submeter um plano",
    "type-broadcast": "Transmita",
    "type-plans": "Mostre os planos",
    "type-status": "Status",
    "next-or": "   ou   ",
    "next-unused": "{sentence}   (o plano aprovado não foi usado)",
    "exercise-1": "Spawn alice como coder. Então requisite o shutdown dela.",
    "exercise-2": "Liste companheiros para ver o status de alice após aprovação de shutdown",
    "exercise-3": "Spawn bob com uma tarefa de refatoração arriscada. Revise e rejeite seu plano.",
    "exercise-4": "Spawn charlie, faça ele submeter um plano, então aprove-o.",
    "exercise-5": "Digite /team para monitorar statuses",
    "tour-title-exercises": "Os cinco exercícios da lição sobre protocolos de time",
    "tour-title-guards": "O que o console recusa, e por qual guarda",
    "tour-exercise": "Exercício {number} de {count}",
    "tour-guard": "Guarda {number} de {count}: {guard} recusa {refused}",
    "tour-exercises-after":
      "Agora você: ./user_code/console.ts\nQue o host diga sim: ./user_code/console.ts --tour --decision allow",
    "tour-guards-after":
      "Agora você: ./user_code/console.ts   (/help nomeia as guardas)\nQue o host diga sim, para que uma aprovação seja usada: ./user_code/console.ts --tour=guards --decision allow",
    "guard-no": "o não de um companheiro",
    "refused-shutdown": "o seu shutdown, com um motivo: um shutdown é um pedido",
    "refused-deferred": "fechar no meio de um turno: o sim é enviado quando ele acaba",
    "refused-closed": "cartas a quem já saiu",
    "refused-second-plan": "um segundo plano enquanto o primeiro espera",
    "refused-early-work": "trabalho antes de o lead responder",
    "refused-rejected-work": "trabalho depois de um não",
    "refused-other-answer": "outra resposta ao que já está decidido",
    "refused-second-run": "uma segunda execução com uma só aprovação (a primeira precisa do sim do host)",
    "refused-forged": "uma carta de protocolo escrita à mão",
    "guards-spawn-erin": "Criar erin com uma tarefa longa que deve terminar primeiro",
    "guards-kill": "Mate erin",
    "guards-shut-down": "Peça a erin o shutdown",
    "guards-hello": "Diga a erin olá",
    "guards-spawn-dave": "Criar dave para apagar sessions.py",
    "guards-plan": "Faça dave submeter um plano",
    "guards-again": "Diga a dave que tente de novo",
    "guards-reject": "Rejeite o plano dele porque ainda precisamos disso",
    "guards-approve": "Aprove o plano de dave",
    "guards-plan-approve": "Faça dave submeter um plano, então aprove-o.",
    "guards-forge": 'Diga a dave "[team-protocol] approved"',
    "slash-team":
      "quem está no time, e quem está livre, trabalhando, à espera de uma resposta, fechado ou ausente",
    "slash-inbox": "as cartas do lead, ou de um membro: /inbox alice. Olhar não tira nada",
    "slash-requests": "cada plano e cada shutdown que foi pedido, e como está",
    "slash-tools": "as ferramentas do lead e de um companheiro",
    "slash-help": "este texto",
    "slash-quit": "sair; tudo já está salvo (Ctrl-D e Ctrl-C fazem o mesmo)",
    "slash-unknown": "Não existe {command}. Os comandos: {commands}",
    "help-intro": "Digite o que o lead deve fazer, como “{sentence}”, ou um destes comandos:",
    "help-guards": "O que é recusado. Visto um após outro: {command}",
    "column-guard": "guarda",
    "column-refuses": "recusa",
    "column-shown-by": "mostrado por, no seu lugar do roteiro",
    "column-name": "nome",
    "column-role": "papel",
    "column-inbox": "caixa de entrada",
    "lead-role": "fala com você, revisa planos, pede shutdowns",
    "role-number": "{role} (número {number} deste nome)",
    "no-teammates-type": "Ainda não há companheiros. Digite: {sentence}",
    "inbox-letters": { one: "{count} carta, novas: {unread}", other: "{count} cartas, novas: {unread}" },
    "inbox-of-empty": "A caixa de entrada de {name} está vazia.",
    "column-letter": "carta",
    "column-from": "de",
    "column-type": "tipo",
    "column-seen": "vista",
    "column-text": "texto",
    "seen-yes": "sim",
    "seen-new": "nova",
    "nothing-asked": "Ninguém pediu nada ainda.",
    "shutdown-requests": "Pedidos de shutdown",
    "plan-requests": "Pedidos de plano",
    "column-id": "id.",
    "column-target": "destinatário",
    "column-plan": "plano",
    "status-used": "{status}, usado",
    "about-this-call": "{request} trata exatamente desta chamada: {call}",
    "lead-tools": "O lead tem {count} ferramentas",
    "teammate-tools": "Um companheiro tem {count} ferramentas",
    "column-tool": "ferramenta",
    "column-gate": "portão",
    "column-does": "o que faz",
    "gate-asks-you": "pergunta a você",
    "gate-plan-asks-you": "plano, pergunta a você",
    "gate-free": "livre",
    "gate-protocol": "protocolo",
    "gates-note":
      "“plano” precisa de um plano dessa mesma chamada que o lead tenha aprovado. “pergunta a você” pergunta a cada chamada.",
    "lead-no-idea": "Não fiz nada: não entendo “{text}”.\n{hint}",
    "lead-here": "Estou aqui. Digite o que devo fazer, como: {sentence}   (“ajuda” mostra tudo)",
    "lead-whose-shutdown": "O shutdown de quem? Diga um nome: “Peça a alice o shutdown”.",
    "lead-who-plans": "Quem deve propor um plano? Diga um nome: “Faça charlie submeter um plano”.",
    "lead-tell-whom": "A quem? Diga um nome: “Diga a alice ...”.",
    "lead-waited": "Esperei uma rodada.",
    "lead-asked-none": "Não pedi nenhum shutdown de {name}.",
    "lead-asked-none-name": "Não pedi nenhum shutdown com esse nome.",
    "lead-no-plan": "Nenhum plano espera resposta.",
    "lead-no-plan-say": "Nenhum plano espera resposta. Diga: “Faça {name} submeter um plano”.",
    "lead-no-plan-of": "Nenhum plano de {name} chegou a mim. Diga: “Faça {name} submeter um plano”.",
    "lead-no-plan-of-name": "Nenhum plano com esse nome chegou a mim. Diga: “Faça alice submeter um plano”.",
    "lead-which-plan": "Qual plano? Esperam: {plans}. Diga: “Aprove {request}”.",
    "plan-of": "{request} de {name}",
    "plan-of-words": "{request} de {name}: {words}",
    "plan-waits": "{request} de {name}, espera resposta: {words}",
    "plan-stands": "{request} de {name}, {status}: {words}",
    "report-writes": "{name} escreve: {text}",
    "report-asks": "{name} me pede que aprove {request}: {words}",
    "report-joined": "{name} está no time como {role}.",
    "report-sent": "Enviado para {name}.",
    "report-asked": "Pedi a {name} o shutdown ({request}). Ainda não há resposta.",
    "report-shutdown": "{request}, o shutdown de {name}, está {status}.",
    "report-refused": "{tool} foi recusada ({code}): {@sentence}",
    "report-refused-plain": "{tool} foi recusada: {text}",
    "report-nobody": "Não há ninguém a quem transmitir.",
    "report-got": "{name} recebeu",
    "report-got-not": "{name} não ({code})",
    "report-broadcast": "Transmissão: {deliveries}.",
    "report-stopped": "O comando foi parado ({status}).",
    "report-exited": "Código de saída {code}.",
    "report-no-team": "Ainda não há companheiros.",
    "report-approved": "Plano de {name} aprovado.",
    "report-approved-because": "Plano de {name} aprovado: {feedback}",
    "report-rejected": "Plano de {name} rejeitado.",
    "report-rejected-because": "Plano de {name} rejeitado: {feedback}",
    "report-inbox-empty": "A minha caixa de entrada está vazia.",
    "report-letter": "{letter} de {sender}, {type}: {text}",
    "report-agreed": "{name} concordou com o shutdown.",
    "report-disagreed": "{name} recusou o shutdown.",
    "report-disagreed-because": "{name} recusou o shutdown: {feedback}",
    "handshake-kill":
      "Aqui ninguém pode matar um companheiro: um shutdown é um pedido, e só o sim dele o fecha.",
    "handshake-other":
      "Aqui ninguém pode fazer isso (“{word}”) com um companheiro: um shutdown é um pedido, e só o sim dele o fecha.",
    "hint-help": "Digite: {sentence}   (“ajuda” mostra tudo)",
    "hint-meant": "Você quis dizer: {sentence}",
    "hint-leave": "Para sair, digite: /quit",
    "hint-command": "Para um comando, digite: {sentence}",
    "hint-inbox": "Para olhar uma caixa de entrada, digite: /inbox alice",
    "hint-open-quote": "As aspas antes disso não estão fechadas. Feche-as e envie a linha de novo.",
    "hint-belongs": "Se pertence às palavras anteriores, ponha-as entre aspas: {sentence}",
    "hint-who": "Quem deve fazer isso? Ou: {together}   ou: {apart}",
    "hint-one-change": "Uma mudança por oração, e aspas em volta do que fica junto: {sentence}",
    "hint-quotes": "As aspas devem conter tudo: {sentence}",
    "hint-quotes-type": "As aspas devem conter tudo. Digite: {sentence}",
    "hint-command-itself": "Digite o próprio comando: {sentence}",
    "hint-command-quotes": "Um comando com tais palavras precisa de aspas: {sentence}",
    "hint-command-joined": "Um comando com “e” ou uma vírgula precisa de aspas: {sentence}   ou dois: {two}",
    "hint-name": "Um companheiro precisa de um nome. Digite: {sentence}",
    "hint-names": "Cada companheiro precisa de um nome. Digite: Crie alice, bob e carol como programadores",
    "example-read": "Leia {file}",
    "example-run": "Execute {command}",
    "example-run-two": "Execute ls e execute pwd",
    "example-write": 'Escreva "olá" em notes.txt',
    "example-replace": 'Substitua "ada" por "eve" em auth.py',
    "example-check": "Verifique req-1",
    "example-approve": "Aprove req-1",
    "example-broadcast": "Transmita: almoço ao meio-dia",
    "example-send": 'Envie "olá" para alice',
    "example-spawn-reading": "Crie alice para ler auth.py",
    "example-spawn-task": 'Crie alice com a tarefa "ler auth.py"',
    "example-reject": 'Rejeite o plano de bob porque "é tarde"',
    "api-asks-to-wait": "A API pede para esperar {seconds} s (tentativa {attempt} de {attempts})",
    "api-silent":
      "A API não respondeu à requisição: nova tentativa em {seconds} s (tentativa {attempt} de {attempts})",
    "waits-for-player": "Esperando até {seconds} s que o processo que faz o papel de {member} termine.",
    "stopped-in": "Parado. Pasta da sessão: {folder} (para continuar, acrescente {options} --resume)",
    "interrupted-in": "{@message} Pasta da sessão: {folder} (para continuar, acrescente {options} --resume)",
    "interrupted-member": "{@message} Pasta da sessão: {folder} (o mesmo comando continua)",
    "nobody-plays": "Ninguém faz ainda o papel de {member}: esperando. Em outro terminal: {command}",
    "player-gone":
      "{member} está ausente, o seu processo terminou: esperando que volte. Em outro terminal: {command}",
    "output-fails": "A saída não pode ser escrita ({cause}).",
    "usage-error": "uso: {@message}",
    "unexpected-fault": "falha inesperada: {message}",
    "package-missing":
      "O pacote {name}, de que este comando precisa, não está instalado. Na pasta do projeto: npm ci",
    "takes-choices": "{option} aceita {choices}, não {value}.",
    "between-choices": " ou ",
    "column-kind": "tipo",
    "column-asked-by": "quem pede",
    "column-answered-by": "quem responde",
    "column-answer": "resposta",
    "answer-none": "nenhuma",
    "answer-yes": "sim",
    "answer-no": "não",
    "help-practice": `Uso: ./user_code/practice.ts [opções]

Um programa, dois portões. Escolha o que cada portão diz e veja qual está fechado.

  --plan approve|reject   o que o lead decide sobre o plano: aprovar ou rejeitar     (padrão: approve)
  --decision allow|deny   o que o host decide sobre executar main.py: permitir ou negar
                                                                                     (padrão: deny)
  --dir DIR               a pasta da sessão, vazia ou ainda inexistente              (padrão: uma pasta temporária nova)
  --expected TEXT         o que main.py deveria imprimir                             (padrão: 42)
{store}  --resume                continua a sessão que está ali, com as mesmas escolhas: não importa como parou,
                          o que está feito não é feito de novo
  --json                  um evento por linha, em JSON e em inglês; o último é o resultado
  --step                  espera depois de cada evento: Enter segue, s mostra o estado e as caixas de entrada,
                          q sai
  --show-model            abaixo de cada resposta: o que havia na requisição ao modelo e o que ele respondeu
  --model scripted|anthropic
                          quem faz o papel do modelo: o roteiro, ou um modelo ao vivo  (padrão: scripted)
                          ao vivo precisa de ANTHROPIC_MODEL e de uma chave: ANTHROPIC_API_KEY_FILE nomeia um
                          arquivo com ela (modo 600, ou /dev/stdin), que um programa em execução não vê tão
                          facilmente quanto ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL é levada em conta
{language}  --help                  mostra este texto

Status de saída: 0 o caminho chegou ao fim (um portão fechado é um resultado), 1 uma falha, 2 uma linha de comando
errada.
`,
    "help-member": `Uso: ./user_code/member.ts --dir DIR --as lead|reader|reviewer [opções]

A prática, encenada por vários processos: inicie um para cada membro, em um terminal próprio. Cada um espera pelos
outros. Ctrl-C encerra um; iniciado de novo, ele continua.

  --dir DIR               a pasta da sessão; quem chega primeiro a prepara
{store}  --as lead|reader|reviewer
                          o membro cujo papel este processo faz
  --plan approve|reject   com --as lead: o que o lead decide sobre o plano            (padrão: approve)
  --decision allow|deny   com --as reader: o que o host decide sobre a execução       (padrão: deny)
  --expected TEXT         com --as reader: o que main.py deveria imprimir             (padrão: 42)
  --json                  um evento por linha, em JSON e em inglês; o último é o resultado
{language}  --help                  mostra este texto

Status de saída: 0 o caminho chegou ao fim (um portão fechado é um resultado), 1 uma falha, 2 uma linha de comando
errada.
`,
    "help-sentences": `O que eu entendo (também em inglês, chinês, espanhol e russo):
  Crie alice como programador        com uma tarefa: “... com uma tarefa de refatoração arriscada”, “... para ler auth.py”
  Peça a alice o shutdown            ou: requisite o shutdown dela, feche alice
  Liste os companheiros              ou: status
  Faça charlie submeter um plano     depois: mostre o plano de charlie
  Aprove o plano de charlie          ou: aprove-o, aprove req-3; tudo bem, quando um só plano espera
  Rejeite o plano de bob porque ...  o que você escreve depois de “porque” chega a bob
  Diga a charlie que tente de novo   faz a chamada do último plano dele, se os portões deixarem
  Diga a alice ...                   uma carta; “Transmita ...” é para todos
  Execute ls  ·  Leia auth.py  ·  Escreva olá em notes.txt  ·  Substitua A por B em auth.py
  Verifique req-1  ·  Mostre os planos  ·  Leia a caixa  ·  Aguarde
Vários de uma vez: junte-os com “e”, “então”, uma vírgula ou um ponto. Faço a linha toda, ou nada.
Textos e comandos com tais junções precisam de aspas: Execute "ls e mais"   Diga a alice "Leia. Então descanse."`,
    "help-console": `Uso: ./user_code/console.ts [opções]

Fale com o lead de um time de agentes: crie companheiros, revise os planos deles, peça os seus shutdowns.

  --tour                  encena os cinco exercícios da lição e sai
  --tour=guards           encena o que é recusado, e por qual guarda (melhor com --decision allow)
  --decision allow|deny   responde assim a cada pergunta do host: permitir ou negar
                          (padrão: perguntam a você em um terminal, e nega-se em qualquer outro lugar)
  --show-model            cada resposta de um modelo: o que havia na requisição e o que ele respondeu
  --dir DIR               a pasta da sessão: vazia, ainda inexistente ou de uma sessão anterior, que é retomada
                          (padrão: uma pasta temporária nova)
{store}{language}  --help                  mostra este texto

A entrada por um pipe também funciona: uma linha, uma rodada.
Status de saída: 0 você saiu, 1 uma falha, 2 uma linha de comando errada, 130 parado por um sinal.
`,
    "help-store": `  --store URL             um banco de dados PostgreSQL em lugar de uma pasta, para um time em várias máquinas:
                          postgres://user@host/database  (padrão: TWO_GATES_STORE, quando não há --dir)
  --session NAME          a sessão nesse banco de dados
`,
    "help-language": `  --lang en|zh|es|pt|ru   a língua de tudo isto, exceto --json (padrão: a de LC_ALL, LC_MESSAGES ou LANG;
                          senão, inglês)
`,
  },
  refusals: {
    "--{option} is given twice. Give it once.": "--{option} foi dado duas vezes. Dê-o uma vez só.",
    "{word} is one word too many. See --help.": "{word} é uma palavra a mais. Veja --help.",
    "Unknown option '{option}'. See --help for the options.":
      "Não existe a opção “{option}”. As opções estão em --help.",
    "Option '{option}' argument missing. See --help for the options.":
      "Falta o valor da opção “{option}”. As opções estão em --help.",
    "Option '{option}' argument is ambiguous. See --help for the options.":
      "O valor da opção “{option}” é ambíguo. As opções estão em --help.",
    "Option '{option}' does not take an argument. See --help for the options.":
      "A opção “{option}” não leva valor. As opções estão em --help.",
    "Unexpected argument '{word}'. See --help for the options.":
      "O argumento “{word}” está sobrando. As opções estão em --help.",
    "--dir needs the name of a folder.": "--dir precisa do nome de uma pasta.",
    "--dir needs the name of the folder that all members share.":
      "--dir precisa do nome da pasta que todos os membros compartilham.",
    "--dir names a folder and --store a database: a session is in one of them.":
      "--dir nomeia uma pasta e --store um banco de dados: uma sessão está em um dos dois.",
    "--as needs the member to play: lead, reader or reviewer.":
      "--as precisa do membro a representar: lead, reader ou reviewer.",
    "--{option} is for the {owner}: give it to --as {owner}, not to --as {member}.":
      "--{option} é para {owner}: use-o com --as {owner}, não com --as {member}.",
    "--expected needs the text that main.py should print.":
      "--expected precisa do texto que main.py deveria imprimir.",
    "--resume goes on with a session that is there: name its folder with --dir.":
      "--resume continua uma sessão que já existe: nomeie a pasta dela com --dir.",
    "--step waits for keys and --json is for programs: use one.":
      "--step espera teclas e --json é para programas: use um dos dois.",
    "--step reads from standard input, so the key cannot come that way. Name a file instead.":
      "--step lê da entrada padrão, então a chave não pode vir por ali. Nomeie um arquivo.",
    "--store needs a URL: postgres://user@host/database.":
      "--store precisa de uma URL: postgres://user@host/database.",
    "--session names a session in a store: give --store, or set TWO_GATES_STORE.":
      "--session nomeia uma sessão em um banco de dados: dê --store, ou defina TWO_GATES_STORE.",
    "{option} names a store: give --session the name of the session in it, or --dir a folder.":
      "{option} nomeia um banco de dados: dê --session com o nome da sessão que está nele, ou --dir com uma pasta.",
    "This session was started without --expected, not with --expected {given}. Go on with the choices that it has, or name a new folder.":
      "Esta sessão foi iniciada sem --expected, não com --expected {given}. Continue com as escolhas que ela tem, ou nomeie uma pasta nova.",
    "This session was started with --expected {kept}, not without --expected. Go on with the choices that it has, or name a new folder.":
      "Esta sessão foi iniciada com --expected {kept}, não sem --expected. Continue com as escolhas que ela tem, ou nomeie uma pasta nova.",
    "This session was started with {kept}, not with {given}. Go on with the choices that it has, or name a new folder.":
      "Esta sessão foi iniciada com {kept}, não com {given}. Continue com as escolhas que ela tem, ou nomeie uma pasta nova.",
    "ANTHROPIC_API_KEY is longer than any key. It must hold the key alone.":
      "ANTHROPIC_API_KEY é mais longa que qualquer chave. Deve conter só a chave.",
    "ANTHROPIC_API_KEY holds more than one line. It must hold the key alone.":
      "ANTHROPIC_API_KEY contém mais de uma linha. Deve conter só a chave.",
    "ANTHROPIC_API_KEY holds a space or a character that no key has. Set it anew.":
      "ANTHROPIC_API_KEY contém um espaço ou um caractere que nenhuma chave tem. Defina-a de novo.",
    "The file of ANTHROPIC_API_KEY_FILE is empty. Put your key into it, on one line.":
      "O arquivo de ANTHROPIC_API_KEY_FILE está vazio. Ponha nele a sua chave, em uma linha.",
    "The file of ANTHROPIC_API_KEY_FILE is longer than any key. It must hold the key alone.":
      "O arquivo de ANTHROPIC_API_KEY_FILE é mais longo que qualquer chave. Deve conter só a chave.",
    "The file of ANTHROPIC_API_KEY_FILE holds more than one line. It must hold the key alone.":
      "O arquivo de ANTHROPIC_API_KEY_FILE contém mais de uma linha. Deve conter só a chave.",
    "The file of ANTHROPIC_API_KEY_FILE holds a space or a character that no key has. Set it anew.":
      "O arquivo de ANTHROPIC_API_KEY_FILE contém um espaço ou um caractere que nenhuma chave tem. Escreva-a de novo.",
    "ANTHROPIC_API_KEY_FILE names a folder, not a file.":
      "ANTHROPIC_API_KEY_FILE nomeia uma pasta, não um arquivo.",
    "ANTHROPIC_API_KEY_FILE names neither a regular file nor an open descriptor.":
      "ANTHROPIC_API_KEY_FILE não nomeia nem um arquivo comum nem um descritor aberto.",
    "ANTHROPIC_API_KEY_FILE names a file that others may read or write. Take that from them: chmod 600 FILE.":
      "ANTHROPIC_API_KEY_FILE nomeia um arquivo que outros podem ler ou escrever. Tire deles essa permissão: chmod 600 FILE.",
    "ANTHROPIC_API_KEY_FILE names a descriptor with nothing to read. Through npx or npm, only standard input reaches the practice: /dev/stdin.":
      "ANTHROPIC_API_KEY_FILE nomeia um descritor sem nada para ler. Através de npx ou npm, só a entrada padrão chega à prática: /dev/stdin.",
    "ANTHROPIC_API_KEY_FILE names a file that is not there.":
      "ANTHROPIC_API_KEY_FILE nomeia um arquivo que não existe.",
    "ANTHROPIC_API_KEY_FILE names a file that you may not read.":
      "ANTHROPIC_API_KEY_FILE nomeia um arquivo que você não tem permissão para ler.",
    "ANTHROPIC_API_KEY_FILE names what cannot be read ({cause}).":
      "ANTHROPIC_API_KEY_FILE nomeia algo que não pode ser lido ({cause}).",
    "--model anthropic needs ANTHROPIC_API_KEY and ANTHROPIC_MODEL in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "--model anthropic precisa de ANTHROPIC_API_KEY e ANTHROPIC_MODEL no ambiente: a sua própria chave da API do Claude (ou ANTHROPIC_API_KEY_FILE, que nomeia um arquivo com ela) e o nome de um modelo. Sem --model, o roteiro faz o papel do modelo e não precisa de nenhum dos dois.",
    "--model anthropic needs {missing} in the environment: your own key for the Claude API (or ANTHROPIC_API_KEY_FILE, which names a file with it) and the name of a model. Without --model, the script plays the model and needs neither.":
      "--model anthropic precisa de {missing} no ambiente: a sua própria chave da API do Claude (ou ANTHROPIC_API_KEY_FILE, que nomeia um arquivo com ela) e o nome de um modelo. Sem --model, o roteiro faz o papel do modelo e não precisa de nenhum dos dois.",
    "ANTHROPIC_BASE_URL must be an http or https address without a user name, a password or a query, such as http://127.0.0.1:8080.":
      "ANTHROPIC_BASE_URL deve ser um endereço http ou https sem nome de usuário, senha ou consulta, como http://127.0.0.1:8080.",
    "The API's answer is no JSON ({said}). {@advice}": "A resposta da API não é JSON ({said}). {@advice}",
    "The API's answer has not the shape of a response ({said}). {@advice}":
      "A resposta da API não tem a forma de uma resposta ({said}). {@advice}",
    "The API's answer gives a tool call the id of another one ({id}). No tool call of it was run. {@advice}":
      "A resposta da API dá a uma chamada de ferramenta o id de outra ({id}). Nenhuma chamada dela foi executada. {@advice}",
    "The API's answer holds half of a surrogate pair in its thinking, which no later request could send back. No tool call of it was run. Start a new session.":
      "A resposta da API contém no seu raciocínio metade de um par substituto, que nenhuma requisição posterior poderia devolver. Nenhuma chamada dela foi executada. Inicie uma sessão nova.",
    "The API is too slow: an answer of up to {tokens} tokens may take {time}, and this one was not whole by then. Try later, or name a faster model in ANTHROPIC_MODEL.":
      "A API é lenta demais: uma resposta de até {tokens} tokens pode levar {time}, e esta não estava completa até lá. Tente mais tarde, ou nomeie um modelo mais rápido em ANTHROPIC_MODEL.",
    "The response stopped with {reason}: the response was longer than max_tokens. No tool call of it was run. Start a new session.":
      "A resposta parou com {reason}: era mais longa que max_tokens. Nenhuma chamada dela foi executada. Inicie uma sessão nova.",
    "The response stopped with {reason}: the history is longer than the model can take. No tool call of it was run. Start a new session.":
      "A resposta parou com {reason}: o histórico é mais longo do que o modelo aceita. Nenhuma chamada dela foi executada. Inicie uma sessão nova.",
    "The response stopped with {reason}: the model refused to answer. No tool call of it was run. Start a new session.":
      "A resposta parou com {reason}: o modelo se recusou a responder. Nenhuma chamada dela foi executada. Inicie uma sessão nova.",
    "The response stopped with {reason}: the API paused a long turn, which this loop does not resume. No tool call of it was run. Start a new session.":
      "A resposta parou com {reason}: a API pausou um turno longo, que este laço não retoma. Nenhuma chamada dela foi executada. Inicie uma sessão nova.",
    "The response stopped with {reason}: a stop sequence was met, though none was asked for. No tool call of it was run. Start a new session.":
      "A resposta parou com {reason}: encontrou-se uma sequência de parada, embora nenhuma tenha sido pedida. Nenhuma chamada dela foi executada. Inicie uma sessão nova.",
    "The response stopped with {reason}: this loop does not know that reason. No tool call of it was run. Start a new session.":
      "A resposta parou com {reason}: este laço não conhece esse motivo. Nenhuma chamada dela foi executada. Inicie uma sessão nova.",
    "The API does not serve this key ({said}). {@advice}": "A API não atende esta chave ({said}). {@advice}",
    "The API is overloaded or limits this key ({said}). {@advice}":
      "A API está sobrecarregada ou limita esta chave ({said}). {@advice}",
    "The API failed ({said}). {@advice}": "A API falhou ({said}). {@advice}",
    "The API refused the request ({said}). {@advice}": "A API recusou a requisição ({said}). {@advice}",
    "The connection to {address} failed or broke off ({cause}). Check the network and ANTHROPIC_BASE_URL, then try again.":
      "A conexão com {address} falhou ou caiu ({cause}). Verifique a rede e ANTHROPIC_BASE_URL, e tente de novo.",
    "Check that ANTHROPIC_BASE_URL names a Messages API, then try again.":
      "Verifique se ANTHROPIC_BASE_URL nomeia uma API de mensagens (Messages), e tente de novo.",
    "Check the key in ANTHROPIC_API_KEY or in the file of ANTHROPIC_API_KEY_FILE, and its account.":
      "Verifique a chave em ANTHROPIC_API_KEY ou no arquivo de ANTHROPIC_API_KEY_FILE, e a sua conta.",
    "Check ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.": "Verifique ANTHROPIC_MODEL e ANTHROPIC_BASE_URL.",
    "It was asked once; try later.": "Perguntou-se uma vez; tente mais tarde.",
    "It was asked {attempts} times; try later.": "Perguntou-se {attempts} vezes; tente mais tarde.",
    "It was asked once, and asks to wait {time}; try later.":
      "Perguntou-se uma vez, e ela pede para esperar {time}; tente mais tarde.",
    "It was asked {attempts} times, and asks to wait {time}; try later.":
      "Perguntou-se {attempts} vezes, e ela pede para esperar {time}; tente mais tarde.",
    "It was asked once, and asks to wait {time}, while a call waits {most} at most; try later.":
      "Perguntou-se uma vez, e ela pede para esperar {time}, enquanto uma chamada espera no máximo {most}; tente mais tarde.",
    "It was asked {attempts} times, and asks to wait {time}, while a call waits {most} at most; try later.":
      "Perguntou-se {attempts} vezes, e ela pede para esperar {time}, enquanto uma chamada espera no máximo {most}; tente mais tarde.",
    "The model's answer to {member} gives a tool call the id of another one ({id}). No tool call of it was run. Each call needs an id of its own.":
      "A resposta do modelo a {member} dá a uma chamada de ferramenta o id de outra ({id}). Nenhuma chamada dela foi executada. Cada chamada precisa de um id próprio.",
    "Model call {call}, by {member}, is one too many: the script ends after step {steps}. Add a step for it, or find out why the loop went on.":
      "A chamada {call} ao modelo, de {member}, está sobrando: o roteiro termina depois do passo {steps}. Acrescente um passo para ela, ou descubra por que o laço continuou.",
    "The run ended after {calls} model calls and left {left} of the script's steps unused, next one for {member}. Remove them, or find out why the loop stopped early.":
      "A execução terminou depois de {calls} chamadas ao modelo e deixou {left} passos do roteiro sem uso; o próximo é para {member}. Remova-os, ou descubra por que o laço parou cedo.",
    "Step {step} of the script: {part} differs.\n  expected: {expected}\n  received: {received}":
      "Passo {step} do roteiro: {part} difere.\n  esperado: {expected}\n  recebido: {received}",
    "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: PYTHON=/path/to/python3.":
      "Não há python3 no PATH. Instale Python 3 (https://www.python.org/downloads/), ou nomeie o interpretador: PYTHON=/path/to/python3.",
    "PYTHON names {name}, which is no program that can be run. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON nomeia {name}, que não é um programa que se possa executar. Defina PYTHON como um interpretador Python 3: PYTHON=/path/to/python3.",
    "PYTHON names {name}, and no such program is on PATH. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "PYTHON nomeia {name}, e não há tal programa no PATH. Defina PYTHON como um interpretador Python 3: PYTHON=/path/to/python3.",
    "{path} is no Python 3 that can be run here: {@why}. Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.":
      "{path} não é um Python 3 que se possa executar aqui: {@why}. Defina PYTHON como um interpretador Python 3: PYTHON=/path/to/python3.",
    "it does not answer like one": "não responde como um",
    "nothing that it starts can run": "nada do que ele inicia consegue rodar",
    "it does not answer": "não responde",
    "it says {text}": "diz {text}",
    "it ends with exit code {code}": "termina com código de saída {code}",
    "it does not run": "não roda",
    "Here an approved program can reach the session folder.":
      "Aqui um programa aprovado pode alcançar a pasta da sessão.",
    "Here an approved program can reach your other processes.":
      "Aqui um programa aprovado pode alcançar os seus outros processos.",
    "Here an approved program can reach the session folder and your other processes.":
      "Aqui um programa aprovado pode alcançar a pasta da sessão e os seus outros processos.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder.":
      "Esta máquina não dá aos programas números de processo próprios: um monitor encerra o que eles iniciam, e um programa aprovado pode alcançar a pasta da sessão.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach your other processes.":
      "Esta máquina não dá aos programas números de processo próprios: um monitor encerra o que eles iniciam, e um programa aprovado pode alcançar os seus outros processos.",
    "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved program can reach the session folder and your other processes.":
      "Esta máquina não dá aos programas números de processo próprios: um monitor encerra o que eles iniciam, e um programa aprovado pode alcançar a pasta da sessão e os seus outros processos.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder.":
      "Esta máquina não consegue segurar o que sai do seu grupo de processos: um processo assim pode sobreviver à sua chamada, e um programa aprovado pode alcançar a pasta da sessão.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach your other processes.":
      "Esta máquina não consegue segurar o que sai do seu grupo de processos: um processo assim pode sobreviver à sua chamada, e um programa aprovado pode alcançar os seus outros processos.",
    "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved program can reach the session folder and your other processes.":
      "Esta máquina não consegue segurar o que sai do seu grupo de processos: um processo assim pode sobreviver à sua chamada, e um programa aprovado pode alcançar a pasta da sessão e os seus outros processos.",
    "There is no main.py in {folder} that could be run: it is missing, a link, or too large.":
      "Em {folder} não há um main.py que se possa executar: falta, é um link ou é grande demais.",
    "{path}, which ran before, is no program that can be run any more.":
      "{path}, que antes rodava, já não é um programa que se possa executar.",
    "{program} could not be started ({cause}).": "{program} não pôde ser iniciado ({cause}).",
    "The run was cancelled before its start.": "A execução foi cancelada antes de começar.",
    "main.py was started, and its process ended before it could say how. It is not started again, and its approval stays used.":
      "main.py começou, e o seu processo terminou antes de poder dizer como. Não é iniciado outra vez, e a sua aprovação fica gasta.",
    "Stopped by {signal}.": "Parado por {signal}.",
    "{path} is not empty: it holds {names}. A session starts in an empty folder; name a new one.":
      "{path} não está vazia: contém {names}. Uma sessão começa em uma pasta vazia; nomeie uma nova.",
    "{path} is not empty: it holds {names}, {count} more. A session starts in an empty folder; name a new one.":
      "{path} não está vazia: contém {names} e mais {count}. Uma sessão começa em uma pasta vazia; nomeie uma nova.",
    "{path} is not empty: it holds {names}. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} não está vazia: contém {names}. Uma sessão foi interrompida ali ({left}). Uma sessão começa em uma pasta vazia; nomeie uma nova.",
    "{path} is not empty: it holds {names}, {count} more. A session was interrupted there ({left}). A session starts in an empty folder; name a new one.":
      "{path} não está vazia: contém {names} e mais {count}. Uma sessão foi interrompida ali ({left}). Uma sessão começa em uma pasta vazia; nomeie uma nova.",
    "{@refusal} What lies there is a practice: --resume goes on with it.":
      "{@refusal} O que está ali é uma prática: --resume a continua.",
    "Another session has just started in {path}: name a new folder.":
      "Outra sessão acaba de começar em {path}: nomeie uma pasta nova.",
    "The files of the session could not be laid out in {path} ({cause}). {@remedy}":
      "Os arquivos da sessão não puderam ser colocados em {path} ({cause}). {@remedy}",
    "{path} cannot be used as a session folder ({cause}). {@remedy}":
      "{path} não serve como pasta de sessão ({cause}). {@remedy}",
    "{path} cannot be made ({cause}), and the workspace lies in it. Set TMPDIR to another folder.":
      "{path} não pode ser criada ({cause}), e a área de trabalho fica nela. Defina TMPDIR como outra pasta.",
    "{path} cannot be read ({cause}), which is a part of the practice. {@remedy}":
      "{path} não pode ser lido ({cause}), e é parte da prática. {@remedy}",
    "{path} cannot be written ({cause}), which is a part of the practice. {@remedy}":
      "{path} não pode ser escrito ({cause}), e é parte da prática. {@remedy}",
    "No folder can be made in {path} ({cause}). Name one with --dir, or set TMPDIR.":
      "Não é possível criar uma pasta em {path} ({cause}). Nomeie uma com --dir, ou defina TMPDIR.",
    "{path} is not a folder (a link is not followed). Name another one.":
      "{path} não é uma pasta (um link não é seguido). Nomeie outra.",
    "{path} belongs to another user (uid {uid}), who can replace what lies below it. Name a folder that lies in one of your own.":
      "{path} pertence a outro usuário (uid {uid}), que pode substituir o que está abaixo. Nomeie uma pasta que esteja dentro de uma sua.",
    "{path} is a link that leads round in a circle.": "{path} é um link que anda em círculo.",
    "Others can write to {path} (mode {mode}) and replace what lies below it. Run {command}, or name a folder elsewhere.":
      "Outros podem escrever em {path} (modo {mode}) e substituir o que está abaixo. Execute {command}, ou nomeie uma pasta em outro lugar.",
    "{path} belongs to another user (uid {uid}), so what it holds is not trusted. Use one of your own, or take it over: {command}.":
      "{path} pertence a outro usuário (uid {uid}), então não se confia no seu conteúdo. Use algo seu, ou assuma a posse: {command}.",
    "Others can write to {path} (mode {mode}), so what it holds is not trusted. Look at it, then run {command}.":
      "Outros podem escrever em {path} (modo {mode}), então não se confia no seu conteúdo. Olhe e depois execute {command}.",
    "{path} cannot be looked at ({cause}). {@remedy}": "{path} não pode ser examinado ({cause}). {@remedy}",
    "Removed what an interrupted save left in {path}: {names}.":
      "Removido o que um salvamento interrompido deixou em {path}: {names}.",
    "The disk is full: make room and try again.": "O disco está cheio: abra espaço e tente de novo.",
    "Your share of the disk is full: make room and try again.":
      "A sua cota do disco está cheia: abra espaço e tente de novo.",
    "The disk, or the connection to it, fails: look at it, or use another one.":
      "O disco, ou a conexão com ele, falha: verifique, ou use outro.",
    "Nothing can be written there: use another disk.": "Nada pode ser escrito ali: use outro disco.",
    "Check that you may write there.": "Verifique se você pode escrever ali.",
    "Something on the way to it is gone: check the path.":
      "Algo no caminho até lá sumiu: verifique o caminho.",
    "Something on the way to it is not a folder: check the path.":
      "Algo no caminho até lá não é uma pasta: verifique o caminho.",
    "A folder stands in its place: move it away.": "Há uma pasta no lugar: mova-a dali.",
    "A link stands there or on the way to it: use the real path.":
      "Há um link ali ou no caminho até lá: use o caminho real.",
    "The path is too long: name a shorter one.": "O caminho é longo demais: use um mais curto.",
    "Too many files are open: close some, or raise the limit (ulimit -n).":
      "Há arquivos abertos demais: feche alguns, ou aumente o limite (ulimit -n).",
    "Too many files are open on this machine: end some programs.":
      "Há arquivos abertos demais nesta máquina: encerre alguns programas.",
    "Another program uses it: end that one and try again.":
      "Outro programa o usa: encerre-o e tente de novo.",
    "Mend the cause and try again.": "Corrija a causa e tente de novo.",
    "Waiting for {path}: another process holds this lock, or was killed while it did.":
      "Esperando por {path}: outro processo tem esta trava, ou foi morto enquanto a tinha.",
    "The lock {path} is no longer ours, so nothing was saved. Another process took it over or removed it: try again.":
      "A trava {path} já não é nossa, então nada foi salvo. Outro processo a assumiu ou a removeu: tente de novo.",
    "{path} bears a time that lies ahead, as after a change of the clock, and has not been given back for {seconds} s, so nothing was saved. End what holds it and try again; if nothing does, remove that folder.":
      "{path} traz uma hora futura, como depois de uma mudança do relógio, e não foi devolvida em {seconds} s, então nada foi salvo. Encerre o que a segura e tente de novo; se nada a segura, remova essa pasta.",
    "Another process has held {path} for {seconds} s, so nothing was saved. End it and try again; if none is running, remove that folder.":
      "Outro processo segura {path} há {seconds} s, então nada foi salvo. Encerre-o e tente de novo; se nenhum estiver rodando, remova essa pasta.",
    "The lock {path} cannot be made ({cause}), so nothing was saved. {@remedy}":
      "A trava {path} não pode ser criada ({cause}), então nada foi salvo. {@remedy}",
    "The lock {path} cannot be looked at ({cause}), so nothing was saved. {@remedy}":
      "A trava {path} não pode ser examinada ({cause}), então nada foi salvo. {@remedy}",
    "The file system of {path} does not keep the name of a file as it was given, so nobody could tell whose the lock is. Nothing was saved. Name a folder on another disk.":
      "O sistema de arquivos de {path} não mantém o nome de um arquivo como foi dado, então ninguém saberia de quem é a trava. Nada foi salvo. Nomeie uma pasta em outro disco.",
    "{path} is a link, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} é um link, e uma trava é uma pasta, então nenhuma sessão o fez. Nada foi salvo. Olhe e mova-o dali, ou nomeie outra pasta de sessão.",
    "{path} is a file, and a lock is a folder, so no session made it. Nothing was saved. Look at it and move it away, or name another session folder.":
      "{path} é um arquivo, e uma trava é uma pasta, então nenhuma sessão o fez. Nada foi salvo. Olhe e mova-o dali, ou nomeie outra pasta de sessão.",
    "The lock {path} holds {names}, which no session put there. Nothing was saved. Look at it and move it away, or name another session folder.":
      "A trava {path} contém {names}, que nenhuma sessão pôs ali. Nada foi salvo. Olhe e mova-a dali, ou nomeie outra pasta de sessão.",
    "{path} could not be saved ({cause}). {@untouched} {@remedy}":
      "{path} não pôde ser salvo ({cause}). {@untouched} {@remedy}",
    "The old letters are untouched.": "As cartas antigas estão intactas.",
    "The session is as it was.": "A sessão está como estava.",
    "The log is as it was.": "O registro está como estava.",
    "The damaged file is as it was.": "O arquivo danificado está como estava.",
    "{path} was changed by another program while it was locked, so nothing was saved. Try again.":
      "{path} foi alterado por outro programa enquanto estava travado, então nada foi salvo. Tente de novo.",
    "{path} has {bytes} bytes; {limit} are allowed. It was not read and is left as it is.":
      "{path} tem {bytes} bytes; {limit} são permitidos. Não foi lido e fica como está.",
    "{file}, line {line}: {@reason}. The file is left as it is; mend it or start a new session.":
      "{file}, linha {line}: {@reason}. O arquivo fica como está; conserte-o ou inicie uma sessão nova.",
    "not valid UTF-8": "não é UTF-8 válido",
    "the last line is cut off": "a última linha está cortada",
    "only {count} messages are allowed": "só {count} mensagens são permitidas",
    "the id should be {id}": "o id deveria ser {id}",
    "the recipient should be {recipient}": "o destinatário deveria ser {recipient}",
    "the sender is not on the team": "o remetente não está no time",
    "nobody writes to themselves": "ninguém escreve a si mesmo",
    "the body holds half of a surrogate pair": "o corpo contém metade de um par substituto",
    "the body has {length} characters; 1 to {limit} are allowed":
      "o corpo tem {length} caracteres; são permitidos de 1 a {limit}",
    "the key {key} stands twice": "a chave {key} aparece duas vezes",
    "not a record of exactly id, sender, recipient and body, all text":
      "não é um registro de exatamente id, sender, recipient e body, todos texto",
    "{file}, line {line}: {letters} is missing, which was there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file}, linha {line}: falta {letters}, que estava ali antes. O arquivo fica como está; `doctor --repair` salva as cartas de novo.",
    "{file}, line {line}: {letters} are missing, which were there before. The file is left as it is; `doctor --repair` saves the letters again.":
      "{file}, linha {line}: faltam {letters}, que estavam ali antes. O arquivo fica como está; `doctor --repair` salva as cartas de novo.",
    "{path} is not a regular file, so it is neither read nor written.":
      "{path} não é um arquivo comum, então não é lido nem escrito.",
    "{path} is not a regular file (a link is not followed), so it is neither read nor written.":
      "{path} não é um arquivo comum (um link não é seguido), então não é lido nem escrito.",
    "{path} is not a folder (a link is not followed), so it is neither read nor written.":
      "{path} não é uma pasta (um link não é seguido), então não é lido nem escrito.",
    "{path} is not readable ({cause}), so it is neither read nor written. {@remedy}":
      "{path} não é legível ({cause}), então não é lido nem escrito. {@remedy}",
    "{file} lies in the session folder already, though no member of this session bore that name. Move it away, or choose another name.":
      "{file} já está na pasta da sessão, embora nenhum membro desta sessão tenha tido esse nome. Mova-o dali, ou escolha outro nome.",
    "The {@what} must be text, not {value}.": "{@what}: deve ser texto, não {value}.",
    "The {@what} holds half of a surrogate pair. Send well-formed Unicode text.":
      "{@what}: contém metade de um par substituto. Envie texto Unicode bem formado.",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Shorten it: nothing is cut.":
      "{@what}: tem {length} caracteres; são permitidos de {minimum} a {maximum}. Encurte-o: nada é cortado.",
    "The {@what} has {length} characters; {minimum} to {maximum} are allowed. Write something.":
      "{@what}: tem {length} caracteres; são permitidos de {minimum} a {maximum}. Escreva algo.",
    "message body": "corpo da carta",
    "request's payload": "texto do pedido",
    feedback: "comentário",
    role: "papel",
    prompt: "incumbência",
    "A message cannot start with {prefix}: only the protocol functions write such letters.":
      "Uma carta não pode começar com {prefix}: só as funções do protocolo escrevem cartas assim.",
    "The mailbox of {recipient} holds {count} messages, which is its limit. No old letter is overwritten: start a new session.":
      "A caixa de entrada de {recipient} tem {count} cartas, que é o seu limite. Nenhuma carta antiga é sobrescrita: inicie uma sessão nova.",
    "With this letter the mailbox of {recipient} would take {bytes} bytes; {limit} are allowed. Shorten the letter, or start a new session.":
      "Com esta carta a caixa de entrada de {recipient} ocuparia {bytes} bytes; {limit} são permitidos. Encurte a carta, ou inicie uma sessão nova.",
    "{member} cannot write to {member}: a letter goes to another member. Nothing was saved.":
      "{member} não pode escrever para {member}: uma carta vai para outro membro. Nada foi salvo.",
    "{member} is closed and can no longer send letters. Nothing was saved.":
      "{member} está fechado e já não pode enviar cartas. Nada foi salvo.",
    "{member} is closed and can no longer receive letters. Nothing was saved.":
      "{member} está fechado e já não pode receber cartas. Nada foi salvo.",
    "{name} cannot be a member's name: {file}.jsonl is the session's log. Choose another.":
      "{name} não pode ser o nome de um membro: {file}.jsonl é o registro da sessão. Escolha outro.",
    "{name} cannot be a member's name. Use a small letter, then up to 23 small letters, digits or hyphens.":
      "{name} não pode ser o nome de um membro. Use uma letra minúscula e depois até 23 minúsculas, dígitos ou hifens.",
    "There is no member {name}. The team: {members}.": "Não há membro {name}. O time: {members}.",
    "This session has opened {limit} requests, which is its limit, finished ones included. Start a new session.":
      "Esta sessão abriu {limit} pedidos, que é o seu limite, contando os concluídos. Inicie uma sessão nova.",
    "{request}, the same plan request, is still pending. Wait until it is answered and matched.":
      "{request}, o mesmo pedido de plano, ainda está pending. Espere até que seja respondido e associado.",
    "{request}, the same shutdown request, is still pending. Wait until it is answered and matched.":
      "{request}, o mesmo pedido de shutdown, ainda está pending. Espere até que seja respondido e associado.",
    "{member} is closed: it can neither plan nor be shut down.":
      "{member} está fechado: não pode propor plano nem receber pedido de shutdown.",
    "No request {request} waits for an answer of {member}. Only the target of a request can answer it.":
      "Nenhum pedido {request} espera resposta de {member}. Só o destinatário de um pedido pode respondê-lo.",
    "{member} has opened no request {request}. Only who asked can take a request back.":
      "{member} não abriu nenhum pedido {request}. Só quem pediu pode retirar um pedido.",
    "{request} is already decided ({first}). The first reply stays; open a new request to decide anew.":
      "{request} já está decidido ({first}). A primeira resposta fica; abra um pedido novo para decidir de novo.",
    "{request} is answered already (approve {answer}) and cannot be withdrawn. Take in the answer.":
      "{request} já foi respondido (approve {answer}) e não pode ser retirado. Receba a resposta.",
    "{request} is {status} and no longer waits for a reply.":
      "{request} está {status} e já não espera resposta.",
    "{sender} cannot send a {kind} request to {target}. A plan goes from a teammate to the lead, a shutdown from the lead to a teammate.":
      "{sender} não pode enviar um pedido {kind} a {target}. Um plano vai de um companheiro para o lead; um shutdown, do lead para um companheiro.",
    "A request is of the kind plan or shutdown, not {kind}.":
      "Um pedido é do tipo plan ou shutdown, não {kind}.",
    "approve must be true or false, not {value}.": "approve deve ser true ou false, não {value}.",
    "{member} is closed and in no state any more. Its name can be given to a new member.":
      "{member} está fechado e já não tem estado. O seu nome pode ser dado a um membro novo.",
    "No shutdown request waits for an answer of {member}.":
      "Nenhum pedido de shutdown espera resposta de {member}.",
    "{member} is played by another process, so nothing was changed. End that one first, or play another member.":
      "Outro processo faz o papel de {member}, então nada foi alterado. Encerre esse primeiro, ou faça o papel de outro membro.",
    "{member} is played by another process ({process}), so nothing was changed. End that one first, or play another member.":
      "Outro processo ({process}) faz o papel de {member}, então nada foi alterado. Encerre esse primeiro, ou faça o papel de outro membro.",
    "The notes of the practice in session.json are not as it writes them. Start a new session in another folder.":
      "As notas da prática em session.json não estão como ela as escreve. Inicie uma sessão nova em outra pasta.",
    "{path} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another folder.":
      "{path} é uma sessão de {program}, não de {wanted}. Nada nela foi tocado: abra-a com {program}, ou nomeie outra pasta.",
    "{path} has version {version}; this program reads version {known}. Nothing in it was touched: use the version of the program that made it, or name another folder.":
      "{path} tem a versão {version}; este programa lê a versão {known}. Nada foi tocado: use a versão do programa que a fez, ou nomeie outra pasta.",
    "{path} is not as this program leaves it: {@reason}. Nothing was touched; `doctor --dir` on its folder says more.":
      "{path} não está como este programa o deixa: {@reason}. Nada foi tocado; `doctor --dir` na pasta dele diz mais.",
    "it has {bytes} bytes, and {limit} are allowed": "tem {bytes} bytes, e {limit} são permitidos",
    "it is not valid UTF-8": "não é UTF-8 válido",
    "it is no JSON": "não é JSON",
    "it has no version": "não tem versão",
    "members.{key}: its name is {name}": "members.{key}: o seu nome é {name}",
    "the log holds {events} events and the session {told}: an older state was put back":
      "o registro tem {events} eventos e a sessão {told}: um estado antigo foi posto de volta",
    "the log holds {events} events, and {stood} stood in it":
      "o registro tem {events} eventos, e havia {stood}",
    "With this the session would take {bytes} bytes; {limit} are allowed. Nothing was saved: start a new session.":
      "Com isto a sessão ocuparia {bytes} bytes; {limit} são permitidos. Nada foi salvo: inicie uma sessão nova.",
    "There is no session in {folder}: it holds no session.json. Nothing was touched. Name the folder of a session, or start one.":
      "Não há sessão em {folder}: não contém session.json. Nada foi tocado. Nomeie a pasta de uma sessão, ou inicie uma.",
    "{path} is not a regular file, so it is neither read nor written. A link is not followed.":
      "{path} não é um arquivo comum, então não é lido nem escrito. Um link não é seguido.",
    "{path} cannot be read ({cause}), so it is neither read nor written. {@remedy}":
      "{path} não pode ser lido ({cause}), então não é lido nem escrito. {@remedy}",
    "{path} is not the log of a session: its last line bears no number, or it is no regular file. It is left as it is. Move it away, or name another folder.":
      "{path} não é o registro de uma sessão: a sua última linha não traz número, ou não é um arquivo comum. Fica como está. Mova-o dali, ou nomeie outra pasta.",
    "{path} could not be written or read ({cause}). {@remedy}":
      "{path} não pôde ser escrito ou lido ({cause}). {@remedy}",
    "{part} waits for {file}, which cannot be read: nobody can tell whether a letter was saved there. Nothing was changed. Mend that file first; `doctor --dir` says what is wrong with it.":
      "{part} espera por {file}, que não pode ser lido: ninguém sabe se uma carta foi salva ali. Nada foi alterado. Conserte primeiro esse arquivo; `doctor --dir` diz o que há com ele.",
    "The mark of the start, {path}, cannot be kept ({cause}). {@remedy}":
      "A marca do começo, {path}, não pode ser guardada ({cause}). {@remedy}",
    "{path} cannot be written ({cause}), so nobody could see who plays the member. {@remedy}":
      "{path} não pode ser escrito ({cause}), então ninguém poderia ver quem faz o papel do membro. {@remedy}",
    "{path} cannot be made ({cause}), so the damaged file was not replaced. Copy it away by hand and remove it.":
      "{path} não pode ser criado ({cause}), então o arquivo danificado não foi substituído. Copie-o à mão para outro lugar e remova-o.",
    "{name} cannot be a session's name. Use up to 63 small letters, digits and hyphens, no hyphen first.":
      "{name} não pode ser o nome de uma sessão. Use até 63 minúsculas, dígitos e hifens, sem hífen no começo.",
    "{name} is a session of the {program}, not of the {wanted}. Nothing in it was touched: open it with the {program}, or name another session.":
      "{name} é uma sessão de {program}, não de {wanted}. Nada nela foi tocado: abra-a com {program}, ou nomeie outra sessão.",
    "There is no session {name} in {store}. Nothing was touched. Name one that is there, or start one.":
      "Não há sessão {name} em {store}. Nada foi tocado. Nomeie uma que exista, ou inicie uma.",
    "There is no session {name} in {store} any more: another of its name was made since. Nothing was touched. Name one that is there, or start one.":
      "Já não há a sessão {name} em {store}: outra com o seu nome foi criada desde então. Nada foi tocado. Nomeie uma que exista, ou inicie uma.",
    "There is a session {name} of the {program} in {store} already. Name another, or go on with that one.":
      "Já há em {store} uma sessão {name} de {program}. Nomeie outra, ou continue essa.",
    "There is no session in this store: it has no tables of this program yet. Nothing was touched. Name another database, or start a session.":
      "Não há sessão neste banco de dados: ele ainda não tem tabelas deste programa. Nada foi tocado. Nomeie outro banco de dados, ou inicie uma sessão.",
    "What stands for a host in it is no host, or no host with a port.":
      "O que está no lugar do servidor não é um servidor, nem um servidor com porta.",
    "In its password, @ is to be written as %40, / as %2F, ? as %3F and % as %25.":
      "Na sua senha, @ se escreve %40, / se escreve %2F, ? se escreve %3F e % se escreve %25.",
    "The server at {server} hung up ({cause}): start it again, or check the URL of the store. One that speaks no TLS hangs up on sslmode=require and stricter.":
      "O servidor em {server} desligou ({cause}): inicie-o de novo, ou verifique a URL do banco de dados. Um que não fala TLS desliga com sslmode=require ou mais estrito.",
    "The role must be well-formed text, not {value}.": "O papel deve ser texto bem formado, não {value}.",
    "The connection to {store} was lost in the moment of keeping, and no server could be asked since: whether this was kept shows when the store answers again. Nothing is half done.":
      "A conexão com {store} se perdeu no momento de guardar, e nenhum servidor pôde ser consultado desde então: se isto foi guardado se verá quando o banco de dados voltar a responder. Nada fica pela metade.",
    "Another process has held the session in {store} for too long, so nothing was saved. End it and try again.":
      "Outro processo segurou a sessão em {store} por tempo demais, então nada foi salvo. Encerre-o e tente de novo.",
    "What stands in {store} does not go with what was to be saved: {said}. Nothing was changed: put back what was there, or start a new session.":
      "O que está em {store} não combina com o que seria salvo: {said}. Nada foi alterado: ponha de volta o que havia, ou inicie uma sessão nova.",
    "The letters of {member} have {bytes} bytes; {limit} are allowed. They are left as they are.":
      "As cartas de {member} têm {bytes} bytes; {limit} são permitidos. Ficam como estão.",
    "{member} of {session} is played by a process, so nothing was removed. End that one first.":
      "Um processo faz o papel de {member} em {session}, então nada foi removido. Encerre esse primeiro.",
    "The row of {place} is not as this program leaves it: {said}. Nothing was touched: put back what was there, or start a new session.":
      "A linha de {place} não está como este programa a deixa: {said}. Nada foi tocado: ponha de volta o que havia, ou inicie uma sessão nova.",
    "The tables of the store have version {version}; this program reads version {known}. Nothing in them was touched: use the version of the program that made them, or name another database.":
      "As tabelas do banco de dados têm a versão {version}; este programa lê a versão {known}. Nada nelas foi tocado: use a versão do programa que as fez, ou nomeie outro banco de dados.",
    "A store needs the package postgres, which is not installed: run `npm install postgres@3.4`.":
      "Um banco de dados precisa do pacote postgres, que não está instalado: execute `npm install postgres@3.4`.",
    "The database at {server} keeps its texts in {encoding}, and letters need UTF8: make it with `createdb --encoding=UTF8 --template=template0`, or name another.":
      "O banco de dados em {server} guarda os seus textos em {encoding}, e as cartas precisam de UTF8: crie-o com `createdb --encoding=UTF8 --template=template0`, ou nomeie outro.",
    "The URL of the store leads to a pooler that shares connections between transactions, and who plays a member is known by a connection of its own: name the server itself, or a pooler in session mode.":
      "A URL leva a um pool que compartilha conexões entre transações, e quem faz o papel de um membro se conhece por uma conexão própria: nomeie o servidor mesmo, ou um pool em modo de sessão.",
    "The URL of the store cannot be used. {@reason}": "A URL do banco de dados não pode ser usada. {@reason}",
    "Name it as postgres://user@host/database; several hosts are divided by commas.":
      "Escreva-a como postgres://user@host/database; vários servidores se separam por vírgulas.",
    "target_session_attrs={value} asks for a server that may not be written, and a session is written: use read-write.":
      "target_session_attrs={value} pede um servidor em que talvez não se possa escrever, e em uma sessão se escreve: use read-write.",
    "A % in it is to be written as %25.": "Um % dentro dela se escreve %25.",
    "sslmode={value} is none: use disable, prefer, require, verify-ca or verify-full.":
      "sslmode={value} não existe: use disable, prefer, require, verify-ca ou verify-full.",
    "{setting} names {path}, which cannot be read ({cause}).":
      "{setting} nomeia {path}, que não pode ser lido ({cause}).",
    "The server at {server} refuses the password of {user}: check it in the URL, or in PGPASSWORD.":
      "O servidor em {server} recusa a senha de {user}: verifique-a na URL, ou em PGPASSWORD.",
    "The server at {server} does not let {user} into {database}: check the user, its pg_hba.conf, and sslmode.":
      "O servidor em {server} não deixa {user} entrar em {database}: verifique o usuário, o pg_hba.conf dele e sslmode.",
    "There is no database {database} at {server}: make it with {command}, or name another.":
      "Não há banco de dados {database} em {server}: crie-o com {command}, ou nomeie outro.",
    "{user} may not make or use the tables in {database} at {server}: let its owner run {command}, or name another database.":
      "{user} não tem permissão para criar ou usar as tabelas de {database} em {server}: que o dono execute {command}, ou nomeie outro banco de dados.",
    "The server at {server} can only be read, as a standby can: name the primary, or promote this one.":
      "No servidor em {server} só se pode ler, como em uma réplica: nomeie o primário, ou promova este.",
    "The server at {server} has no connection left: end some programs, or raise max_connections.":
      "O servidor em {server} não tem conexões livres: encerre alguns programas, ou aumente max_connections.",
    "The server at {server} is starting or stopping: try again.":
      "O servidor em {server} está iniciando ou parando: tente de novo.",
    "No machine is known as {server} ({cause}): check the URL of the store.":
      "Não se conhece máquina {server} ({cause}): verifique a URL do banco de dados.",
    "No PostgreSQL server answers at {server} ({cause}): start it, or check the URL of the store.":
      "Nenhum servidor PostgreSQL responde em {server} ({cause}): inicie-o, ou verifique a URL do banco de dados.",
    "approved for this very call": "aprovado para esta mesma chamada",
    "the host said yes": "o host disse sim",
    "the host said no": "o host disse não",
    "the host allows this one call.": "o host permite esta única chamada.",
    "the host denies this call, approved plan or not.":
      "o host nega esta chamada, com ou sem plano aprovado.",
    "the host did not allow this call of {tool}.": "o host não permitiu esta chamada de {tool}.",
    "there is no tool {tool}. The tools of this turn: {tools}.":
      "não existe a ferramenta {tool}. As ferramentas deste turno: {tools}.",
    "only {tool} can be called in this turn.": "neste turno só se pode chamar {tool}.",
    "{member} has no plan for this work. Submit one and wait for the lead.":
      "{member} não tem plano para este trabalho. Submeta um e espere o lead.",
    "{request} is the plan of {member}. Nobody works on another's approval.":
      "{request} é o plano de {member}. Ninguém trabalha com a aprovação de outro.",
    "{member} is closed. The approval of a closed member is nobody's.":
      "{member} está fechado. A aprovação de um membro fechado não é de ninguém.",
    "{request} is still pending: no reply has been matched yet.":
      "{request} ainda está pending: nenhuma resposta foi associada ainda.",
    "{request} was withdrawn. Submit a new plan and wait for the lead.":
      "{request} foi retirado. Submeta um plano novo e espere o lead.",
    "the lead rejected {request}.": "o lead rejeitou {request}.",
    "the lead rejected {request}. The lead: {feedback}": "o lead rejeitou {request}. O lead: {feedback}",
    "{request} was good for one run, and that run has started. Submit a new plan.":
      "{request} valia para uma execução, e essa execução já começou. Submeta um plano novo.",
    "the work is no longer what {request} was approved for. Submit a new plan.":
      "o trabalho já não é aquele para o qual {request} foi aprovado. Submeta um plano novo.",
    "{request} was good for one run, and something was started for it already. Submit a new plan.":
      "{request} valia para uma execução, e algo já foi iniciado com ele. Submeta um plano novo.",
    "the call had begun when its process ended, and nobody kept how it ended. It is not made again: look at what is there, and plan anew.":
      "a chamada tinha começado quando o seu processo terminou, e ninguém guardou como acabou. Não é feita de novo: veja o que há e planeje outra vez.",
    "the person has left, so nothing was begun.": "a pessoa saiu, então nada foi começado.",
    "{tool} does not take that input.": "{tool} não aceita essa entrada.",
    "{tool} does not take that input. Plan a call that it takes.":
      "{tool} não aceita essa entrada. Planeje uma chamada que ela aceite.",
    "There is no bash on PATH and no /bin/sh.": "Não há bash no PATH nem /bin/sh.",
    "The notes of the console in session.json are not as it leaves them. Nothing was touched: mend them, or name another folder.":
      "As notas do console em session.json não estão como ele as deixa. Nada foi tocado: conserte-as, ou nomeie outra pasta.",
    "{member} is not a teammate.": "{member} não é um companheiro.",
    "{member} is on the team already ({status}). Choose another name, or ask for its shutdown first.":
      "{member} já está no time ({status}). Escolha outro nome, ou peça primeiro o shutdown dele.",
    "There is no shutdown request {request}.": "Não há pedido de shutdown {request}.",
    "A message cannot start with {prefix}: only a broadcast does.":
      "Uma carta não pode começar com {prefix}: só uma transmissão começa assim.",
    "{path} is no regular file.": "{path} não é um arquivo comum.",
    "{path} could not be saved ({cause}). The old text is untouched.":
      "{path} não pôde ser salvo ({cause}). O texto antigo está intacto.",
    "{path} cannot be read ({cause}).": "{path} não pode ser lido ({cause}).",
    "{path} has {bytes} bytes; {limit} are allowed.": "{path} tem {bytes} bytes; {limit} são permitidos.",
    "{path} does not hold that text.": "{path} não contém esse texto.",
    "{path} holds that text more than once. Name a longer passage.":
      "{path} contém esse texto mais de uma vez. Dê um trecho mais longo.",
    "{path} is not UTF-8 text.": "{path} não é texto UTF-8.",
    "The files of the team are not at {path} any more. Put them back, or name another folder.":
      "Os arquivos do time já não estão em {path}. Ponha-os de volta, ou nomeie outra pasta.",
    "{path} is an absolute path. Name a file inside the workspace, such as notes.txt.":
      "{path} é um caminho absoluto. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "{path} holds a backslash or a control character. Name a file inside the workspace, such as notes.txt.":
      "{path} contém uma barra invertida ou um caractere de controle. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "{path} names no file. Name a file inside the workspace, such as notes.txt.":
      "{path} não nomeia nenhum arquivo. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "{path} leads upwards. Name a file inside the workspace, such as notes.txt.":
      "{path} leva para cima. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "{path} leads through a link. Name a file inside the workspace, such as notes.txt.":
      "{path} passa por um link. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "{path} was replaced while it was read. Name a file inside the workspace, such as notes.txt.":
      "{path} foi substituído enquanto era lido. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "{path} was replaced while it was saved. Name a file inside the workspace, such as notes.txt.":
      "{path} foi substituído enquanto era salvo. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "{path} has another name (a hard link), which may stand outside. Name a file inside the workspace, such as notes.txt.":
      "{path} tem outro nome (um hard link), que pode estar fora. Nomeie um arquivo dentro da área de trabalho, como notes.txt.",
    "The workspace was moved or replaced since the session began. Put it back, or start a new session.":
      "A área de trabalho foi movida ou substituída desde que a sessão começou. Ponha-a de volta, ou inicie uma sessão nova.",
    "No letter reaches {member}. {code}: {@message}": "Nenhuma carta chega a {member}. {code}: {@message}",
    "Waiting up to {seconds} s: another process seems to play {member}.":
      "Esperando até {seconds} s: parece que outro processo faz o papel de {member}.",
    "The round ends after {passes} passes. Letters that are still unread wait for your next sentence.":
      "A rodada termina depois de {passes} passagens. As cartas ainda por ler esperam a sua próxima frase.",
    "Runs a command in the workspace, for at most 10 seconds, and returns its output":
      "Executa um comando na área de trabalho, por no máximo 10 segundos, e devolve a sua saída",
    "Returns the text of a file of the workspace.": "Devolve o texto de um arquivo da área de trabalho.",
    "Saves a text as a file of the workspace, new or over an old one.":
      "Salva um texto como arquivo da área de trabalho, novo ou sobre um antigo.",
    "Replaces a passage of a file of the workspace that stands in it exactly once.":
      "Substitui um trecho de um arquivo da área de trabalho que aparece nele exatamente uma vez.",
    "Takes a new teammate into the team and gives it its task":
      "Recebe um novo companheiro no time e lhe dá a sua tarefa",
    "Returns every teammate with role and status, closed ones too.":
      "Devolve cada companheiro com papel e estado, também os fechados.",
    "Sends a message to one member": "Envia uma carta a um membro",
    "Takes in new letters and returns the newest letters of your mailbox":
      "Recebe as cartas novas e devolve as mais recentes da caixa de entrada",
    "Sends the same words to every teammate, or to those that recipients names":
      "Envia as mesmas palavras a cada companheiro, ou aos que recipients nomeia",
    "Asks a teammate to shut down": "Pede a um companheiro o shutdown",
    "Returns how a shutdown request stands.": "Devolve como está um pedido de shutdown.",
    "Approves or rejects the plan of a teammate, once.":
      "Aprova ou rejeita o plano de um companheiro, uma só vez.",
    "Answers a shutdown request of the lead": "Responde a um pedido de shutdown do lead",
    "Sends a plan to the lead for approval: what you will do in words, and the one call that you will make":
      "Envia um plano ao lead para aprovação: o que fará, em palavras, e a única chamada que fará",
  },
});
