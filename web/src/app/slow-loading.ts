import type { Query, QueryClient } from '@tanstack/react-query';

type Listener = () => void;

/** True for a query that the current page uses and that has no answer yet. */
const isAwaited = (query: Query): boolean => query.state.status === 'pending' && query.state.fetchStatus !== 'idle' && query.getObserversCount() > 0;

/** Detects that a page has been waiting for data longer than `slowAfter`. */
export class SlowLoading {
  readonly #queries: QueryClient;
  readonly #slowAfter: number;
  /** Start of each pending query, milliseconds since 1970. */
  readonly #since = new Map<string, number>();
  readonly #listeners = new Set<Listener>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slow = false;
  #stop: () => void = () => {};

  /** @param slowAfter milliseconds */
  constructor(queries: QueryClient, slowAfter: number) {
    this.#queries = queries;
    this.#slowAfter = slowAfter;
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    if (this.#listeners.size === 0) this.#watch();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop();
      clearTimeout(this.#timer);
    };
  };

  readonly isSlow = (): boolean => this.#slow;

  #watch(): void {
    const cache = this.#queries.getQueryCache();
    this.#since.clear();
    for (const query of cache.getAll()) this.#follow(query);
    this.#stop = cache.subscribe(({ type, query }) => {
      if (type === 'removed') this.#since.delete(query.queryHash);
      else this.#follow(query);
      this.#judge();
    });
    this.#judge();
  }

  #follow(query: Query): void {
    if (!isAwaited(query)) this.#since.delete(query.queryHash);
    else if (!this.#since.has(query.queryHash)) this.#since.set(query.queryHash, Date.now());
  }

  /** Updates the state and informs the listeners. The next check follows when the oldest pending query becomes slow. */
  #judge(): void {
    clearTimeout(this.#timer);
    const left = Math.min(...this.#since.values()) + this.#slowAfter - Date.now();
    const slow = left <= 0;
    if (!slow && Number.isFinite(left)) this.#timer = setTimeout(() => this.#judge(), left);
    if (slow === this.#slow) return;
    this.#slow = slow;
    for (const listener of this.#listeners) listener();
  }
}
