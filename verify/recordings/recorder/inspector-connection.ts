import { EventEmitter, once } from "node:events";
import type { Debugger, Runtime } from "node:inspector";
import { WebSocket } from "ws";

/** The commands and events of the inspector's protocol that stepping through one request takes. */
type Commands = {
  "Runtime.enable": [undefined, unknown];
  "Runtime.runIfWaitingForDebugger": [undefined, unknown];
  "Debugger.enable": [undefined, unknown];
  "Debugger.setInstrumentationBreakpoint": [{ instrumentation: string }, unknown];
  "Debugger.disable": [undefined, unknown];
  "Debugger.resume": [undefined, unknown];
  "Debugger.stepOver": [undefined, unknown];
  "Debugger.setBreakpoint": [Debugger.SetBreakpointParameterType, Debugger.SetBreakpointReturnType];
  "Debugger.evaluateOnCallFrame": [
    Debugger.EvaluateOnCallFrameParameterType,
    Debugger.EvaluateOnCallFrameReturnType,
  ];
};

type Events = {
  "Debugger.scriptParsed": [Debugger.ScriptParsedEventDataType];
  "Debugger.paused": [Debugger.PausedEventDataType];
  "Runtime.executionContextDestroyed": [Runtime.ExecutionContextDestroyedEventDataType];
};

export type Inspector = {
  post<Method extends keyof Commands>(
    method: Method,
    ...parameters: Commands[Method][0] extends undefined ? [] : [Commands[Method][0]]
  ): Promise<Commands[Method][1]>;
  on<Name extends keyof Events>(event: Name, listener: (...data: Events[Name]) => void): void;
  /** The next event of this name. Ask for it before the command that brings it about. */
  next<Name extends keyof Events>(event: Name): Promise<Events[Name][0]>;
  close(): void;
};

/** Connects to a Node process that waits for a debugger, over the WebSocket that an IDE uses. */
export async function connectInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  const events = new EventEmitter();
  const answers = new EventEmitter();
  let commands = 0;
  socket.on("message", (data) => {
    const message = JSON.parse(data.toString());
    if (message.id === undefined) events.emit(message.method, message.params);
    else answers.emit(String(message.id), message);
  });
  return {
    post: async (method, ...parameters) => {
      commands += 1;
      const answered = once(answers, String(commands));
      socket.send(JSON.stringify({ id: commands, method, params: parameters[0] }));
      const [{ result, error }] = await answered;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    on: (event, listener) => {
      events.on(event, listener);
    },
    next: async (event) => (await once(events, event))[0],
    close: () => socket.close(),
  };
}
