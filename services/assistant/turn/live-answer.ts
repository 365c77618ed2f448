import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';

/**
 * Batching of writes: longest wait after the first unwritten words, milliseconds. A write costs as much as hundreds of words, and local readers do
 * not wait for it. A process that dies loses at most the last second of words.
 */
const writeAfter = 1_000;
/** Size of a batch that is written without waiting, characters. */
const writeBeyond = 8_000;
/** Heartbeat interval of a writer, milliseconds. After three missed heartbeats the writer is dead. */
export const heartbeatInterval = 3_000;

/** Storage of an answer. */
interface AnswerLog {
  write: (lines: string) => Promise<unknown>;
  /** Heartbeat of the writer. */
  hold: () => Promise<unknown>;
}

/** An answer being written in this process. Each reader reads the same lines at its own pace, and leaving readers do not affect the answer. */
export class LiveAnswer {
  readonly #log: AnswerLog;
  readonly #fail: (error: unknown) => void;
  /** Lines passed to the log, joined to one text per write to save memory. */
  readonly #written: string[] = [];
  /** Lines not yet passed to the log. */
  #waiting = '';
  #writing: Promise<void> = Promise.resolve();
  #isOver = false;
  #news = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #holding: NodeJS.Timeout;

  /** @param fail Receives the error of a failed write or heartbeat. */
  constructor(log: AnswerLog, fail: (error: unknown) => void) {
    this.#log = log;
    this.#fail = fail;
    this.#holding = setInterval(() => void log.hold().catch(fail), heartbeatInterval);
  }

  add(part: DataStreamPart): void {
    this.#waiting += dataStream.encode(part);
    this.#tell();
    if (this.#waiting.length > writeBeyond) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), writeAfter);
  }

  /** Resolves when everything is stored; failed writes go to `fail`. */
  async written(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  /** Ends the answer. Readers end after the current content. */
  end(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#holding);
    this.#isOver = true;
    this.#tell();
  }

  /** Lines from the first on, as they arrive. */
  async *read(): AsyncGenerator<string, void, undefined> {
    for (let [at, within] = [0, 0]; ; ) {
      const news = this.#news.promise;
      // Existing content comes in one piece, so that a slow reader catches up.
      const lines = [...this.#written.slice(at), this.#waiting].join('').slice(within);
      [at, within] = [this.#written.length, this.#waiting.length];
      if (lines !== '') yield lines;
      else if (this.#isOver) return;
      else await news;
    }
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers<void>();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting;
    if (lines === '') return;
    this.#written.push(lines);
    this.#waiting = '';
    // Writes are sequential, because event order is line order.
    this.#writing = this.#writing.then(async () => {
      await this.#log.write(lines).catch(this.#fail);
    });
    this.#holding.refresh();
  }
}
