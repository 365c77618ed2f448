import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, EngineCommand, EngineRun } from './engine.ts';
import { isPortFree } from './engine-server.ts';

/** A server of an engine. It ends with this process in any case. */
export interface EngineServer {
  engine: Engine;
  /** Settings of the product that choose this engine and its address. */
  settings: Readonly<Record<string, string>>;
  /** Port of clients on 127.0.0.1, stable over restarts. */
  port: number;
  /** Id of the current or last process. */
  readonly pid: number;
  /** Path of the server's log file. */
  logFile: string;
  /** Stops the server gracefully; its data remains for `restart`. */
  stop(): Promise<void>;
  /** Kills the server (SIGKILL); its data remains for `restart`. */
  kill(): Promise<void>;
  /** Restarts the server on the same port and data, and waits until it is ready. */
  restart(): Promise<void>;
  /** Stops the server and removes temporary data. */
  close(): Promise<void>;
}

/** A server did not start, or ended unexpectedly. The message is one line with its last log lines. */
export class EngineFailed extends Error {}

/** Settings of a server besides engine and run. */
interface Surroundings {
  logFile: string;
  /** Temporary folder that `close` removes; null with a permanent data folder. */
  scratch: string | null;
  onUnexpectedEnd?: (how: string) => void;
  signal?: AbortSignal;
}

/** Timeout of a start, milliseconds: a start after a crash replays the log on possibly busy cores. */
const readyWithinMs = 90_000;
const probeEveryMs = 50;

/** One server over several starts and stops; the first `restart` starts it. */
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
    // The health check would otherwise reach another program on the port.
    if (!(await isPortFree(this.port))) throw new EngineFailed(`${this.engine.title}: port ${this.port} is in use`);
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

/** Operating-system process of a server. It ends when this process ends, even after a kill. */
interface EngineProcess {
  pid: number;
  /** Resolves with the exit code or signal of the server: `with 1`, `by SIGKILL`. Never rejects. */
  ended: Promise<string>;
  hasEnded(): boolean;
  /** Stops the server gracefully, kills it after 20 s, and waits for its end. */
  stop(): Promise<void>;
  /** Kills the server (SIGKILL) and waits for its end. */
  kill(): Promise<void>;
}

/** Runs a server and appends its output to a log file. */
export function spawnEngine({ program, args }: EngineCommand, logFile: string): EngineProcess {
  const log = openSync(logFile, 'a');
  // A separate process group, because Ctrl-C must not stop the server before its clients have finished.
  const child = spawn(program, args, { stdio: ['pipe', log, log], detached: true });
  closeSync(log);
  // A broken pipe is ignored, because `ended` reports the end of the server.
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

/** Unreferences the child process, which must not keep this process alive. */
function letGo(child: ChildProcess): void {
  child.unref();
  // The pipe is a socket; its type omits `unref`.
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
}

/** Last three lines of a log file, joined for an error message. */
function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' | ') || 'it wrote nothing';
}
