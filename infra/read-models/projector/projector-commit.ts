import { setTimeout as pause } from 'node:timers/promises';
import type { Bus, BusRecord } from '../../bus/port.ts';
import { beforeFirstOffset } from '../../consumers/consumer.ts';
import { type Checkpoint, type ProjectionStore, physicalName, type StoredDoc } from '../../projection-store/port.ts';
import { queriedFields } from '../asked-fields.ts';
import type { AnyProjection } from '../projection.ts';
import type { DocumentCache } from './document-cache.ts';
import { type DocsById, type FoldResult, foldBatch, notStored } from './fold.ts';

/** Most attempts on conflicts. Concurrent writers to one document are rare, so many conflicts in a row are a fault. */
const attempts = 20;
/**
 * Longest random pause after a repeated conflict, milliseconds, times the number of attempts. Without a pause, two writers would conflict again at
 * once.
 */
const pauseMs = 5;

/** One build of a projection in a store. */
export interface ProjectionBuild {
  projection: AnyProjection;
  /** Number in the physical names of its collections. */
  build: number;
  store: ProjectionStore;
  /** Cache of the consumer that keeps the build up to date. */
  documents?: DocumentCache;
}

/** Name of a build, for its checkpoints and for the consumer of its dead letters. */
export const buildName = ({ projection, build }: { projection: Pick<AnyProjection, 'name'>; build: number }): string =>
  physicalName(projection.name, build);

interface Stored {
  projection: Pick<AnyProjection, 'name' | 'collections'>;
  build: number;
}

/** Physical name of the collection with this key in `projection.collections`. */
export function collectionName({ projection, build }: Stored, key: string): string {
  const collection = projection.collections[key];
  if (!collection) throw new Error(`${projection.name} has no collection ${key}`);
  return physicalName(collection.name, build);
}

/** Checkpoint name for replays of dead letters to a projection. */
export const replaysCheckpointName = ({ projection }: { projection: Pick<AnyProjection, 'name'> }): string => `replays:${projection.name}`;
const anyBuild = 'any';

/** Time of the last replay of dead letters to a projection, milliseconds since 1970; 0 without a replay. */
export const replayedAt = async ({ projection, store }: { projection: Pick<AnyProjection, 'name'>; store: ProjectionStore }): Promise<number> =>
  (await store.checkpoints(replaysCheckpointName({ projection })))[anyBuild]?.offset ?? 0;

/** Records a replay of dead letters, which invalidates indexes and copies of earlier documents. */
export const noteReplay = ({ projection, store }: Pick<ProjectionBuild, 'projection' | 'store'>): Promise<void> =>
  store.saveCheckpoint(replaysCheckpointName({ projection }), anyBuild, { offset: Date.now(), watermark: 0 });

/** Creates the missing collections of a build. */
export async function ensureCollections(target: ProjectionBuild): Promise<void> {
  for (const [key, collection] of Object.entries(target.projection.collections))
    await target.store.ensure({ name: collectionName(target, key), fields: queriedFields(collection), indexes: collection.indexes });
}

/**
 * Stores initial checkpoints of all partitions, because the watermark of a build is the minimum over stored partitions. Never moves a checkpoint
 * back.
 */
export async function beginPartitions(target: ProjectionBuild, bus: Pick<Bus, 'heads'>): Promise<void> {
  const checkpoint: Checkpoint = { offset: beforeFirstOffset, watermark: 0 };
  for (const partition of Object.keys(await bus.heads()))
    await target.store.commit({ projection: buildName(target), partition, checkpoint, writes: [] });
}

/**
 * Folds a batch onto stored documents, passes the outcome to `prepare`, then writes documents and checkpoint together. After a conflict everything is
 * repeated with records from `select`.
 * @throws Error after too many conflicts.
 */
export async function foldAndCommit(
  target: ProjectionBuild,
  partition: string,
  checkpoint: Checkpoint,
  select: () => readonly BusRecord[],
  prepare: (folded: FoldResult) => Promise<void>,
): Promise<FoldResult> {
  const { documents, store } = target;
  /** Ids of documents in conflict, which another process has written or which unexpectedly exist. */
  const inDoubt = new Set<string>();
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const records = select();
    const folded = await foldStored(target, records, inDoubt);
    await prepare(folded);
    const writes = [...folded.changed].map(([key, docs]) => ({ collection: collectionName(target, key), docs: [...docs.values()] }));
    const work = { projection: buildName(target), partition, checkpoint, writes: writes.filter(({ docs }) => docs.length > 0) };
    if (work.writes.length === 0) {
      // The loss of this checkpoint is harmless, because the next owner of the partition skips these events again.
      store.skipTo(work.projection, partition, checkpoint, null);
      return folded;
    }
    const conflicts = await store.commit(work).catch((error: unknown) => {
      // A commit that failed with an error may have been stored.
      documents?.forget(folded.changed);
      throw error;
    });
    if (conflicts.length === 0) {
      if (records.some(({ event }) => event.meta.jobId !== undefined)) documents?.renew(folded.changed);
      else documents?.keep(folded.changed);
      return folded;
    }
    documents?.forget(folded.changed);
    for (const id of conflicts) inDoubt.add(id);
    if (attempt > 1) await pause(Math.random() * pauseMs * attempt);
  }
  throw new Error(`${buildName(target)}: documents kept changing under ${attempts} attempts`);
}

/** Repeats fold and lookup until no document is missing. */
async function foldStored(target: ProjectionBuild, records: readonly BusRecord[], inDoubt: ReadonlySet<string>): Promise<FoldResult> {
  const known: DocsById = new Map(Object.keys(target.projection.collections).map((key) => [key, new Map<string, StoredDoc>()]));
  for (;;) {
    const folded = foldBatch(target.projection, records, (key, id, isNew) => {
      const stored = known.get(key)?.get(id) ?? target.documents?.get(key, id);
      return stored ?? (isNew && !inDoubt.has(id) ? notStored(id) : undefined);
    });
    if (folded.missing.size === 0) return folded;
    await Promise.all([...folded.missing].map(([key, ids]) => look(target, key, [...ids], known)));
  }
}

async function look(target: ProjectionBuild, key: string, ids: string[], known: DocsById): Promise<void> {
  const docs = known.get(key);
  for (const id of ids) docs?.set(id, notStored(id));
  for (const doc of await target.store.load(collectionName(target, key), ids)) docs?.set(doc.id, doc);
}
