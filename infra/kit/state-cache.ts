import type { Loaded } from './command-handler.ts';

const capacity = 1_000;

interface Entry {
  loaded: Loaded<unknown>;
  /** When it was known to be up to date, milliseconds of the monotonic clock. */
  at: number;
}

/** The streams that were loaded or written last, least recently used out first. A command on one of them needs no read. */
export function createStateCache() {
  const entries = new Map<string, Entry>();
  return {
    /** What is known of a stream, if that is at most `maxAge` milliseconds old. */
    get<S>(stream: string, maxAge = Number.POSITIVE_INFINITY): Loaded<S> | undefined {
      const entry = entries.get(stream);
      if (!entry || performance.now() - entry.at > maxAge) return undefined;
      entries.delete(stream);
      entries.set(stream, entry);
      return entry.loaded as Loaded<S>; // stored by the caller under the same stream, hence with the same state
    },
    set(stream: string, loaded: Loaded<unknown>): void {
      const entry = entries.get(stream);
      if (entry && entry.loaded.version > loaded.version) return;
      entries.delete(stream);
      entries.set(stream, { loaded, at: performance.now() });
      if (entries.size <= capacity) return;
      const oldest = entries.keys().next().value;
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
