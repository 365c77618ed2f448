import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';

/**
 * What is written is written down together: so long after it came, milliseconds, or as soon as there are so many characters. Whoever reads here does not
 * wait for it, and each write costs as much as some hundred words do: a process that dies takes a second of words along.
 */
const writeAfter = 1_000;
const writeBeyond = 8_000;
/** Longest silence of whoever writes, milliseconds: after three times as long it is taken for gone. */
export const holdEvery = 3_000;

/** Where an answer is written down. */
export interface AnswerLog {
  write: (lines: string) => Promise<unknown>;
  /** Says that the writer is still there. */
  hold: () => Promise<unknown>;
}

/**
 * An answer while it is written in this process. Every reader reads the same lines at its own pace: one that reads nothing costs nothing, and one
 * that goes leaves the answer as it is.
 */
export class LiveAnswer {
  readonly #log: AnswerLog;
  readonly #fail: (error: unknown) => void;
  /** Lines that were written down, or are being so: those of one write are one text, which takes less than each for itself. */
  readonly #written: string[] = [];
  /** Lines that wait. */
  #waiting = '';
  #writing: Promise<void> = Promise.resolve();
  #isOver = false;
  #news = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #holding: NodeJS.Timeout;

  /** @param fail is told why nothing more can be written down. */
  constructor(log: AnswerLog, fail: (error: unknown) => void) {
    this.#log = log;
    this.#fail = fail;
    this.#holding = setInterval(() => void log.hold().catch(fail), holdEvery);
  }

  add(part: DataStreamPart): void {
    this.#waiting += dataStream.encode(part);
    this.#tell();
    if (this.#waiting.length > writeBeyond) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), writeAfter);
  }

  /** Resolves when all that came is written down. What could not be written is told to `fail`. */
  async written(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  /** Readers come to an end after what there is. */
  end(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#holding);
    this.#isOver = true;
    this.#tell();
  }

  /** Lines from the first on, as they come. */
  async *read(): AsyncGenerator<string, void, undefined> {
    for (let [at, within] = [0, 0]; ; ) {
      const news = this.#news.promise;
      // What is there is given in one piece: a reader that was slow catches up at once.
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
    // One after the other, for the order of events is that of the lines.
    this.#writing = this.#writing.then(async () => {
      await this.#log.write(lines).catch(this.#fail);
    });
    this.#holding.refresh();
  }
}
