import { defineEvents } from '@waystory/proto/kit/event.ts';
import { z } from 'zod';
import { Rejected } from '../errors.ts';
import type { EventStore, NewEvent } from '../event-store/port.ts';
import type { Stream } from './decider.ts';

/** Amount added to the counter of the test stream. The counter is five at most. */
interface Added {
  type: 'Added';
  data: { count: number };
}
export const jarStream: Stream<number, number, Added> = {
  category: 'jar',
  stateVersion: 1,
  events: defineEvents({ Added: z.object({ count: z.number() }) }),
  decider: {
    initial: 0,
    decide: (count, held) => {
      if (held + count > 5) throw new Rejected('jar/full');
      return count === 0 ? [] : [{ type: 'Added', data: { count } }];
    },
    evolve: (held, { data }) => held + data.count,
  },
  versionOf: (held) => held,
};

interface Written {
  type: 'Written';
  data: { text: string };
}
/** A label that can be written once. */
export const labelStream: Stream<string, string | null, Written> = {
  category: 'label',
  stateVersion: 1,
  events: defineEvents({ Written: z.object({ text: z.string() }) }),
  decider: {
    initial: null,
    decide: (text, written) => (written === null ? [{ type: 'Written', data: { text } }] : []),
    evolve: (_, { data }) => data.text,
  },
};

/** A store that records its reads and appends, and can hold back appends. */
export function recordingStore(store: EventStore) {
  const reads: { stream: string; events: number }[] = [];
  const appends: { stream: string; events: NewEvent[]; companions: string[] }[] = [];
  let gate: Promise<unknown> = Promise.resolve();
  const watchedStore: EventStore = {
    ...store,
    append: async (stream, expected, events, companions = []) => {
      appends.push({ stream, events, companions: companions.map((one) => one.stream) });
      await gate;
      return store.append(stream, expected, events, companions);
    },
    read: async (stream, after, upTo) => {
      const events = await store.read(stream, after, upTo);
      reads.push({ stream, events: events.length });
      return events;
    },
  };
  return {
    store: watchedStore,
    reads,
    appends,
    /** Holds back appends until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}
