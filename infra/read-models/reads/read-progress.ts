import { Rejected } from '../../errors.ts';
import type { Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import { type ProjectionStore, physicalName, watermarkOf } from '../../projection-store/port.ts';
import { createCondition } from '../../waiting.ts';
import type { WaitWithoutSlot } from '../../work-queue.ts';

/** Longest wait of a read for a write that is not applied yet, milliseconds. */
const patience = 2_000;

/** Most remembered inline writes. Their documents are visible before earlier events, and the watermark passes them within moments. */
const inlinedKept = 10_000;

/** A bounded set of the most recently added texts. */
function createRecent(most: number): { add(word: string): void; has(word: string): boolean } {
  const words = new Set<string>();
  return {
    add: (word) => {
      words.add(word);
      const [oldest] = words;
      if (words.size > most && oldest !== undefined) words.delete(oldest);
    },
    has: (word) => words.has(word),
  };
}

const atOnce: WaitWithoutSlot = (wait) => wait();

interface Progress {
  build: number;
  watermark: Position;
  /** Position of the last event that changed, or may have changed, a document. */
  changed: Position;
  /**
   * Number of commits, counted by notifications. A commit may change documents below `changed`: in another partition, or before an event with inline
   * documents.
   */
  commits: number;
  /** Changes whenever documents may have changed. */
  stamp: string;
}

const progressOf = (build: number, watermark: Position, changed: Position, commits = 0): Progress => ({
  build,
  watermark,
  changed,
  commits,
  stamp: `${build}:${changed}:${commits}`,
});
/** Moves progress forward; a lower position has no effect. */
const movedTo = ({ build, ...before }: Progress, watermark: Position, changed: Position, commits = 0): Progress =>
  progressOf(build, Math.max(before.watermark, watermark), Math.max(before.changed, changed), before.commits + commits);

/** Builds in use and their watermarks, for projections and search indexes. */
export interface ReadProgress {
  /**
   * Number of the build in use of a projection, once it includes `after`.
   * @throws Rejected on timeout.
   */
  buildAt(projection: string, after: Position, aside?: WaitWithoutSlot): Promise<number>;
  watermark(projection: string): Position;
  /** A stamp that is equal while no document of the projections changes; undefined when a projection is unknown. */
  stamp(projections: readonly string[]): string | undefined;
  /** Captures the current state, for stamps requested later. */
  capture(): (projections: readonly string[]) => string | undefined;
  close(): void;
}

function stampOf(progress: ReadonlyMap<string, Progress>, names: readonly string[]): string | undefined {
  let all = '';
  for (const name of names) {
    const stamp = progress.get(name)?.stamp;
    if (stamp === undefined) return undefined;
    all += `${stamp} `;
  }
  return all;
}

/** Calls during a query share the next query, which includes everything up to these calls. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    current = work().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(start, start);
    return next;
  };
}

/**
 * Follows the progress of a store's projections. If the store is unavailable at first, later reads query it again.
 * @param waited Receives the wait of each read after a write, seconds, also on timeout.
 */
export async function followReadProgress(
  store: ProjectionStore,
  names: ReadonlySet<string>,
  log: Pick<Log, 'warn'>,
  waited: (seconds: number) => void,
): Promise<ReadProgress> {
  let progress = new Map<string, Progress>();
  let captured = false;
  /** Sets the progress of a projection. A captured map is copied first, because captures must not change. */
  const note = (name: string, of: Progress): void => {
    if (captured) progress = new Map(progress);
    captured = false;
    progress.set(name, of);
  };
  const waiting = createCondition();
  const inlined = createRecent(inlinedKept);

  async function read(): Promise<void> {
    const active = Object.entries(await store.activeVersions()).filter(([name]) => names.has(name));
    const read = active.map(async ([name, build]) => ({ name, build, watermark: watermarkOf(await store.checkpoints(physicalName(name, build))) }));
    for (const { name, build, watermark } of await Promise.all(read)) {
      const known = progress.get(name);
      // Notifications during the read may be newer.
      note(name, known?.build === build ? movedTo(known, watermark, watermark) : progressOf(build, watermark, watermark));
    }
    waiting.wake();
  }
  const refresh = oneAtATime(read);

  const unsubscribe = store.onChange((change) => {
    const [name = '', build] = change.projection.split('@');
    // Changes of other consumers, such as reactors, are ignored.
    if (!names.has(name)) return;
    const known = progress.get(name);
    if (change.inlined) {
      for (const position of change.inlined) inlined.add(`${change.projection} ${position}`);
      if (known && Number(build) === known.build) note(name, movedTo(known, 0, Math.max(...change.inlined)));
      waiting.wake();
    } else if (!known || change.watermark === undefined) {
      void refresh().catch(() => {}); // a failed refresh is repeated at the next change
    } else if (Number(build) === known.build) {
      const isCommit = change.changed === undefined;
      note(name, movedTo(known, change.watermark, isCommit ? change.watermark : (change.changed ?? 0), isCommit ? 1 : 0));
      waiting.wake();
    }
  });
  await refresh().catch((error: unknown) => log.warn({ err: error }, 'read models are not reachable yet'));

  const isReadySoon = (projection: string, ready: () => boolean): Promise<boolean> => {
    store.awaitChange(projection);
    return waiting.until(ready, patience);
  };

  return {
    buildAt: async (projection, after, aside) => {
      if (!progress.has(projection)) await refresh();
      const ready = () =>
        (progress.get(projection)?.watermark ?? -1) >= after || inlined.has(`${projection}@${progress.get(projection)?.build} ${after}`);
      const begun = performance.now();
      const isThere = ready() || (await (aside ?? atOnce)(() => isReadySoon(projection, ready)));
      if (after > 0) waited((performance.now() - begun) / 1_000);
      if (!isThere) throw new Rejected('read/behind', { projection });
      return progress.get(projection)?.build ?? 0;
    },
    watermark: (projection) => progress.get(projection)?.watermark ?? 0,
    stamp: (projections) => stampOf(progress, projections),
    capture: () => {
      captured = true;
      const then = progress;
      return (projections) => stampOf(then, projections);
    },
    close: unsubscribe,
  };
}
