import type { Loaded } from './command-handler.ts';

const capacity = 1_000;

/** The streams that were loaded or written last, least recently used out first. A command on one of them needs no read. */
export function createStateCache() {
  const entries = new Map<string, Loaded<unknown>>();
  const put = (stream: string, loaded: Loaded<unknown>): void => {
    entries.delete(stream);
    entries.set(stream, loaded);
  };
  return {
    get<S>(stream: string): Loaded<S> | undefined {
      const loaded = entries.get(stream);
      if (loaded) put(stream, loaded);
      return loaded as Loaded<S> | undefined; // stored by the caller under the same stream, hence with the same state
    },
    set(stream: string, loaded: Loaded<unknown>): void {
      const known = entries.get(stream);
      if (known && known.version > loaded.version) return;
      put(stream, loaded);
      if (entries.size <= capacity) return;
      const oldest = entries.keys().next().value;
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
