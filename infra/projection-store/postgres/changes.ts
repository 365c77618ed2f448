import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../../event-store/port.ts';
import type { Listening } from '../../postgres/listen.ts';
import { batchedCheckpoints, type CheckpointWrite } from '../checkpoint-writes.ts';
import type { Change, Checkpoint } from '../port.ts';
import { changesChannel } from './schema.ts';
import type { RunStatement } from './statement.ts';

/** Pause before the stored state is read again after a failure, milliseconds. */
const retryAfterMs = 250;

/** Message between processes: a checkpoint of one partition, a reader that waits (`awaited`), or, with the projection alone, an activation. */
export interface Notice {
  projection: string;
  partition?: string;
  watermark?: Position;
  /** As in `Change`. */
  changed?: Position | null;
  /** True when a reader waits for the projection. */
  awaited?: boolean;
}

/** Stored state of all projections. */
export interface StoredProgress {
  checkpoints: (Checkpoint & { projection: string; partition: string })[];
  active: string[];
}

export interface ChangeNotifier {
  subscribe(changed: (change: Change) => void): () => void;
  /** Notifies of a change by this process. */
  tell(notice: Notice): void;
  /** Notifies of inline documents, which this process has stored with their events. */
  tellInlined(build: string, positions: readonly Position[]): void;
  /** Calls `hurry` when a reader in any process waits for a projection. */
  onAwaited(hurry: () => void): void;
  /** Announces a reader of this process that waits for a projection. */
  awaited(): void;
  close(): Promise<void>;
}

/**
 * Notifies subscribers of changes by this process at once, and of changes by others through `listen`. After each connection, the whole state is
 * reported, because notifications may have been missed. The watermark of a projection is that of its slowest partition.
 */
export function createChangeNotifier(
  listen: (told: (payload: string | null) => void) => Listening,
  known: () => Promise<StoredProgress>,
): ChangeNotifier {
  const subscribers = new Set<(change: Change) => void>();
  const progress = partitionProgress();
  let hurry = (): void => {};
  let listening: Listening | null = null;
  /** False until the complete state is read, because before that a lagging partition could be missing. */
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
      // The connection is back, but queries still fail.
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

/** Watermark of each partition of each projection; it never goes back. */
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

export async function checkpoints(run: RunStatement, projection: string): Promise<Record<string, Checkpoint>> {
  const text = `select partition, "offset"::float8, watermark::float8 from projections.checkpoint where projection = $1`;
  const rows = await run<Checkpoint & { partition: string }>({ text, values: [projection] });
  return Object.fromEntries(rows.map(({ partition, offset, watermark }) => [partition, { offset, watermark }]));
}

export async function activeVersions(run: RunStatement): Promise<Record<string, number>> {
  const rows = await run<{ projection: string; version: number }>({
    text: 'select projection, version::float8 from projections.active_version',
    values: [],
  });
  return Object.fromEntries(rows.map(({ projection, version }) => [projection, version]));
}

export async function activate(run: RunStatement, projection: string, version: number): Promise<void> {
  const text = `with active as (insert into projections.active_version (projection, version) values ($1, $2)
      on conflict (projection) do update set version = excluded.version)
    select pg_notify($3, $4)`;
  await analyzeNew(run);
  await run({ text, values: [projection, version, changesChannel, JSON.stringify({ projection })] });
}

/** Analyzes new tables, because readers arrive at once. Automatic statistics come a minute later, and plans without them are guesses. */
async function analyzeNew(run: RunStatement): Promise<void> {
  const text = `select format('analyze %I.%I', nspname, relname) as analyze from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'projections' and relkind = 'r' and relname like '%@%' and reltuples < 0`;
  for (const { analyze } of await run<{ analyze: string }>({ text, values: [] })) await run({ text: analyze, values: [] });
}

/** Checkpoints and active projections, for a new listener. */
export async function knownProgress(run: RunStatement): Promise<StoredProgress> {
  const text = 'select projection, partition, "offset"::float8, watermark::float8 from projections.checkpoint';
  const rows = await run<StoredProgress['checkpoints'][number]>({ text, values: [] });
  return { checkpoints: rows, active: Object.keys(await activeVersions(run)) };
}

const storeText = `with given as (
    select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::boolean[]) as g(projection, partition, "offset", watermark, forward)
  ), saved as (
    insert into projections.checkpoint as c (projection, partition, "offset", watermark)
    select projection, partition, "offset", watermark from given order by projection, partition
    on conflict (projection, partition) do update set
      "offset" = case when (select forward from given g where g.projection = c.projection and g.partition = c.partition)
        then greatest(c."offset", excluded."offset") else excluded."offset" end,
      watermark = case when (select forward from given g where g.projection = c.projection and g.partition = c.partition)
        then greatest(c.watermark, excluded.watermark) else excluded.watermark end
  ) select pg_notify($6, change) from unnest($7::text[]) change`;

/** Writer of checkpoints; it stores the checkpoints of several callers in one statement, and notifies other processes. */
export const checkpointWriter = (run: RunStatement): ((write: CheckpointWrite) => Promise<void>) =>
  batchedCheckpoints(async (asked) => {
    // A statement updates no row twice, so only the last write per partition is stored.
    const writes = [...new Map(asked.map((write) => [`${write.projection} ${write.partition}`, write])).values()];
    const columns = [
      writes.map(({ projection }) => projection),
      writes.map(({ partition }) => partition),
      writes.map(({ checkpoint }) => checkpoint.offset),
      writes.map(({ checkpoint }) => checkpoint.watermark),
      writes.map(({ forward }) => forward),
    ];
    const changes = writes.map(({ projection, partition, checkpoint: { watermark }, changed }) =>
      JSON.stringify({ projection, partition, watermark, changed }),
    );
    await run({ text: storeText, values: [...columns, changesChannel, changes] });
  });

/** Minimum interval of notifications about the same projection, milliseconds: many readers wait for the same write. */
const tellEveryMs = 10;

interface AwaitedProjections {
  /** Registers a build, such as `stories@2001`, that this process projects. */
  keep(build: string): void;
  /**
   * Announces a reader that waits for a projection. Notifies the projector: within this process at once, in others through Postgres. Without a name,
   * it notifies none.
   */
  wait(projection?: string): void;
}

/** @param hurry Notifies consumers of this process of a waiting reader. */
export function awaitedProjections(run: RunStatement, hurry: () => void): AwaitedProjections {
  const kept = new Set<string>();
  const told = new Map<string, number>();
  const tell = (projection: string): void => {
    const now = performance.now();
    if (now - (told.get(projection) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    told.set(projection, now);
    const notice = JSON.stringify({ projection, awaited: true });
    // A lost notification only delays the projection, because it is a hint.
    run({ text: 'select pg_notify($1, $2)', values: [changesChannel, notice] }).catch(() => {});
  };
  return {
    keep: (build) => {
      kept.add(build.split('@')[0] ?? build);
    },
    wait: (projection) => {
      if (projection === undefined) return;
      hurry();
      if (!kept.has(projection)) tell(projection);
    },
  };
}
