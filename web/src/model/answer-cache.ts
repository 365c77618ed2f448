import { notifyManager, type Query, type QueryFunction, type QueryFunctionContext } from '@tanstack/react-query';
import { isTransient } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';

/** An answer of the API as it lies in the browser. */
export interface CachedAnswer {
  /** JSON: its length is the room that it takes. */
  text: string;
  /** When it came, milliseconds since 1970. */
  at: number;
  /** Subject of who it was given to; null where nobody was signed in. */
  reader: string | null;
}

/** One up when answers change so that pages could not show those of before. */
const form = 1;
/** As long as they are worth showing, milliseconds. */
const longest = 30 * 86_400_000;
/** Room for all of them, characters. */
const room = 20_000_000;
/** Larger answers are not kept, characters. */
const largest = 4_000_000;

/** Queries whose old answer is worse than none, or that are no answers of the API. */
const uncacheable = new Set(['basemap', 'map-style', 'image', 'image-search', 'places']);

/** Where answers lie, by the hash of their query. */
export interface AnswerStore {
  get: (key: string) => Promise<CachedAnswer | undefined>;
  set: (key: string, answer: CachedAnswer) => Promise<void>;
  entries: () => Promise<[string, CachedAnswer][]>;
  remove: (keys: string[]) => Promise<void>;
}

/** That of the browser, opened when it is first needed. */
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

/** Everybody may read what a visitor was given, others only what was theirs. */
const mayRead = ({ reader }: CachedAnswer): boolean => reader === null || reader === auth.lastReader();
const isCacheable = ({ queryKey }: Query): boolean => !uncacheable.has(String(queryKey[0]));

/** A browser without a store, or with a full one, reads all the same. */
const quietly = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    console.info('Nothing could be kept', error);
    return undefined;
  });

/** A refusal is an answer; only a missing response is none. */
const isUnanswered = (error: unknown): boolean => !(error instanceof ResponseError) || isTransient(error);

/** Answers that were given before, each with its reader and its time. */
export class AnswerCache {
  readonly #store: AnswerStore;
  /** Keys of what is on the page although the product could not be asked. */
  readonly #old = new Set<string>();

  constructor(store: AnswerStore) {
    this.#store = store;
  }

  /**
   * Asks the product and caches its answer. When the product is away and the page has nothing yet, the cached answer with its own time is used. An
   * older answer never replaces a newer one.
   */
  readonly answerOrCached = async <T, P = never>(
    ask: QueryFunction<T, readonly unknown[], P>,
    context: QueryFunctionContext<readonly unknown[]>,
    query: Query,
  ): Promise<T> => {
    try {
      const data = await ask(context as Parameters<typeof ask>[0]); // the page of a list is part of what it gets
      if (isCacheable(query)) void quietly(this.#keep(query, data));
      return data;
    } catch (error) {
      if (!isCacheable(query) || query.state.data !== undefined || !isUnanswered(error)) throw error;
      const answer = await quietly(this.#recall(query));
      if (!answer) throw error;
      this.#old.add(query.queryHash);
      // After the query has noted that it was answered now.
      notifyManager.schedule(() => query.setState({ dataUpdatedAt: answer.at }));
      return JSON.parse(answer.text) as T; // what this query was answered before
    }
  };

  /** Whether this is on the page although the product could not be asked. */
  readonly isOld = ({ queryHash }: Query): boolean => this.#old.has(queryHash);

  /** Removes what is of no use to who reads now: answers of others, those that are old, and the oldest beyond the room. */
  async tidy(): Promise<void> {
    const all = (await this.#store.entries()).sort(([, a], [, b]) => b.at - a.at);
    let size = 0;
    const useless = all.filter(([, answer]) => {
      size += answer.text.length;
      return size > room || !mayRead(answer) || Date.now() - answer.at >= longest;
    });
    await this.#store.remove(useless.map(([key]) => key));
  }

  /** After a sign-out nothing is left that only they could read, nor a picture that they looked at. */
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

/** Pictures lie where the service worker puts them. */
const forgetPictures = async (): Promise<unknown> => globalThis.caches?.delete('pictures');

export const answerCache = new AnswerCache(browserStore());
