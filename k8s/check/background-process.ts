import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const askEveryMs = 100;
const stopWithinMs = 10_000;

/** A server in the background of a check, which stops it by its process id. */
export interface BackgroundProcess {
  stop(): Promise<void>;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/**
 * Starts a server and waits until `isReady` is true. @throws Error with the path of the log when the server exits earlier, or needs more than
 * `withinMs`.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  { log, isReady, withinMs }: { log: string; isReady: () => Promise<boolean>; withinMs: number },
): Promise<BackgroundProcess> {
  const file = openSync(log, 'a');
  const child = spawn(program, args, { stdio: ['ignore', file, file] });
  const ended = once(child, 'exit').catch(() => {});
  // Registered for the exit of this process, because nothing else would stop the server then.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    if (!hasEnded(child)) child.kill('SIGTERM');
    const harder = setTimeout(kill, stopWithinMs);
    await ended;
    clearTimeout(harder);
    process.off('exit', kill);
  };
  const giveUpAt = Date.now() + withinMs;
  while (!(await isReady().catch(() => false))) {
    if (hasEnded(child) || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`${program} does not start, see ${log}`);
    }
    await pause(askEveryMs);
  }
  return { stop };
}
