import { createHash } from 'node:crypto';

/** How long the same call counts as a repetition of an abandoned one, milliseconds. Clients wait for a minute by default, then try again. */
const remembered = 120_000;
/** Abandoned calls that are remembered; the oldest are forgotten first. */
const most = 10_000;

/**
 * Calls that write and whose callers wait for an answer. A caller that gives up (its own time-out, a cancellation, a broken connection) and
 * asks for the same again gets the result of the first call, which may have been written. A call whose answer arrived is never joined:
 * two days without a title are two calls with the same words. Each process remembers its own; a key of the caller holds on all of them.
 */
export class AbandonedCalls {
  readonly #waiting = new Map<string, WaitingCall>();
  /** By fingerprint. */
  readonly #runs = new Map<string, { run: string; until: number }>();

  /** @param client tells clients of one account apart, for each numbers its requests by itself. */
  open(client: string, requestId: unknown): WaitingCall {
    const id = JSON.stringify([client, requestId]);
    const call = new WaitingCall(this.#runs, () => this.#waiting.get(id) === call && this.#waiting.delete(id));
    this.#waiting.set(id, call);
    return call;
  }

  /** The client told that it does not wait for a request any more. */
  cancel(client: string, requestId: unknown): void {
    this.#waiting.get(JSON.stringify([client, requestId]))?.abandon();
  }
}

/** One call, from its request to the end of its answer. */
export class WaitingCall {
  readonly #runs: Map<string, { run: string; until: number }>;
  readonly #closed: () => void;
  readonly #gaveUp = new AbortController();
  #begun: { fingerprint: string; run: string } | undefined;

  constructor(runs: Map<string, { run: string; until: number }>, closed: () => void) {
    this.#runs = runs;
    this.#closed = closed;
  }

  /** Whether its caller still waits. */
  get isWaitedFor(): boolean {
    return !this.#gaveUp.signal.aborted;
  }

  /** Id of the run that does this: of the abandoned call that was the same, or a new one. */
  runOf(accountId: string, tool: string, args: unknown, newRun: () => string): string {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([accountId, tool, args]))
      .digest('base64url');
    const known = this.#runs.get(fingerprint);
    this.#runs.delete(fingerprint);
    const run = known && known.until > Date.now() ? known.run : newRun();
    this.#begun = { fingerprint, run };
    return run;
  }

  /** The caller does not wait any more, or was told to come again. */
  abandon(): void {
    this.#gaveUp.abort();
    if (!this.#begun) return;
    const { fingerprint, run } = this.#begun;
    this.#runs.delete(fingerprint);
    this.#runs.set(fingerprint, { run, until: Date.now() + remembered });
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > most && oldest) this.#runs.delete(oldest);
  }

  /** The connection ended, with the whole answer or without it. */
  close(isAnswered: boolean): void {
    if (!isAnswered) this.abandon();
    this.#closed();
  }
}
