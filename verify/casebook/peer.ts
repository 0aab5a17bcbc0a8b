import { type ChildProcess, fork } from "node:child_process";
import { bundle } from "../harness/processes/bundles.ts";
import type { PeerTask } from "./peer-process.ts";

/** Another process that works on a session folder, told over a channel what to do. */
export type Peer = {
  /** Gives the peer a task and waits for its answer, which is `{ ended }` when the process ends instead. */
  ask: (task: PeerTask) => Promise<unknown>;
  /** Waits for the next answer, of a task that has more than one. */
  answer: () => Promise<unknown>;
  process: ChildProcess;
};

let peers: Peer[] = [];

/** Two peers that are ready: those of before, or new ones in the place of those that have ended. */
export async function twoPeers(): Promise<[Peer, Peer]> {
  const living = peers.filter(({ process }) => process.exitCode === null && process.signalCode === null);
  const [first, second] = living;
  const pair = await Promise.all([first ?? startPeer(), second ?? startPeer()]);
  peers = pair;
  return pair;
}

export function endPeers(): void {
  for (const peer of peers) peer.process.kill("SIGKILL");
}

async function startPeer(): Promise<Peer> {
  const child = fork(bundle("peerProcess"), {
    execArgv: [],
    stdio: ["pipe", "inherit", "inherit", "ipc"],
  });
  const answer = (): Promise<unknown> =>
    new Promise((resolve) => {
      const onMessage = (message: unknown): void => settle(message);
      const onExit = (code: number | null, signal: string | null): void => settle({ ended: signal ?? code });
      const settle = (answered: unknown): void => {
        child.off("message", onMessage).off("exit", onExit);
        resolve(answered);
      };
      child.on("message", onMessage).on("exit", onExit);
    });
  await answer();
  return {
    process: child,
    answer,
    ask: (task) => {
      const answered = answer();
      child.send(task);
      return answered;
    },
  };
}
