import type { Adapters } from '../adapters.ts';
import type { Position, RecordedEvent } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import { physicalName, watermarkOf } from '../projection-store/port.ts';
import { coalesce, createCondition } from '../waiting.ts';

/** How long a caller waits for a write to be found, milliseconds: as long as any read. */
const patience = 2_000;
const eventsPerRead = 1_000;

/** Something in memory that is made from the documents of a projection. */
export interface ReplicaSource<I> {
  /** Name of the projection. */
  projection: string;
  /** Categories of the streams that lead to its documents. */
  categories: readonly string[];
  /** An empty one. */
  create(): I;
  /** Puts everything that a build has into an empty one. */
  fill(index: I, build: number, stopping: AbortSignal): Promise<void>;
  /** Brings it up to date with what some events have led to, of whichever category. */
  readAgain(index: I, build: number, events: readonly RecordedEvent[]): Promise<void>;
}

/** Something in memory as it was at a log position. */
export interface CopyOf<I> {
  index: I;
  applied: Position;
}

/** Copies outside of memory, which spare a start to read every document. */
export interface Copies<I> {
  /** The newest copy of a build that fits; null when all has to be read. Called before anything is read. */
  restore(build: number): Promise<CopyOf<I> | null>;
  /** Now the index is as of this position; it may change while a copy is made of it. */
  offer(index: I, build: number, applied: Position): void;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

export interface Replica<I> {
  /** It as far as it goes; a new object after the projection was built anew. */
  current(): I;
  /** Whether it was complete once; from then on it only falls behind for moments. */
  isFilled(): boolean;
  /** Resolves when it is complete for the first time. */
  filled: Promise<void>;
  /** Resolves to true when everything is there that the log has up to a position, to false when that takes too long. */
  reached(position: Position): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
}

interface ReplicaState<I> {
  index: I;
  filled: boolean;
  /** Build of the projection that it is read from; none when there is none yet. */
  build: number | null;
  /** Log position up to which it is applied. */
  applied: Position;
}

/**
 * Fills something in memory from the read model and then follows that: when it has advanced, what had events in between is read again.
 * While an engine is away it stays as it is, and tries again.
 */
export function createReplica<I>(
  { projection, categories, create, fill: fillFrom, readAgain }: ReplicaSource<I>,
  { projections, events }: Pick<Adapters, 'projections' | 'events'>,
  log: Pick<Log, 'error'>,
  copies?: Copies<I>,
): Replica<I> {
  const stopping = new AbortController();
  const waiting = createCondition();
  /** Positions that builds of the projection are known to have reached. */
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

  /** Reads everything when readers use another build than before. */
  async function checkBuild(): Promise<void> {
    const build = (await projections.activeVersions())[projection] ?? null;
    if (build === null) state.filled = true;
    else if (build !== state.build) await fill(build);
  }

  async function fill(build: number): Promise<void> {
    const applied = watermarkOf(await projections.checkpoints(physicalName(projection, build)));
    const copy = (await copies?.restore(build)) ?? null;
    const index = copy?.index ?? create();
    // The first time there is nothing better to look at than what has been read so far.
    if (!state.filled) state.index = index;
    if (copy) for await (const _ of readOn(index, build, copy.applied, () => applied));
    else await fillFrom(index, build, stopping.signal);
    // A copy may be ahead of what is known of the projection when that was told last.
    Object.assign(state, { index, build, applied: Math.max(applied, copy?.applied ?? 0), filled: true });
  }

  async function follow(build: number): Promise<void> {
    const target = (): Position => told.get(physicalName(projection, build)) ?? 0;
    for await (const applied of readOn(state.index, build, state.applied, target)) {
      state.applied = applied;
      waiting.wake();
    }
  }

  /** Reads again what had events after a position, up to one that may move on meanwhile; tells how far it got. */
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
      // The build may have gone away under us.
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
