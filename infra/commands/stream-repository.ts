import { isDeepStrictEqual } from 'node:util';
import { hasPersonalData, upcast } from '@waystory/proto/kit/event.ts';
import { bytesOf, type CacheRegistry, cacheRegistry } from '../cache-registry.ts';
import { eraseType } from '../erase.ts';
import { Rejected } from '../errors.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { derivedId } from '../identifier.ts';
import { type AnyEvent, type CommandContext, type EventContext, type Stream, streamName } from './decider.ts';

/** Number of events between two snapshots of a stream. */
export const snapshotEvery = 500;
/** Page size of the search for a command's last event; hardly any command makes more events. */
const eventsPerRead = 16;
/** Age up to which a cached state may be returned, milliseconds, because a read of the log costs as much as a small write. */
const maxAgeMs = 200;

export interface LoadedState<S> {
  state: S;
  /** Version of the stream; 0 when it does not exist. */
  version: number;
}

/** A state on which a command is decided. Unless `isCurrent` is true, other processes may have appended to the stream meanwhile. */
export interface BaseState<S> extends LoadedState<S> {
  isCurrent: boolean;
}

/** Result of a command. */
export interface CommandOutcome<S> extends LoadedState<S> {
  /** Position that a read must wait for to include this write. */
  position: Position;
  /** True when the request was a repetition; `state` is then the state right after the first execution. */
  replayed: boolean;
}

/**
 * Deterministic id of the event at this index (from 0) of a command. The id depends only on the idempotency key, so the log detects every reuse of
 * the key.
 */
export const eventIdOf = ({ commandId }: Pick<CommandContext, 'commandId'>, index: number): string => derivedId(commandId, String(index));

export const emptyStream = <C, S, E extends AnyEvent>({ decider }: Stream<C, S, E>): LoadedState<S> => ({ state: decider.initial, version: 0 });

/** State after events with their context. */
export const evolveAll = <C, S, E extends AnyEvent>({ decider }: Stream<C, S, E>, state: S, events: readonly (E & EventContext)[]): S =>
  decider.evolveAll && events.length > 1 ? decider.evolveAll(state, events) : events.reduce(decider.evolve, state);

/** State after recorded events. */
export function replay<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, state: S, events: readonly RecordedEvent[], name: string): S {
  const known = events.map(({ type, schema, data, version, at }) =>
    eraseType<E & EventContext>({ type, data: upcast(stream.events, { type, schema, data }), stream: name, version, at }),
  );
  return evolveAll(stream, state, known);
}

/** States of streams, from the cache, the latest snapshot and the log. */
export interface StreamRepository {
  /** Loads the current state. */
  load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): Promise<LoadedState<S>>;
  /**
   * Returns the cached state if it is fresh and `suits` accepts it, else the current one. A fresh state suffices to accept a command, but not to
   * refuse one.
   */
  recall<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, suits: (state: S) => boolean): Promise<LoadedState<S>>;
  /** Returns a state to decide on without a read: that of a new stream, or the cached one, if any. */
  baseOf<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, drawnId?: string): BaseState<S> | undefined;
  /**
   * Caches a new state, and stores a snapshot when one is due. `before` is the previous version. With `onlyKnown`, uncached streams stay uncached.
   */
  keep<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, before: number, now: LoadedState<S>, onlyKnown?: boolean): Promise<void>;
  /**
   * Finds the result of an earlier request with the same key; null without one. Reads only as much of the stream as needed.
   * @throws Rejected `request/key-reused` when the key was used for another request.
   */
  findIdempotentResult<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, context: CommandContext): Promise<CommandOutcome<S> | null>;
}

/**
 * Decides on a base state (optimistic concurrency). Appends check the version, so a cached state suffices for appending. A refusal or an empty
 * decision, however, may result from an outdated state.
 * @returns undefined when the decision needs the current state.
 */
export function decideOptimistically<S, R>(
  base: BaseState<S> | undefined,
  decide: (on: LoadedState<S>) => R,
  isConclusive: (result: R) => boolean,
): { on: LoadedState<S>; result: R } | undefined {
  if (!base) return undefined;
  const result = decide(base);
  return base.isCurrent || isConclusive(result) ? { on: base, result } : undefined;
}

interface Cached<S> extends LoadedState<S> {
  /** Time of the read or write, by `performance.now()`. */
  asOf: number;
}

