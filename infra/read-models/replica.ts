import type { Adapters } from '../adapters.ts';
import type { Position, RecordedEvent } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import { physicalName, watermarkOf } from '../projection-store/port.ts';
import { coalesce, createCondition } from '../waiting.ts';

/** Longest wait of a caller for a write, milliseconds, equal to that of reads. */
const patience = 2_000;
const eventsPerRead = 1_000;

/** Source of an in-memory replica of a projection's documents. */
export interface ReplicaSource<I> {
  /** Name of the projection. */
  projection: string;
  /** Categories of the streams behind its documents. */
  categories: readonly string[];
  /** Creates an empty index. */
  create(): I;
  /** Fills an empty index with all documents of a build. */
  fill(index: I, build: number, stopping: AbortSignal): Promise<void>;
  /** Reads again the documents that these events concern. The events are of the given categories. */
  readAgain(index: I, build: number, events: readonly RecordedEvent[]): Promise<void>;
}

/** An index in memory as of a log position. */
export interface ReplicaCopy<I> {
  index: I;
  applied: Position;
}

/** Persistent copies, which save a start from reading every document. */
export interface ReplicaCopies<I> {
  /** Newest valid copy of a build; null when everything must be read. Called before any read. */
  restore(build: number): Promise<ReplicaCopy<I> | null>;
  /** Offers the index as of this position; it may change while it is copied. */
  offer(index: I, build: number, applied: Position): void;
  /** Aborts a copy in progress and makes no more copies. */
  stop(): Promise<void>;
}

export interface Replica<I> {
  /** The index, possibly incomplete before `filled`; a new object after a rebuild of the projection. */
  current(): I;
  /** True once the index was complete; afterwards it may lag behind the read model. */
  isFilled(): boolean;
  /** Resolves when the index is complete for the first time. */
  filled: Promise<void>;
  /** Resolves to true when the index includes a log position, to false on timeout. */
  reached(position: Position): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
}

interface ReplicaState<I> {
  index: I;
  filled: boolean;
  /** Build of the projection from which the index is read; null before the first build. */
  build: number | null;
  /** Watermark of the replica in the log. */
  applied: Position;
}

/**
 * Fills an in-memory replica from the read model and follows it by reading documents of newer events again. During an engine's outage it keeps its
 * state and retries.
 */
export function createReplica<I>(
  { projection, categories, create, fill: fillFrom, readAgain }: ReplicaSource<I>,
  { projections, events }: Pick<Adapters, 'projections' | 'events'>,
  log: Pick<Log, 'error'>,
  copies?: ReplicaCopies<I>,
): Replica<I> {
  const stopping = new AbortController();
  const waiting = createCondition();
  /** Watermarks of the projection's builds, by notifications. */
  const told = new Map<string, Position>();
  const leadsThere = (stream: string): boolean => categories.some((category) => stream.startsWith(`${category}-`));
  const state: ReplicaState<I> = { index: create(), filled: false, build: null, applied: 0 };
  const completion = Promise.withResolvers<void>();
  let mustCheck = true;
  let unsubscribe = (): void => {};

  async function work(): Promise<void> {
    if (mustCheck) {
      mustCheck = false;
      await checkBuild();
      completion.resolve();
    }
    if (state.build !== null) {
      await follow(state.build);
      copies?.offer(state.index, state.build, state.applied);
    }
    waiting.wake();
  }

  /** Reads all documents again after a switch of the build in use. */
  async function checkBuild(): Promise<void> {
    const build = (await projections.activeVersions())[projection] ?? null;
    if (build === null) state.filled = true;
    else if (build !== state.build) await fill(build);
  }

  async function fill(build: number): Promise<void> {
    const applied = watermarkOf(await projections.checkpoints(physicalName(projection, build)));
    const copy = (await copies?.restore(build)) ?? null;
    const index = copy?.index ?? create();
    // Readers see the first fill while it is incomplete, because they have no other index.
    if (!state.filled) state.index = index;
    if (copy) for await (const _ of readOn(index, build, copy.applied, () => applied));
    else await fillFrom(index, build, stopping.signal);
    // The copy's position may be higher than the watermark that was read.
    Object.assign(state, { index, build, applied: Math.max(applied, copy?.applied ?? 0), filled: true });
  }

  async function follow(build: number): Promise<void> {
    const target = (): Position => told.get(physicalName(projection, build)) ?? 0;
    for await (const applied of readOn(state.index, build, state.applied, target)) {
      state.applied = applied;
      waiting.wake();
    }
  }

  /** Reads again the documents of events after a position, up to a moving target; yields its progress. */
  async function* readOn(index: I, build: number, from: Position, target: () => Position): AsyncGenerator<Position> {
    for (let applied = from; applied < target() && !stopping.signal.aborted; ) {
      const upTo = target();
      const read = await events.readAll(applied, eventsPerRead, upTo);
      const due = read.filter(({ position }) => position <= upTo);
      const changed = due.filter(({ stream }) => leadsThere(stream));
      if (changed.length > 0) await readAgain(index, build, changed);
      applied = read.length === eventsPerRead ? (due.at(-1)?.position ?? upTo) : upTo;
      yield applied;
    }
  }

  const repeater = coalesce(
    work,
    (error) => {
      // A failure may mean that the build was dropped.
      mustCheck = true;
      if (!stopping.signal.aborted)
        log.error({ err: error, projection }, 'what is kept in memory could not be brought up to date and will try again');
    },
    stopping.signal,
  );
  const isUpTo = (position: Position): boolean => state.filled && state.applied >= position;

  return {
    current: () => state.index,
    isFilled: () => state.filled,
    filled: completion.promise,
    reached: (position) => {
      if (!isUpTo(position)) projections.awaitChange(projection);
      return waiting.until(() => isUpTo(position), patience);
    },
    start() {
      unsubscribe = projections.onChange(({ projection: name, watermark }) => {
        if (name === projection) mustCheck = true;
        else if (name.startsWith(`${projection}@`) && watermark !== undefined) told.set(name, Math.max(watermark, told.get(name) ?? 0));
        else return;
        repeater.request();
      });
      repeater.request();
    },
    async stop() {
      unsubscribe();
      stopping.abort(new Error('Following was stopped'));
      await copies?.stop();
      await repeater.ended();
    },
  };
}
