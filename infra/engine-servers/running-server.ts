import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, EngineRun } from './engine.ts';
import { type EngineProcess, lastWords, spawnEngine } from './engine-process.ts';
import { isFree } from './free-port.ts';

/** A server of an engine that runs, or did. It ends with this process in any case. */
export interface EngineServer {
  engine: Engine;
  /** Settings of the product that choose this engine and say where it is. */
  settings: Readonly<Record<string, string>>;
  /** The port that clients use, on 127.0.0.1; the same after a restart. */
  port: number;
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  /** What the server itself writes. */
  logFile: string;
  /** Ends it in an orderly way. Its data stay, for `restart`. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would (SIGKILL). Its data stay, for `restart`. */
  kill(): Promise<void>;
  /** Runs it again on the same port and data, stopping it first when it runs, and waits until it can be used. */
  restart(): Promise<void>;
  /** Ends it, and removes its data if they are temporary. */
  close(): Promise<void>;
}

/** A server did not start, or ended by itself; the message is one line and has its last words where it has any. */
export class EngineFailed extends Error {}

/** What a server needs to know beside its engine and its run. */
interface Surroundings {
  logFile: string;
  /** Temporary folder that goes with it. */
  scratch: string | null;
  onUnexpectedEnd?: (how: string) => void;
  signal?: AbortSignal;
}

/** Starting after a crash replays the log; the two cores may be busy. */
const readyWithinMs = 90_000;
const probeEveryMs = 50;

/** Starts, ends and starts again one run of an engine. Does not run until `restart` is called. */
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
    // Whoever has the port would answer in its place.
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
    // Forgotten first, so that this end is not an unexpected one.
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
