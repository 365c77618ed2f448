import type { FieldKind, Filter, SortKey } from '@waystory/proto/kit/filter.ts';
import type { Position } from '../event-store/port.ts';

/** A document; its field `id` is also its key. */
export type Doc = Record<string, unknown>;

/**
 * Index of a collection. `ordered`: equality and ranges over the fields in turn, `-field` is descending. `set`: membership in an array. `point`:
 * latitude field, longitude field. Only `point` indexes and `within` accept nested fields, written with a dot.
 */
export interface IndexSpec {
  kind: 'ordered' | 'set' | 'point';
  on: readonly string[];
}

/** A collection of one version of a projection. Its physical name carries the version, see `physicalName`. */
export interface CollectionSpec {
  name: string;
  /** Fields of queries with the kind of their values. Other fields of a document can be queried too, more slowly. */
  fields: Readonly<Record<string, FieldKind>>;
  indexes: readonly IndexSpec[];
}

/** Offset of the last applied event of a document, by partition. */
export type AppliedOffsets = Record<string, number>;

/** Fence key for one stream instead of its partition, because events of other streams in the partition may still follow. */
export const streamFence = (partition: string, stream: string): string => `${partition}/${stream}`;

/** A document with its fences; `doc` is null for a tombstone, so that a redelivered event cannot restore a deleted document. */
export interface StoredDoc {
  id: string;
  doc: Doc | null;
  _at: AppliedOffsets;
  /** Increases with each write; a write succeeds only on the loaded `_rev`. 0 = not stored yet. */
  _rev: number;
}

/** Progress of one partition: its offset, and the log position below which all events are applied. */
export interface Checkpoint {
  offset: number;
  watermark: Position;
}

export interface Commit {
  /** Build of the projection, for example `itineraries@1`. */
  projection: string;
  partition: string;
  checkpoint: Checkpoint;
  writes: { collection: string; docs: StoredDoc[] }[];
}

export interface Query {
  filter: Filter | null;
  sort: readonly SortKey[];
  limit: number;
  offset?: number;
  /** Cursor: sort values and id of the previous page's last document. */
  after?: { values: unknown[]; id: string };
  /** Keeps only documents whose id is the `key` of at least one document of `collection` that matches `filter`. */
  childMatches?: { collection: string; key: string; filter: Filter };
  /** Keeps only documents that meet every given match: the field `key` is null, or is the id of a matching document of `collection`. */
  parentMatches?: readonly ParentMatch[];
}

/** One of several queries in a round trip. */
export interface CollectionQuery {
  collection: string;
  query: Query;
}

/** Condition on the parent, whose id is the document's field `key`. */
export interface ParentMatch {
  collection: string;
  key: string;
  /** Null matches any existing document. */
  filter: Filter | null;
}

/** The conditions of a query, without order and page. */
export type Selection = Pick<Query, 'filter' | 'childMatches' | 'parentMatches'>;

/**
 * A change of a projection. `projection` with a build, as `stories@2001`, reports progress; without a build, it reports a switch of the active build.
 */
export interface Change {
  projection: string;
  watermark?: Position;
  /** Position of the last event up to the watermark that changed a document; null when none did, absent when unknown. */
  changed?: Position | null;
  /** Positions of events whose documents this process stored inline, even if earlier events are not applied yet. */
  inlined?: readonly Position[];
}

/** Store of read models. Adapters: one file each beside this one; all run `contract.ts`. Collections are given by their physical name. */
export interface ProjectionStore {
  /** Creates the collection and its indexes if missing. */
  ensure(collection: CollectionSpec): Promise<void>;
  drop(collection: string): Promise<void>;
  /** Stored documents with their fences, tombstones included; unknown ids are left out. */
  load(collection: string, ids: string[]): Promise<StoredDoc[]>;
  /**
   * Writes all documents and the checkpoint, or nothing (optimistic concurrency): each stored `_rev` must equal the given `_rev`, and the store adds
   * 1. An interrupted commit is completed or undone by the next commit or read of checkpoints. Readers may see a part of a commit. Returns the ids in
   * conflict; with any, nothing was written, and the caller loads and folds again.
   */
  commit(commit: Commit): Promise<string[]>;
  /** Fast path for a collection without readers: adds documents without checking for existing ones. */
  fill(collection: string, docs: StoredDoc[]): Promise<void>;
  saveCheckpoint(projection: string, partition: string, checkpoint: Checkpoint): Promise<void>;
  /**
   * Moves a checkpoint over events that the consumer does not use. This process sees it at once; it is stored later, and announced if the consumer
   * has readers. Its loss in a crash repeats those events.
   * @param changed Position of the last of those events with inline documents; null without such an event; absent for a consumer without readers.
   */
  skipTo(projection: string, partition: string, checkpoint: Checkpoint, changed?: Position | null): void;
  checkpoints(projection: string): Promise<Record<string, Checkpoint>>;
  /** Version in use by readers, per projection. */
  activeVersions(): Promise<Record<string, number>>;
  /** Switches all readers to a version; other processes follow as soon as they are notified. */
  activate(projection: string, version: number): Promise<void>;
  /**
   * Documents without fences, in the order of `sort` and then of id; null sorts below all values. The order of texts with the same first 200
   * characters is undefined, but equal for every page. The same holds for values of another type than the declared type of the field.
   */
  find(collection: string, query: Query): Promise<Doc[]>;
  /** Number of matching documents, counted up to `cap`. */
  count(collection: string, query: Selection, cap: number): Promise<number>;
  /**
   * `find` for several questions in one round trip. Documents are shared and must not be changed. A store may return the same object while the
   * document is unchanged, so that views of it can be memoized.
   */
  findShared(questions: readonly CollectionQuery[]): Promise<Doc[][]>;
  /** `find` and `count` for the same query in one round trip; with `childMatches`, both use the same matching children. */
  findAndCount(collection: string, query: Query, cap: number): Promise<{ docs: Doc[]; count: number }>;
  /** Documents by id, in no order; tombstones and unknown ids are left out. */
  get(collection: string, ids: string[]): Promise<Doc[]>;
  /** All stored documents in order of id, tombstones included, for `verify`. */
  scan(collection: string): AsyncIterable<StoredDoc>;
  /** Calls `changed` after any process has stored a checkpoint or activated a version, and first with the present state. @returns Unsubscribes. */
  onChange(changed: (change: Change) => void): () => void;
  /**
   * Announces a waiting reader; a store that polls does so more often for the next second.
   * @param projection Projection that a request waits for; its projector must then not debounce events.
   */
  awaitChange(projection?: string): void;
  close(): Promise<void>;
}

/** Name of a collection in the store, with its version. */
export const physicalName = (collection: string, version: number): string => `${collection}@${version}`;

/** Watermark of a projection: that of its slowest partition, 0 without partitions. */
export function watermarkOf(checkpoints: Readonly<Record<string, Checkpoint>>): Position {
  const watermarks = Object.values(checkpoints).map(({ watermark }) => watermark);
  return watermarks.length > 0 ? Math.min(...watermarks) : 0;
}
