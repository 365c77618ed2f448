import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, EngineCommand, EngineRun } from './engine.ts';
import { isFree } from './engine-server.ts';

/** A server of an engine. It ends with this process in any case. */
export interface EngineServer {
  engine: Engine;
  /** Settings of the product that choose this engine and its address. */
  settings: Readonly<Record<string, string>>;
  /** Port of clients on 127.0.0.1, stable over restarts. */
  port: number;
  /** Id of the current or last process. */
  readonly pid: number;
  /** Log of the server. */
  logFile: string;
  /** Stops it gracefully; data stays for `restart`. */
  stop(): Promise<void>;
  /** Kills it (SIGKILL); data stays for `restart`. */
  kill(): Promise<void>;
  /** Restarts it on the same port and data, and waits until it is usable. */
  restart(): Promise<void>;
  /** Ends it and removes temporary data. */
  close(): Promise<void>;
}

/** A server that did not start or ended by itself; the message is one line with its last words. */
export class EngineFailed extends Error {}

/** Settings of a server besides engine and run. */
interface Surroundings {
  logFile: string;
  /** Temporary folder, removed at the end. */
  scratch: string | null;
  onUnexpectedEnd?: (how: string) => void;
  signal?: AbortSignal;
}

/** Timeout of a start, milliseconds: a start after a crash replays the log on possibly busy cores. */
const readyWithinMs = 90_000;
const probeEveryMs = 50;

/** One server through starts and ends. Runs from the first `restart` on. */
export class RunningServer implements EngineServer {
  readonly engine: Engine;
  readonly settings: Readonly<Record<string, string>>;
  readonly port: number;
  readonly logFile: string;
  pid = 0;
  readonly #run: EngineRun;
  readonly #surroundings: Surroundings;
  #running: EngineProcess | undefined;

  constructor(engine: Engine, run: EngineRun, surroundings: Surroundings) {
    this.engine = engine;
    this.port = run.ports[0];
    this.settings = engine.settings(this.port);
    this.logFile = surroundings.logFile;
    this.#run = run;
    this.#surroundings = surroundings;
  }

  stop(): Promise<void> {
    return this.#end('stop');
  }

  kill(): Promise<void> {
    return this.#end('kill');
  }

  async restart(): Promise<void> {
    await this.stop();
    // Another program on the port would answer in its place.
    if (!(await isFree(this.port))) throw new EngineFailed(`${this.engine.title}: port ${this.port} is in use`);
    const started = spawnEngine(await this.engine.prepare(this.#run), this.logFile);
    this.#running = started;
    this.pid = started.pid;
    await this.#becomesReady(started).catch(async (error: unknown) => {
      await this.kill();
      throw error;
    });
    void started.ended.then((how) => {
      if (this.#running === started) this.#surroundings.onUnexpectedEnd?.(how);
    });
  }

  async close(): Promise<void> {
    await this.stop();
    const { scratch } = this.#surroundings;
    if (scratch) rmSync(scratch, { recursive: true, force: true });
  }

  async #end(way: 'stop' | 'kill'): Promise<void> {
    const ending = this.#running;
    // Cleared first, so that this end counts as expected.
    this.#running = undefined;
    await ending?.[way]();
  }

  async #becomesReady(started: EngineProcess): Promise<void> {
    const { title } = this.engine;
    const giveUpAt = Date.now() + readyWithinMs;
    for (;;) {
      this.#surroundings.signal?.throwIfAborted();
      const answered = await this.engine.probe(this.port).then(
        () => true,
        () => false,
      );
      if (started.hasEnded()) throw new EngineFailed(`${title} ended ${await started.ended}: ${lastWords(this.logFile)}`);
      if (answered) return;
      if (Date.now() > giveUpAt) throw new EngineFailed(`${title} is not ready after ${readyWithinMs / 1000} s: ${lastWords(this.logFile)}`);
      await pause(probeEveryMs);
    }
  }
}

/** Timeout of a graceful stop, milliseconds. Most servers end in a second or two; a broker flushes its memory first. */
const orderlyWithinMs = 20_000;

/** Process of a server. It ends when this process ends, in any way. */
interface EngineProcess {
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
function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' | ') || 'it wrote nothing';
}
