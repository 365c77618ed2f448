import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, EngineRun } from './engine.ts';
import { type EngineProcess, lastWords, spawnEngine } from './engine-process.ts';
import { isFree } from './free-port.ts';

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
