import { notifyManager, type Query, type QueryFunction, type QueryFunctionContext } from '@tanstack/react-query';
import { isTransient } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';

/** A cached API answer in the browser's store. */
export interface CachedAnswer {
  /** JSON; its length in characters adds to the size of the cache. */
  text: string;
  /** Time of the answer, milliseconds since 1970. */
  at: number;
  /** Subject of the person who received it; null for a visitor. */
  reader: string | null;
}

/** Format version of cached answers: increment it when pages could not show the old ones. */
const form = 1;
/** Lifetime of a cached answer, milliseconds. */
const longest = 30 * 86_400_000;
/** Size limit of the whole cache, characters. */
const room = 20_000_000;
/** Size limit of a cached answer, characters. */
const largest = 4_000_000;

/** First parts of query keys that are not cached, because an outdated answer would mislead or the query is no API request. */
const uncacheable = new Set(['basemap', 'map-style', 'image', 'image-search', 'places']);

/** Store of cached answers by query hash. */
export interface AnswerStore {
  get: (key: string) => Promise<CachedAnswer | undefined>;
  set: (key: string, answer: CachedAnswer) => Promise<void>;
  entries: () => Promise<[string, CachedAnswer][]>;
  remove: (keys: string[]) => Promise<void>;
}

/** The browser's IndexedDB, opened on first use. */
function browserStore(): AnswerStore {
  let opened: UseStore | undefined;
  const store = (): UseStore => {
    opened ??= createStore(`waystory-${form}`, 'answers');
    return opened;
  };
  return {
    get: async (key) => get(key, store()),
    set: async (key, answer) => set(key, answer, store()),
    entries: async () => entries(store()),
    remove: async (keys) => delMany(keys, store()),
  };
}

/** Answers to visitors are readable by everybody, all others by their recipient only. */
const mayRead = ({ reader }: CachedAnswer): boolean => reader === null || reader === auth.lastReader();
const isCacheable = ({ queryKey }: Query): boolean => !uncacheable.has(String(queryKey[0]));

/** A missing or full store must not break reads. */
const quietly = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    console.info('Nothing could be kept', error);
    return undefined;
  });

/** True without a response, or for a transient error. Any other error response is an answer. */
const isUnanswered = (error: unknown): boolean => !(error instanceof ResponseError) || isTransient(error);

/** Cache of earlier API answers with reader and time. */
export class AnswerCache {
  readonly #store: AnswerStore;
  /** Hashes of shown queries whose answer came from the cache. */
  readonly #old = new Set<string>();

  constructor(store: AnswerStore) {
    this.#store = store;
  }

  /**
   * Requests the answer and caches it. During an outage, a query without data uses the cached answer with its own time. An older answer never
   * replaces a newer one.
   */
  readonly answerOrCached = async <T, P = never>(
    ask: QueryFunction<T, readonly unknown[], P>,
    context: QueryFunctionContext<readonly unknown[]>,
    query: Query,
  ): Promise<T> => {
    try {
      const data = await ask(context as Parameters<typeof ask>[0]); // as: the context also contains a list's page parameter
      if (isCacheable(query)) void quietly(this.#keep(query, data));
      return data;
    } catch (error) {
      if (!isCacheable(query) || query.state.data !== undefined || !isUnanswered(error)) throw error;
      const answer = await quietly(this.#recall(query));
      if (!answer) throw error;
      this.#old.add(query.queryHash);
      // Scheduled, because the query first sets its own update time to now.
      notifyManager.schedule(() => query.setState({ dataUpdatedAt: answer.at }));
      return JSON.parse(answer.text) as T; // as: an earlier answer of this query
    }
  };

  /** Whether the query shows a cached answer because of an outage. */
  readonly isOld = ({ queryHash }: Query): boolean => this.#old.has(queryHash);

  /** Removes answers of other readers, expired answers, and the oldest answers beyond the size limit. */
  async tidy(): Promise<void> {
    const all = (await this.#store.entries()).sort(([, a], [, b]) => b.at - a.at);
    let size = 0;
    const useless = all.filter(([, answer]) => {
      size += answer.text.length;
      return size > room || !mayRead(answer) || Date.now() - answer.at >= longest;
    });
    await this.#store.remove(useless.map(([key]) => key));
  }

  /** After a sign-out, removes the person's private answers and all cached pictures. */
  async forgetReader(): Promise<void> {
    await Promise.all([quietly(this.tidy()), quietly(forgetPictures())]);
  }

  async #keep(query: Query, data: unknown): Promise<void> {
    this.#old.delete(query.queryHash);
    const text = JSON.stringify(data);
    if (text === undefined || text.length > largest) return;
    await this.#store.set(query.queryHash, { text, at: Date.now(), reader: auth.state.person?.subject ?? null });
  }

  async #recall(query: Query): Promise<CachedAnswer | undefined> {
    const answer = await this.#store.get(query.queryHash);
    return answer && mayRead(answer) && Date.now() - answer.at < longest ? answer : undefined;
  }
}

/** The service worker caches pictures under this name. */
const forgetPictures = async (): Promise<unknown> => globalThis.caches?.delete('pictures');

export const answerCache = new AnswerCache(browserStore());