/** Cache of the states loaded or written last, bounded in bytes. */
export function createStateCache(memory: CacheRegistry = cacheRegistry) {
  // Measured sizes of parts, because a state shares its unchanged parts with its predecessor.
  const measured = new WeakMap<object, number>();
  const streams = memory.cache<string, Cached<unknown>>('streams', { sizeOf: ({ state }) => bytesOf(state, measured) });
  return {
    get: <S>(stream: string): Cached<S> | undefined => eraseType(streams.get(stream)),
    set(stream: string, { state, version }: LoadedState<unknown>): void {
      const known = streams.get(stream);
      const asOf = performance.now();
      if (known?.version === version) known.asOf = asOf;
      else if (!known || known.version < version) streams.set(stream, { state, version, asOf });
    },
  };
}

export function createStreamRepository(store: EventStore): StreamRepository {
  const cache = createStateCache();

  async function readSnapshot<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string): Promise<LoadedState<S> | null> {
    const snapshot = await store.readSnapshot(name, `${stream.category}@${stream.stateVersion}`);
    return eraseType(snapshot);
  }

  async function writeDueSnapshot<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    name: string,
    before: number,
    now: LoadedState<S>,
  ): Promise<void> {
    // No snapshot of personal data, because it would store the sealed fields in clear text.
    if (hasPersonalData(stream.events) || before === now.version) return;
    const isDue = Math.floor(before / snapshotEvery) !== Math.floor(now.version / snapshotEvery);
    // A deleted stream gets a snapshot of its initial state, because an older snapshot would keep deleted data.
    const isGone = before >= snapshotEvery && isDeepStrictEqual(now.state, stream.decider.initial);
    if (!isDue && !isGone) return;
    // A failure is ignored, because the events are stored already. Without the snapshot, the next load only takes longer.
    await store.writeSnapshot(name, `${stream.category}@${stream.stateVersion}`, now).catch(() => {});
  }

  async function load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): Promise<LoadedState<S>> {
    const name = streamName(stream.category, id);
    const known = cache.get<S>(name) ?? (await readSnapshot(stream, name)) ?? emptyStream(stream);
    const events = await store.read(name, known.version);
    const loaded = { state: replay(stream, known.state, events, name), version: events.at(-1)?.version ?? known.version };
    if (loaded.version > 0) cache.set(name, loaded);
    return loaded;
  }

  async function stateAt<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, version: number): Promise<S> {
    const reaches = (loaded: LoadedState<S> | null | undefined): loaded is LoadedState<S> => !!loaded && loaded.version <= version;
    const cached = cache.get<S>(name);
    const snapshot = reaches(cached) ? null : await readSnapshot(stream, name);
    const base = [cached, snapshot].find(reaches) ?? emptyStream(stream);
    return base.version === version ? base.state : replay(stream, base.state, await store.read(name, base.version, version), name);
  }

  async function lastEventOfCommand(first: RecordedEvent): Promise<RecordedEvent> {
    // All events of a command are appended at once. The command's first event is therefore its last, when it is the last of the stream.
    if (cache.get(first.stream)?.version === first.version) return first;
    for (let last = first; ; ) {
      const events = await store.read(first.stream, last.version, last.version + eventsPerRead);
      const other = events.findIndex(({ meta }) => meta.commandId !== first.meta.commandId);
      last = events[(other < 0 ? events.length : other) - 1] ?? last;
      if (other >= 0 || events.length < eventsPerRead) return last;
    }
  }

  return {
    load,
    async recall<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, suits: (state: S) => boolean) {
      const known = cache.get<S>(streamName(stream.category, id));
      const isFresh = known !== undefined && performance.now() - known.asOf <= maxAgeMs;
      return isFresh && suits(known.state) ? { state: known.state, version: known.version } : load(stream, id);
    },
    baseOf<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, drawnId?: string) {
      const known = id === drawnId ? emptyStream(stream) : cache.get<S>(streamName(stream.category, id));
      return known && { state: known.state, version: known.version, isCurrent: false };
    },
    async keep(stream, name, before, { state, version }, onlyKnown = false) {
      const now = { state, version };
      if (!onlyKnown || cache.get(name)) cache.set(name, now);
      await writeDueSnapshot(stream, name, before, now);
    },
    async findIdempotentResult(stream, name, context) {
      if (!context.requestHash) return null;
      const first = await store.find(eventIdOf(context, 0), name);
      if (!first) return null;
      if (first.stream !== name || first.meta.requestHash !== context.requestHash) throw new Rejected('request/key-reused');
      const { version, position } = await lastEventOfCommand(first);
      return { state: await stateAt(stream, name, version), version, position, replayed: true };
    },
  };
}
