import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Cores of a pinned benchmark: servers on the first, load on the second, so that neither takes the other's time. */
export const servingCore = 0;
export const sendingCore = 1;

/** Command line that pins Node to one core (Linux, util-linux); it keeps the process id. */
export const nodePinnedTo = (core: number): [string, string[]] => ['taskset', ['-c', String(core), process.execPath]];

/** Child process that answers questions, one at a time. */
export interface Worker {
  pid: number;
  child: ChildProcess;
  /** @throws Error with the worker's own message when it failed. */
  ask<A>(question: unknown): Promise<A>;
  stop(): Promise<void>;
}

type Answer = { value: unknown } | { error: string };

/** Forks `module`, which has to call `answerQuestions`. With `core`, the process is pinned to that core. */
export function startWorker(module: string, args: readonly string[], core?: number): Worker {
  const [execPath, execArgv] = core === undefined ? [process.execPath, []] : nodePinnedTo(core);
  const child = fork(module, args, { execPath, execArgv });
  if (child.pid === undefined) throw new Error(`${module} does not start`);
  const ended = once(child, 'exit').then(([code]) => ({ error: `${module} ended with ${code}` }));
  return {
    pid: child.pid,
    child,
    async ask<A>(question: unknown): Promise<A> {
      child.send({ question });
      const answered = once(child, 'message').then(([answer]) => answer as Answer); // sent by `answerQuestions`
      const answer = await Promise.race([answered, ended]);
      if ('error' in answer) throw new Error(answer.error);
      return answer.value as A; // the caller knows its question
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** In a worker: the settings that `Resources.worker` passed to it. */
export const workerSettings = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T; // written by `Resources.worker`

/** In a worker: answers each question; calls `close` and exits when the parent disconnects. */
export function answerQuestions<Q>(answer: (question: Q) => Promise<unknown>, close: () => Promise<void>): void {
  process.on('message', (message: { question: Q }) => {
    answer(message.question).then(
      (value) => process.send?.({ value } satisfies Answer),
      (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Answer),
    );
  });
  process.on('disconnect', async () => {
    await close();
    process.exit();
  });
}

/** In a worker that is a server: says that it listens, then serves until the parent disconnects. */
export const serveUntilDisconnected = (close: () => Promise<void>): void => answerQuestions(async () => 'listening', close);
