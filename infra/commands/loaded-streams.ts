import { isDeepStrictEqual } from 'node:util';
import { isPersonal } from '@waystory/proto/kit/event.ts';
import type { EventStore } from '../event-store/port.ts';
import { replay, unbegun } from './command-attempt.ts';
import type { Loaded } from './command-handler.ts';
import { type AnyEvent, type Stream, streamName } from './decider.ts';
import { createStateCache, type Known } from './state-cache.ts';

/** Around which a long stream gets a snapshot, in events. */
export const snapshotEvery = 500;

/** The states of streams, from memory, the latest snapshot and the log. */
export interface LoadedStreams {
  /** The stream as it is now. */
  load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): Promise<Loaded<S>>;
  /** What is in memory of it; it may be behind other processes. */
  inMemory<S>(name: string): Known<S> | undefined;
  /** The state at a version that the stream has had. */
  stateAt<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, version: number): Promise<S>;
  /** Keeps a new state for the next command, and beyond this process once in a while. `before` is the version before it. */
  keep<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, before: number, now: Loaded<S>): Promise<void>;
  /** The same for one of very many streams: what is not in memory stays out, so that a batch does not displace what callers work on. */
  renew<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, before: number, now: Loaded<S>): Promise<void>;
}

export function createLoadedStreams(store: EventStore): LoadedStreams {
  const cache = createStateCache();

  async function readSnapshot<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string): Promise<Loaded<S> | null> {
    const snapshot = await store.readSnapshot(name, `${stream.category}@${stream.stateVersion}`);
    return snapshot && { state: snapshot.state as S, version: snapshot.version }; // written by `keep` under the same schema
  }

  /** Writes a snapshot when one is due between these versions. */
  async function writeSnapshot<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, before: number, now: Loaded<S>): Promise<void> {
    // A snapshot would show what the events keep sealed.
    if (isPersonal(stream.events) || before === now.version) return;
    const isDue = Math.floor(before / snapshotEvery) !== Math.floor(now.version / snapshotEvery);
    // What was deleted is not to stay in the snapshot that was taken before.
    const isGone = before >= snapshotEvery && isDeepStrictEqual(now.state, stream.decider.initial);
    if (!isDue && !isGone) return;
    // The events are stored already; without the snapshot the next load only takes longer.
    await store.writeSnapshot(name, `${stream.category}@${stream.stateVersion}`, now).catch(() => {});
  }

  return {
    inMemory: (name) => cache.get(name),
    async load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string) {
      const name = streamName(stream.category, id);
      const known = cache.get<S>(name) ?? (await readSnapshot(stream, name)) ?? unbegun(stream);
      const events = await store.read(name, known.version);
      const loaded = { state: replay(stream, known.state, events, name), version: events.at(-1)?.version ?? known.version };
      if (loaded.version > 0) cache.set(name, loaded);
      return loaded;
    },
    async stateAt<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, version: number) {
      const reaches = (loaded: Loaded<S> | null | undefined): loaded is Loaded<S> => !!loaded && loaded.version <= version;
      const cached = cache.get<S>(name);
      const snapshot = reaches(cached) ? null : await readSnapshot(stream, name);
      const base = [cached, snapshot].find(reaches) ?? unbegun(stream);
      return base.version === version ? base.state : replay(stream, base.state, await store.read(name, base.version, version), name);
    },
    async keep(stream, name, before, { state, version }) {
      const now = { state, version };
      cache.set(name, now);
      await writeSnapshot(stream, name, before, now);
    },
    async renew(stream, name, before, { state, version }) {
      const now = { state, version };
      if (cache.get(name)) cache.set(name, now);
      await writeSnapshot(stream, name, before, now);
    },
  };
}
