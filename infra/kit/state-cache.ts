import type { Loaded } from './command-handler.ts';

const capacity = 1_000;

/** The streams that were written last, least recently used out first. A command on one of them needs no read. */
export function createStateCache() {
  const states = new Map<string, Loaded<unknown>>();
  return {
    get<S>(stream: string): Loaded<S> | undefined {
      const known = states.get(stream);
      if (!known) return undefined;
      states.delete(stream);
      states.set(stream, known);
      return known as Loaded<S>; // stored by the caller under the same stream, hence with the same state
    },
    set(stream: string, loaded: Loaded<unknown>): void {
      const known = states.get(stream);
      if (known && known.version > loaded.version) return;
      states.delete(stream);
      states.set(stream, loaded);
      if (states.size <= capacity) return;
      const oldest = states.keys().next().value;
      if (oldest !== undefined) states.delete(oldest);
    },
  };
}
