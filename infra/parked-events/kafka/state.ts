/** An event as it was parked. */
export interface ParkedFact {
  consumer: string;
  stream: string;
  eventId: string;
  partition: string;
  offset: number;
  /** As on the wire; what is in it is read when somebody wants it. */
  event: Uint8Array;
  /** Null when it only waits for an earlier one. */
  error: string | null;
  /** ISO 8601 UTC. */
  parkedAt: string;
}

/** What a record of the topic says, under its key. Null is the end of what was said under the key before. */
export type Fact =
  | { kind: 'event'; id: string; value: ParkedFact | null }
  | { kind: 'error'; id: string; value: string | null }
  | { kind: 'discard'; id: string; value: true | null }
  | { kind: 'request'; id: string; value: { consumer: string; stream: string } | null };

export interface Entry extends ParkedFact {
  id: string;
  /** Offset of its record in the topic. */
  at: number;
  /** What the last replay failed with. */
  failedWith: string | null;
  discarded: boolean;
}

export interface StreamState {
  consumer: string;
  stream: string;
  /** By event id, in the order of the topic: the first counts, the others came from processes that did not know of it yet. */
  events: Map<string, Entry[]>;
  /** Offset in the topic of each request to try again; it concerns what was parked before it. */
  requests: Map<string, number>;
}

/**
 * What is parked, folded from the records of the topic in their order, so that every process decides alike.
 * What it yields depends only on the last record of each key and on the order of those, hence is the same after a compaction.
 */
export interface ParkedState {
  /** Takes the record with offset `at`. Answers whether it meant anything. */
  fold(fact: Fact, at: number): boolean;
  entry(id: string): Entry | undefined;
  stream(consumer: string, stream: string): StreamState | undefined;
  /** Of one consumer or of all. */
  streams(consumer?: string): StreamState[];
}

export function createParkedState(): ParkedState {
  const { find, all, park, remove, entries } = createEntries((of) => requests.forget(of));
  const requests = createRequests(find);
  const mark = (id: string, change: Partial<Entry>): boolean => {
    const entry = entries.get(id);
    if (entry) Object.assign(entry, change);
    return entry !== undefined;
  };
  return {
    fold: (fact, at) => {
      switch (fact.kind) {
        case 'event':
          return fact.value ? park(fact.id, fact.value, at) : remove(fact.id);
        case 'error':
          return mark(fact.id, { failedWith: fact.value });
        case 'discard':
          return mark(fact.id, { discarded: fact.value !== null });
        case 'request':
          return fact.value ? requests.add(fact.id, fact.value, at) : requests.remove(fact.id);
      }
    },
    entry: (id) => entries.get(id),
    stream: find,
    streams: all,
  };
}

/** @param ended is called when nothing is parked of a stream any more. */
function createEntries(ended: (of: StreamState) => void) {
  const consumers = new Map<string, Map<string, StreamState>>();
  const entries = new Map<string, Entry>();
  const find: ParkedState['stream'] = (consumer, stream) => consumers.get(consumer)?.get(stream);
  const all: ParkedState['streams'] = (consumer) => {
    const chosen = consumer === undefined ? [...consumers.values()] : [consumers.get(consumer)];
    return chosen.flatMap((streams) => [...(streams?.values() ?? [])]);
  };
  const end = (of: StreamState): void => {
    const streams = consumers.get(of.consumer);
    streams?.delete(of.stream);
    if (streams?.size === 0) consumers.delete(of.consumer);
    ended(of);
  };
  const park = (id: string, fact: ParkedFact, at: number): boolean => {
    const of = find(fact.consumer, fact.stream) ?? begin(consumers, fact);
    const entry: Entry = { ...fact, id, at, failedWith: null, discarded: false };
    const same = of.events.get(fact.eventId);
    if (same) same.push(entry);
    else of.events.set(fact.eventId, [entry]);
    entries.set(id, entry);
    return !same;
  };
  const remove = (id: string): boolean => {
    const entry = entries.get(id);
    const of = entry && find(entry.consumer, entry.stream);
    if (!entry || !of) return false;
    entries.delete(id);
    const left = (of.events.get(entry.eventId) ?? []).filter((one) => one !== entry);
    if (left.length > 0) of.events.set(entry.eventId, left);
    else of.events.delete(entry.eventId);
    if (of.events.size === 0) end(of);
    return true;
  };
  return { find, all, park, remove, entries };
}

function begin(consumers: Map<string, Map<string, StreamState>>, { consumer, stream }: ParkedFact): StreamState {
  const streams = consumers.get(consumer) ?? new Map<string, StreamState>();
  consumers.set(consumer, streams);
  const of: StreamState = { consumer, stream, events: new Map(), requests: new Map() };
  streams.set(stream, of);
  return of;
}

function createRequests(find: ParkedState['stream']) {
  const known = new Map<string, StreamState>();
  return {
    add: (id: string, { consumer, stream }: { consumer: string; stream: string }, at: number): boolean => {
      const of = find(consumer, stream);
      of?.requests.set(id, at);
      if (of) known.set(id, of);
      return of !== undefined;
    },
    remove: (id: string): boolean => {
      known.get(id)?.requests.delete(id);
      return known.delete(id);
    },
    /** Nothing is left that they could concern: what is parked from now on comes after them. */
    forget: ({ requests }: StreamState): void => {
      for (const id of requests.keys()) known.delete(id);
    },
  };
}

/** The events of a stream by their place in the log, the discarded among them. */
export function eventsOf(of: StreamState): Entry[] {
  return [...of.events.values()].flatMap((same) => same.slice(0, 1)).toSorted((a, b) => a.offset - b.offset);
}

/** Whether it is time to try the stream again: somebody asked after one of its events was parked, or nothing stands before the first. */
export function isDue(of: StreamState): boolean {
  const events = eventsOf(of);
  const asked = [...of.requests.values()].reduce((latest, at) => Math.max(latest, at), -1);
  return events.some(({ at }) => at < asked) || (events[0] !== undefined && errorOf(events[0]) === null);
}

/** Why the event could not be handled when it was tried last. */
export const errorOf = ({ failedWith, error }: Entry): string | null => failedWith ?? error;
