import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { nodeOn } from './pinned.ts';

/** A process of its own that answers messages one at a time. */
export interface Worker {
  pid: number;
  child: ChildProcess;
  /** @throws Error with what the worker said when it failed. */
  ask<A>(question: unknown): Promise<A>;
  stop(): Promise<void>;
}

type Answer = { value: unknown } | { error: string };

/** Starts `module` (a path) with its arguments, on one core when one is named; it has to call `answerQuestions`. */
export function startWorker(module: string, args: readonly string[], core?: number): Worker {
  const [execPath, execArgv] = core === undefined ? [process.execPath, []] : nodeOn(core);
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
      return answer.value as A; // the caller knows what it asked
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** In a worker: answers each question; calls `close` and ends when the parent goes away. */
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
