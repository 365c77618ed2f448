import { type EventVocabulary, NewerEvent, upcast } from '@waystory/proto/kit/event.ts';
import type { BusRecord } from '../../bus/port.ts';
import type { FailedRecord } from '../../consumers/consumer.ts';
import type { RecordedEvent } from '../../event-store/port.ts';
import { type Doc, type StoredDoc, streamFence } from '../../projection-store/port.ts';
import type { AnyEventInContext, AnyProjection, Docs } from '../projection.ts';

/**
 * Looks up a document: `notStored` for a document known to be missing, undefined when unknown. `collection` is a key of `projection.collections`.
 * `isNew` is true when no earlier event can have created the document.
 */
export type Lookup = (collection: string, id: string, isNew: boolean) => StoredDoc | undefined;
/** Documents by id, per key of `projection.collections`. */
export type DocsById = Map<string, Map<string, StoredDoc>>;

export interface FoldResult {
  /** Documents after the batch, with the `_rev` of their lookup. */
  changed: DocsById;
  /** Ids of documents whose lookup was undefined. With any, the result is provisional: load them and fold again. */
  missing: Map<string, Set<string>>;
  /** First event of each stream whose handler failed; its changes were undone. */
  failures: FailedRecord[];
  /** Later events of the failed streams that the projection handles. */
  behind: BusRecord[];
}

export const notStored = (id: string): StoredDoc => ({ id, doc: null, _at: {}, _rev: 0 });

/** Types of the events that the consumer has a handler for. */
export const handledTypesOf = ({ on }: { on: Record<string, unknown> }): ReadonlySet<string> =>
  new Set(Object.keys(on).filter((type) => on[type] !== undefined));

/** True when the consumer handles events of this type. */
export const handlesType = ({ on }: { on: Record<string, unknown> }, type: string): boolean => Object.hasOwn(on, type) && on[type] !== undefined;

/**
 * Converts an event for its handlers.
 * @throws NewerEvent when this release does not know its version.
 */
export function inContext(vocabulary: EventVocabulary, event: RecordedEvent): AnyEventInContext {
  const { type, stream, at, version, position, meta } = event;
  return { type, data: upcast(vocabulary, event), stream, at, version, position, actorId: meta.actorId, role: meta.role, jobId: meta.jobId };
}

/**
 * Folds a batch into documents, in memory and without side effects. An update is skipped if the document's fence, its offset for the partition,
 * already includes the event.
 * @throws NewerEvent when an event needs a newer release.
 */
export function foldBatch(projection: AnyProjection, records: readonly BusRecord[], lookup: Lookup): FoldResult {
  const missing: FoldResult['missing'] = new Map();
  const run = createRun(Object.keys(projection.collections), lookup, missing);
  const failures: FailedRecord[] = [];
  const behind: BusRecord[] = [];
  const stopped = new Set<string>();
  for (const record of records) {
    const { type, stream } = record.event;
    if (!handlesType(projection, type)) continue;
    if (stopped.has(stream)) {
      behind.push(record);
      continue;
    }
    run.begin(record);
    try {
      projection.on[type]?.(inContext(projection.reads, record.event), run.docs);
    } catch (error) {
      if (error instanceof NewerEvent) throw error;
      run.undo();
      // A handler may fail because documents are missing; the fold is repeated with them.
      if (missing.size > 0) continue;
      failures.push({ record, error });
      stopped.add(stream);
    }
  }
  return { changed: run.changed, missing, failures, behind };
}

interface Run {
  docs: Record<string, Docs<Doc>>;
  changed: DocsById;
  /** Begins the changes by this record. */
  begin(record: BusRecord): void;
  /** Reverts the changes since `begin`. */
  undo(): void;
}

function createRun(collections: readonly string[], lookup: Lookup, missing: FoldResult['missing']): Run {
  const place: Place = { partition: '', ofStream: '', offset: 0 };
  const changed: DocsById = new Map();
  const undos: (() => void)[] = [];
  const begins: (() => void)[] = [];
  const docs: Record<string, Docs<Doc>> = {};
  for (const collection of collections) {
    const ids = new Map<string, StoredDoc>();
    const find = (id: string, isNew = false): StoredDoc | undefined => {
      const known = ids.get(id) ?? lookup(collection, id, isNew);
      if (!known) missing.set(collection, (missing.get(collection) ?? new Set()).add(id));
      return known;
    };
    const change = createChange(ids, place);
    changed.set(collection, ids);
    begins.push(change.begin);
    undos.push(change.undo);
    docs[collection] = {
      get: (id) => find(id)?.doc ?? undefined,
      update: (id, of) => {
        const stored = find(id);
        if (stored) change.apply(stored, of);
      },
      create: (id, doc) => {
        const stored = find(id, true);
        if (stored) change.apply(stored, () => doc);
      },
    };
  }
  return {
    docs,
    changed,
    begin: ({ partition, offset, event: { stream } }) => {
      Object.assign(place, { partition, ofStream: streamFence(partition, stream), offset });
      for (const begin of begins) begin();
    },
    undo: () => {
      for (const undo of undos) undo();
    },
  };
}

/** Partition, stream and offset of the event that is being handled. */
interface Place {
  partition: string;
  /** Fence key of the event's stream, for documents stored with their events. */
  ofStream: string;
  offset: number;
}

/** Changes to the documents of one collection by the event at `place`. */
function createChange(changed: Map<string, StoredDoc>, place: Place) {
  /** Documents before this event, by id; the event may change a document several times. */
  const before = new Map<string, StoredDoc | undefined>();
  return {
    begin: () => before.clear(),
    undo: () => {
      for (const [id, doc] of before) {
        if (doc) changed.set(id, doc);
        else changed.delete(id);
      }
    },
    apply: (found: StoredDoc, of: (doc: Doc | undefined) => Doc | null | undefined) => {
      const { id, _at, _rev } = found;
      const { partition, ofStream, offset } = place;
      if (!before.has(id) && Math.max(_at[partition] ?? -1, _at[ofStream] ?? -1) >= offset) return;
      const made = of(found.doc ?? undefined);
      const doc = made ?? null;
      // A document that never existed needs no tombstone, unless the handler returned null.
      if (made === undefined && found.doc === null && _rev === 0 && !changed.has(id)) return;
      if (!before.has(id)) before.set(id, changed.get(id));
      changed.set(id, { id, doc, _at: { ..._at, [partition]: offset }, _rev });
    },
  };
}
