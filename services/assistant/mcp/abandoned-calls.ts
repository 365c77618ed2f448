import { createHash } from 'node:crypto';

/** Time in which an equal call counts as a retry, milliseconds. Clients time out after a minute by default and then retry. */
const remembered = 120_000;
/** Most remembered calls; the oldest are evicted first. */
const most = 10_000;

/**
 * Calls with waiting callers, and the runs of abandoned write calls. A caller that gave up (timeout, cancellation, broken connection) and repeats the
 * call gets the first result. A call with a delivered answer is never joined: two days without a title are two calls. Each process remembers its own
 * calls; an idempotency key works on all.
 */
export class AbandonedCalls {
  readonly #waiting = new Map<string, WaitingCall>();
  /** Run id and expiry time of abandoned calls, by fingerprint of account, tool and arguments. */
  readonly #runs = new Map<string, { run: string; until: number }>();

  /** @param client Distinguishes clients of one account, because each numbers its requests itself. */
  open(client: string, requestId: unknown): WaitingCall {
    const id = JSON.stringify([client, requestId]);
    const call = new WaitingCall(this.#runs, () => this.#waiting.get(id) === call && this.#waiting.delete(id));
    this.#waiting.set(id, call);
    return call;
  }

  /** Abandons the call of a request that the client cancelled. */
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

  /** True while the caller waits. */
  get isWaitedFor(): boolean {
    return !this.#gaveUp.signal.aborted;
  }

  /** Run id of the call: the id of an equal abandoned call, or a new id. */
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

  /** Remembers the call for a retry, because the caller gave up or was told to retry. */
  abandon(): void {
    this.#gaveUp.abort();
    if (!this.#begun) return;
    const { fingerprint, run } = this.#begun;
    this.#runs.delete(fingerprint);
    this.#runs.set(fingerprint, { run, until: Date.now() + remembered });
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > most && oldest) this.#runs.delete(oldest);
  }

  /** Ends the call with its connection. A call without a delivered answer is abandoned. */
  close(isAnswered: boolean): void {
    if (!isAnswered) this.abandon();
    this.#closed();
  }
}
