import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { EngineCommand } from './engine.ts';

/** Most servers end within a second or two; a broker first hands over and writes what it has in memory. */
const orderlyWithinMs = 20_000;

/** A server's process. It ends when this process does, however that comes about. */
export interface EngineProcess {
  pid: number;
  /** Resolves, never rejects, with how it ended: `with 1`, `by SIGKILL`. */
  ended: Promise<string>;
  hasEnded(): boolean;
  /** Asks it to end, insists after 20 s, and waits for its end. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would (SIGKILL), and waits for its end. */
  kill(): Promise<void>;
}

/** Runs a server with its output added to a log file. */
export function spawnEngine({ program, args }: EngineCommand, logFile: string): EngineProcess {
  const log = openSync(logFile, 'a');
  // Its own process group: Ctrl-C in a terminal must not stop it before those who use it are done.
  const child = spawn(program, args, { stdio: ['pipe', log, log], detached: true });
  closeSync(log);
  // A server that ended leaves a broken pipe, of which `ended` tells already.
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

/** So that a server nobody waits for does not keep this process alive: it is to end with it. */
function letGo(child: ChildProcess): void {
  child.unref();
  // The pipe is a socket; its type does not say so.
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
}

/** The last lines of a log, on one line, for a message. */
export function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' | ') || 'it wrote nothing';
}
