import type { Bus, BusRecord } from '../bus/port.ts';
import type { DeadLetter, DeadLetters } from '../dead-letters/port.ts';
import type { EventStore, ExpectedVersion, NewEvent } from '../event-store/port.ts';
import type { Sealer } from './sealer.ts';

/** An event store that seals personal data and opens it for every reader. Snapshots pass unchanged. */
export const sealedEventStore = (store: EventStore, sealer: Sealer): EventStore => ({
  ...store,
  append: async (stream, expected, events, companions = [], documents = null) => {
    const seal = async (at: ExpectedVersion, clear: NewEvent[]): Promise<NewEvent[]> => {
      if (!sealer.concerns(clear)) return clear;
      await sealer.begin(at, clear);
      return sealer.seal(clear);
    };
    const along = await Promise.all(companions.map(async (one) => ({ ...one, events: await seal(one.expected, one.events) })));
    return store.append(stream, expected, await seal(expected, events), along, documents);
  },
  read: async (stream, after, upTo) => sealer.open(await store.read(stream, after, upTo)),
  readMany: async (streams) => {
    const found = await store.readMany(streams);
    const events = [...found.values()].flat();
    if (!sealer.concerns(events)) return found;
    const opened = Map.groupBy(await sealer.open(events), ({ stream }) => stream);
    return new Map(Array.from(found.keys(), (stream) => [stream, opened.get(stream) ?? []]));
  },
  find: async (id, stream) => {
    const event = await store.find(id, stream);
    return event && ((await sealer.open([event]))[0] ?? null);
  },
  readAll: async (after, limit) => sealer.open(await store.readAll(after, limit)),
});

/** A bus that carries sealed events and delivers opened ones. */
export const sealedBus = (bus: Bus, sealer: Sealer): Bus => ({
  ...bus,
  subscribe: (options) =>
    bus.subscribe({ ...options, handle: async (batch) => options.handle({ ...batch, records: await openRecords(batch.records, sealer) }) }),
});

/** Dead letters that store events sealed and return them opened. */
export const sealedDeadLetters = (deadLetters: DeadLetters, sealer: Sealer): DeadLetters => ({
  ...deadLetters,
  add: async (consumer, events) => {
    const sealed = await sealer.seal(events.map(({ record }) => record.event));
    const records = events.map((one, index) => ({ ...one, record: { ...one.record, event: sealed[index] ?? one.record.event } }));
    await deadLetters.add(consumer, records);
  },
  list: async (of) => openDeadLetters(await deadLetters.list(of), sealer),
  find: async (id) => {
    const event = await deadLetters.find(id);
    return event && ((await openDeadLetters([event], sealer))[0] ?? null);
  },
  takeForReplay: async (consumer, stream, to) => openDeadLetters(await deadLetters.takeForReplay(consumer, stream, to), sealer),
});

async function openRecords(records: BusRecord[], sealer: Sealer): Promise<BusRecord[]> {
  const opened = await sealer.open(records.map(({ event }) => event));
  return records.map((record, index) => (opened[index] === record.event ? record : { ...record, event: opened[index] ?? record.event }));
}

async function openDeadLetters(letters: DeadLetter[], sealer: Sealer): Promise<DeadLetter[]> {
  const records = await openRecords(
    letters.map(({ record }) => record),
    sealer,
  );
  return letters.map((one, index) => ({ ...one, record: records[index] ?? one.record }));
}
