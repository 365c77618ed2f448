import type { Position } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import { type ProjectionStore, physicalName } from '../projections/port.ts';
import { Rejected } from './decider.ts';
import { createWaiting } from './waiting.ts';

/** How long a read waits for a write that is on its way, milliseconds. */
const patience = 2_000;

interface Progress {
  build: number;
  watermark: Position;
  /** Another text whenever the other two change. */
  stamp: string;
}

const progressOf = (build: number, watermark: Position): Progress => ({ build, watermark, stamp: `${build}:${watermark}` });

/** Which builds readers use, and how far they are. Of projections, and of the indexes that are kept among them. */
export interface ReadProgress {
  /** Build of a projection that readers use, once it has passed `after`. @throws Rejected when that takes too long. */
  buildAt(projection: string, after: Position): Promise<number>;
  watermark(projection: string): Position;
  /** A text that is equal as long as none of the projections moves; undefined when one is not known. */
  stamp(projections: readonly string[]): string | undefined;
  /** The same of this moment, asked for later. */
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

/** Follows some projections of a store. A store that is away at first is asked again by the reads that need it. */
export async function followReadProgress(store: ProjectionStore, names: ReadonlySet<string>, log: Pick<Log, 'warn'>): Promise<ReadProgress> {
  const progress = new Map<string, Progress>();
  const waiting = createWaiting();

  async function refresh(): Promise<void> {
    for (const [name, build] of Object.entries(await store.activeVersions())) {
      const checkpoints = Object.values(await store.checkpoints(physicalName(name, build)));
      const watermark = checkpoints.length > 0 ? Math.min(...checkpoints.map((checkpoint) => checkpoint.watermark)) : 0;
      progress.set(name, progressOf(build, watermark));
    }
    waiting.wake();
  }

  const unsubscribe = store.onChange((change) => {
    const [name = '', build] = change.projection.split('@');
    // Reactors keep checkpoints too.
    if (!names.has(name)) return;
    const known = progress.get(name);
    if (!known || change.watermark === undefined) {
      void refresh().catch(() => {}); // the next change asks again
    } else if (Number(build) === known.build) {
      progress.set(name, progressOf(known.build, Math.max(known.watermark, change.watermark)));
      waiting.wake();
    }
  });
  await refresh().catch((error: unknown) => log.warn({ err: error }, 'read models are not reachable yet'));

  return {
    buildAt: async (projection, after) => {
      if (!progress.has(projection)) await refresh();
      const ready = () => (progress.get(projection)?.watermark ?? -1) >= after;
      if (!(await waiting.until(ready, patience))) throw new Rejected('read/behind', { projection });
      return progress.get(projection)?.build ?? 0;
    },
    watermark: (projection) => progress.get(projection)?.watermark ?? 0,
    stamp: (projections) => stampOf(progress, projections),
    capture: () => {
      const then = new Map(progress);
      return (projections) => stampOf(then, projections);
    },
    close: unsubscribe,
  };
}
