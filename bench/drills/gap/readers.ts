import { setImmediate as turn } from 'node:timers/promises';
import type { Bus } from '@waystory/infra/bus/port.ts';
import type { EventStore, Position, RecordedEvent } from '@waystory/infra/event-store/port.ts';

/** Follows the log and remembers what it was shown, in the order in which it was. */
export interface Reader {
  name: string;
  /** Ids seen since the last call. */
  take(): string[];
  /** Position that it has read up to. */
  at(): Position;
  stop(): Promise<void>;
}

/** As a consumer of the bus. */
export function busReader(bus: Bus, group: string, from: Position): Reader {
  const seen: string[] = [];
  let position = from;
  const subscription = bus.subscribe({
    group,
    from: async () => position,
    handle: async ({ records, watermark }) => {
      seen.push(...records.map(({ event }) => event.id));
      position = watermark;
    },
    onError: (error) => console.error(error),
  });
  return {
    name: 'bus',
    take: () => seen.splice(0),
    at: () => position,
    stop: () => subscription.stop(),
  };
}

/** Straight from the store, small pieces one after the other without a pause. */
export function tailReader(store: EventStore, from: Position): Reader {
  const seen: RecordedEvent[] = [];
  const state = { position: from, stopping: false };
  const running = (async () => {
    while (!state.stopping) {
      const events = await store.readAll(state.position, 7);
      seen.push(...events);
      state.position = events.at(-1)?.position ?? state.position;
      await turn();
    }
  })();
  return {
    name: 'tail',
    take: () => seen.splice(0).map(({ id }) => id),
    at: () => state.position,
    stop: () => {
      state.stopping = true;
      return running;
    },
  };
}
