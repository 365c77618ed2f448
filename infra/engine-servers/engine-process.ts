import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { EngineCommand } from './engine.ts';

/** Timeout of a graceful stop, milliseconds. Most servers end in a second or two; a broker flushes its memory first. */
const orderlyWithinMs = 20_000;

/** Process of a server. It ends when this process ends, in any way. */
export interface EngineProcess {
  pid: number;
  /** Resolves with the manner of its end: `with 1`, `by SIGKILL`. Never rejects. */
  ended: Promise<string>;
  hasEnded(): boolean;
  /** Stops it gracefully, kills it after 20 s, and waits for its end. */
  stop(): Promise<void>;
  /** Kills it (SIGKILL) and waits for its end. */
  kill(): Promise<void>;
}

/** Runs a server and appends its output to a log file. */
export function spawnEngine({ program, args }: EngineCommand, logFile: string): EngineProcess {
  const log = openSync(logFile, 'a');
  // Own process group: Ctrl-C must not stop it before its users have finished.
  const child = spawn(program, args, { stdio: ['pipe', log, log], detached: true });
  closeSync(log);
  // A server's end breaks the pipe; `ended` reports it.
  child.stdin?.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`without a start (${error.message})`));
    child.once('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with ${code}`));
  });
  letGo(child);
  const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasEnded()) return;
    child.ref();
    child.kill(signal);
    const insist = setTimeout(() => child.kill('SIGKILL'), orderlyWithinMs);
    await ended;
    clearTimeout(insist);
  };
  return { pid: child.pid ?? 0, ended, hasEnded, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** The server must not keep this process alive, because it ends with it. */
function letGo(child: ChildProcess): void {
  child.unref();
  // The pipe is a socket; its type omits `unref`.
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
}

/** Last lines of a log in one line, for a message. */
export function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' | ') || 'it wrote nothing';
}
