import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../../event-store/port.ts';
import type { Listening } from '../../postgres/listen.ts';
import type { Change, Checkpoint } from '../port.ts';

/** Pause before the known state is read again, milliseconds. */
const retryAfterMs = 250;

/** Message between processes: a checkpoint of one partition, or an activation with the projection alone. */
export interface Notice {
  projection: string;
  partition?: string;
  watermark?: Position;
  /** As in `Change`. */
  changed?: Position | null;
  /** True when a reader waits for the projection. */
  awaited?: boolean;
}

/** Known state of all projections of a store. */
export interface Known {
  checkpoints: (Checkpoint & { projection: string; partition: string })[];
  active: string[];
}

export interface Changes {
  subscribe(changed: (change: Change) => void): () => void;
  /** Notifies of a change by this process. */
  tell(notice: Notice): void;
  /** Documents of a build that this process stored with their events. */
  tellInlined(build: string, positions: readonly Position[]): void;
  /** Calls when somebody waits for a projection. */
  onAwaited(hurry: () => void): void;
  /** Announces a reader of this process that waits for a projection. */
  awaited(): void;
  close(): Promise<void>;
}

/**
 * Notifies subscribers of changes by this process at once, and of others by `listen`. After a (re)connection all is reported, as notices may have
 * been missed. A projection is as far as its slowest partition.
 */
export function projectionChanges(listen: (told: (payload: string | null) => void) => Listening, known: () => Promise<Known>): Changes {
  const subscribers = new Set<(change: Change) => void>();
  const progress = partitionProgress();
  let hurry = (): void => {};
  let listening: Listening | null = null;
  /** Until the complete state is known, a lagging partition could be missing. */
  let complete = false;

  const emit = (change: Change): void => {
    for (const subscriber of subscribers) subscriber(change);
  };
  const emitWatermark = (projection: string, changed?: Position | null): void =>
    emit({ projection, watermark: progress.watermark(projection), ...(changed !== undefined && { changed }) });
  const tell = ({ projection, partition, watermark, changed, awaited }: Notice): void => {
    if (awaited) hurry();
    else if (partition !== undefined && watermark !== undefined) {
      progress.record(projection, partition, watermark);
      if (complete) emitWatermark(projection, changed);
    } else {
      emit({ projection });
    }
  };
  const tellAll = async (): Promise<void> => {
    const all = await known().catch(() => null);
    if (!all) {
      // Listening again but not answering yet.
      await pause(retryAfterMs, undefined, { ref: false });
      return listening ? tellAll() : undefined;
    }
    const { checkpoints, active } = all;
    for (const { projection, partition, watermark } of checkpoints) progress.record(projection, partition, watermark);
    complete = true;
    for (const projection of progress.projections()) emitWatermark(projection);
    for (const projection of active) emit({ projection });
  };

  return {
    tell,
    tellInlined: (build, positions) => emit({ projection: build, inlined: positions }),
    onAwaited: (told) => {
      hurry = told;
    },
    awaited: () => hurry(),
    subscribe: (changed) => {
      const own = (change: Change): void => changed(change);
      subscribers.add(own);
      listening ??= listen((payload) => (payload === null ? void tellAll() : tell(JSON.parse(payload))));
      return () => {
        subscribers.delete(own);
      };
    },
    close: async () => {
      subscribers.clear();
      await listening?.close();
      listening = null;
    },
  };
}

/** How far each partition of each projection is; never goes back. */
function partitionProgress() {
  const partitionsOf = new Map<string, Map<string, Position>>();
  return {
    record: (projection: string, partition: string, watermark: Position): void => {
      const partitions = partitionsOf.get(projection) ?? new Map<string, Position>();
      partitions.set(partition, Math.max(watermark, partitions.get(partition) ?? watermark));
      partitionsOf.set(projection, partitions);
    },
    projections: (): Iterable<string> => partitionsOf.keys(),
    watermark: (projection: string): Position => Math.min(...(partitionsOf.get(projection)?.values() ?? [])),
  };
}
