import { randomUUID } from 'node:crypto';
import type { KafkaAddress } from '../bus/kafka/client.ts';
import { errorText } from './error-text.ts';
import { createJournal, type Journal } from './kafka/journal.ts';
import { isReadable, parkedEvent, toFact } from './kafka/records.ts';
import { type Entry, eventsOf, type Fact, isDue, type ParkedState, type StreamState } from './kafka/state.ts';
import { type ParkedEvent, type ParkedEvents, type ToPark, takeAtMost } from './port.ts';

export interface KafkaParkedEventsOptions extends KafkaAddress {
  /** Name of the topic, made at the first use; `waystory.parked` by default. One that an operator made must have one partition and be compacted. */
  topic?: string;
}

/**
 * Parked events in a compacted topic of one partition: its order decides between processes that act at once.
 * Every process keeps in memory what is parked (the events as on the wire, about 1 kB each, up to the largest that the bus takes),
 * read from the beginning of the topic when it first needs it: fit for what waits to be looked at, tens of thousands of events, not for millions.
 */
export function kafkaParkedEvents({ topic = 'waystory.parked', ...address }: KafkaParkedEventsOptions): ParkedEvents {
  const journal = createJournal(address, topic);
  const { read } = journal;
  return {
    park: async (consumer, events) => {
      if (events.length > 0) await say(journal, unparked(await read(), consumer, events));
    },
    parkedStreams: async (consumer) => (await read()).streams(consumer).map((of) => ({ stream: of.stream, due: isDue(of) })),
    list: async ({ consumer, limit }) => {
      const streams = (await read()).streams(consumer).toSorted(byName);
      const events = streams.flatMap(eventsOf).filter(({ discarded }) => !discarded);
      return events.slice(0, limit).map(parkedEvent);
    },
    find: async (id) => {
      const entry = (await read()).entry(id);
      return entry && !entry.discarded ? parkedEvent(entry) : null;
    },
    replay: async (consumer, stream) => {
      const of = (await read()).stream(consumer, stream);
      if (of) await say(journal, [requestFor(of)]);
    },
    discard: (id) => discard(journal, id),
    takeForReplay: (consumer, stream, to) => take(journal, consumer, stream, to),
    remove: async (ids) => {
      if (ids.length === 0) return;
      const state = await read();
      await remove(
        journal,
        state,
        ids.flatMap((id) => state.entry(id) ?? []),
      );
    },
    failed: (id, error) => fail(journal, id, error),
    forget: async (consumer) => {
      const state = await read();
      await remove(journal, state, state.streams(consumer).flatMap(eventsOf));
    },
    onRequest: journal.onRequest,
    close: journal.close,
  };
}

const byName = (a: StreamState, b: StreamState): number => compare(a.consumer, b.consumer) || compare(a.stream, b.stream);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Writes facts. What means nothing, as another process was faster, is taken out of the topic again. */
async function say({ write }: Journal, facts: readonly Fact[]): Promise<boolean[]> {
  if (facts.length === 0) return [];
  const meant = await write(facts);
  const idle = facts.filter(({ value }, index) => value !== null && !meant[index]);
  if (idle.length > 0) await write(idle.map(({ kind, id }) => ({ kind, id, value: null })));
  return meant;
}

/** Facts that park what is not parked yet. */
function unparked(state: ParkedState, consumer: string, events: readonly ToPark[]): Fact[] {
  const fresh = new Map<string, ToPark>();
  for (const one of events) {
    const { id, stream } = one.record.event;
    if (!fresh.has(id) && !state.stream(consumer, stream)?.events.has(id)) fresh.set(id, one);
  }
  return Array.from(fresh.values(), (one) => toFact(randomUUID(), consumer, one));
}

const requestFor = ({ consumer, stream }: Pick<StreamState, 'consumer' | 'stream'>): Fact => ({
  kind: 'request',
  id: randomUUID(),
  value: { consumer, stream },
});

async function discard(journal: Journal, id: string): Promise<boolean> {
  const entry = (await journal.read()).entry(id);
  if (!entry) return false;
  const [meant] = await say(journal, [{ kind: 'discard', id, value: true }, requestFor(entry)]);
  return meant === true;
}

async function fail(journal: Journal, id: string, error: unknown): Promise<void> {
  const state = await journal.read();
  const entry = state.entry(id);
  const of = entry && state.stream(entry.consumer, entry.stream);
  if (of) await say(journal, [{ kind: 'error', id, value: errorText(error) }, ...answered(of)]);
}

/** Ends the requests that were made for a stream. */
const answered = ({ requests }: StreamState): Fact[] => Array.from(requests.keys(), (id) => ({ kind: 'request', id, value: null }));

/** Ends everything that the topic says of these events, and of streams that have none left. */
async function remove(journal: Journal, state: ParkedState, entries: readonly Entry[]): Promise<void> {
  const gone = new Map<StreamState, Set<string>>();
  for (const { consumer, stream, eventId } of entries) {
    const of = state.stream(consumer, stream);
    if (of) gone.set(of, (gone.get(of) ?? new Set()).add(eventId));
  }
  const ends = [...gone].flatMap(([of, eventIds]) => [
    ...[...eventIds].flatMap((eventId) => of.events.get(eventId) ?? []).flatMap(ended),
    ...(eventIds.size === of.events.size ? answered(of) : []),
  ]);
  await say(journal, ends);
}

/** The event first: without it, nothing that is said of it counts. */
const ended = ({ id, failedWith, discarded }: Entry): Fact[] => [
  { kind: 'event', id, value: null },
  ...(failedWith === null ? [] : [{ kind: 'error', id, value: null } as const]),
  ...(discarded ? [{ kind: 'discard', id, value: null } as const] : []),
];

async function take(journal: Journal, consumer: string, stream: string, to: Readonly<Record<string, number>>): Promise<ParkedEvent[]> {
  const state = await journal.read();
  const of = state.stream(consumer, stream);
  if (!of) return [];
  const events = eventsOf(of);
  const kept = events.filter(({ discarded }) => !discarded);
  await remove(
    journal,
    state,
    events.filter(({ discarded }) => discarded),
  );
  const ready = kept.filter(({ partition, offset }) => offset <= (to[partition] ?? -1)).slice(0, takeAtMost);
  // What only a newer release can read waits for one, and with it what is behind.
  const unreadable = ready.findIndex((entry) => !isReadable(entry));
  return ready.slice(0, unreadable < 0 ? undefined : unreadable).map(parkedEvent);
}
