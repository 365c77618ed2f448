import type { BusRecord } from '../../bus/port.ts';
import { streamId } from '../../commands/decider.ts';
import type { EventStore, Position } from '../../event-store/port.ts';
import { type Doc, type ProjectionStore, physicalName } from '../../projection-store/port.ts';
import type { IndexedDoc, Refusal } from '../../search/port.ts';
import { collectionName } from '../projector/projector-commit.ts';
import type { ProjectionIndex, Searched } from '../searchable.ts';

/** Documents whose related ones are read in one query. */
const docsPerRead = 50;

/** A document as it is searched; null when it cannot be found. */
export interface SearchedDoc {
  id: string;
  searched: Searched | null;
}

/** Documents of one build of a projection, as they are searched. */
export interface IndexSource {
  index: ProjectionIndex;
  store: Pick<ProjectionStore, 'get' | 'find' | 'scan'>;
  /** Build of the projection. */
  build: number;
}

/** Ids of the documents that events concern, each with the first event that does. */
export async function concernedBy(
  { searchable: { category, members } }: ProjectionIndex,
  records: readonly BusRecord[],
  events: Pick<EventStore, 'read'>,
): Promise<Map<string, BusRecord>> {
  const concerned = records.filter(({ event }) => event.stream.startsWith(`${category}-`));
  const ids = new Map<string, BusRecord>();
  const add = (id: string | undefined, record: BusRecord): void => {
    if (id !== undefined && !ids.has(id)) ids.set(id, record);
  };
  for (const record of concerned) add(members ? members.idOf(record.event.data) : streamId(record.event.stream), record);
  if (!members) return ids;
  const whole = new Map<string, BusRecord>();
  for (const record of concerned)
    if (members.all.includes(record.event.type) && !whole.has(record.event.stream)) whole.set(record.event.stream, record);
  // The log still names documents that are gone.
  for (const [stream, record] of whole) for (const { data } of await events.read(stream)) add(members.idOf(data), record);
  return ids;
}

/** Streams that documents follow from, of those that are there. */
export async function holdersOf({ index, store, build }: IndexSource, ids: readonly string[]): Promise<Map<string, string>> {
  const { category, members } = index.searchable;
  const docs = await store.get(collectionName({ projection: index.projection, build }, index.collection), [...ids]);
  return new Map(docs.map((doc) => [idOf(doc), `${category}-${members ? members.holder(doc) : idOf(doc)}`]));
}

/** Documents by id as they are searched now; missing ones cannot be found. */
export async function searchedByIds(source: IndexSource, ids: readonly string[]): Promise<SearchedDoc[]> {
  const docs = await source.store.get(collectionName({ projection: source.index.projection, build: source.build }, source.index.collection), [
    ...ids,
  ]);
  const known = new Map((await searchedOf(source, docs)).map((one) => [one.id, one]));
  return ids.map((id) => known.get(id) ?? { id, searched: null });
}

/** All documents as they are searched, in order of id. */
export async function* scanSearched(source: IndexSource): AsyncIterable<SearchedDoc[]> {
  let docs: Doc[] = [];
  const name = collectionName({ projection: source.index.projection, build: source.build }, source.index.collection);
  for await (const { doc } of source.store.scan(name)) {
    if (doc) docs.push(doc);
    if (docs.length < docsPerRead) continue;
    yield searchedOf(source, docs);
    docs = [];
  }
  yield searchedOf(source, docs);
}

async function searchedOf(source: IndexSource, docs: readonly Doc[]): Promise<SearchedDoc[]> {
  const found: SearchedDoc[] = [];
  for (let from = 0; from < docs.length; from += docsPerRead) {
    const some = docs.slice(from, from + docsPerRead);
    const related = await relatedTo(source, some.map(idOf));
    for (const doc of some) found.push({ id: idOf(doc), searched: source.index.searchable.searched(doc, related.get(idOf(doc)) ?? []) });
  }
  return found;
}

const idOf = ({ id }: Doc): string => String(id);

async function relatedTo({ index, store, build }: IndexSource, ids: readonly string[]): Promise<Map<unknown, Doc[]>> {
  const { related } = index.searchable;
  if (!related || ids.length === 0) return new Map();
  const { collection, field, most } = related;
  const docs = await store.find(collectionName({ projection: index.projection, build }, collection), {
    filter: { op: 'in', field, values: [...ids] },
    // In one order, so that equal documents make equal texts.
    sort: [],
    limit: ids.length * most,
  });
  return Map.groupBy(docs, (doc) => doc[field]);
}

/** As the engine takes it. `version` is a log position that the document is known to be as of. */
export const indexedDoc = ({ id, searched }: SearchedDoc, version: Position): IndexedDoc => ({
  id,
  version,
  texts: searched?.texts ?? null,
  filters: searched?.filters ?? null,
  ...(searched?.positions && { positions: searched.positions }),
});

/** Physical name of a build of an index. */
export const indexBuildName = ({ searchable }: ProjectionIndex, build: number): string => physicalName(searchable.index, build);

/** As consumers tell failures. */
export const asError = ({ id, reason }: Refusal): Error => new Error(`${id} was refused by the search engine: ${reason}`);
