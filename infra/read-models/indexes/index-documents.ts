import type { BusRecord } from '../../bus/port.ts';
import { streamId } from '../../commands/decider.ts';
import type { EventStore, Position } from '../../event-store/port.ts';
import { type Doc, type ProjectionStore, physicalName } from '../../projection-store/port.ts';
import type { IndexedDoc, Refusal } from '../../search/port.ts';
import { collectionName } from '../projector/projector-commit.ts';
import type { ProjectionIndex, SearchableContent } from '../searchable.ts';

/** Documents per query for related documents. */
const docsPerRead = 50;

/** Id and searchable form of a document; `searched` is null when the document is not searchable. */
export interface SearchedDoc {
  id: string;
  searched: SearchableContent | null;
}

/** Searchable documents of one build of a projection. */
export interface IndexSource {
  index: ProjectionIndex;
  store: Pick<ProjectionStore, 'get' | 'find' | 'findShared' | 'scan'>;
  /** Build of the projection. */
  build: number;
}

/** Ids of the documents that events concern, each with the first such event. */
export async function concernedDocuments(
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
  // The whole stream is read, because the log contains the ids of deleted documents, too.
  for (const [stream, record] of whole) for (const { data } of await events.read(stream)) add(members.idOf(data), record);
  return ids;
}

/** Stream name of each existing document, by document id. */
export async function streamNamesOf({ index, store, build }: IndexSource, ids: readonly string[]): Promise<Map<string, string>> {
  const { category, members } = index.searchable;
  const docs = await store.get(collectionName({ projection: index.projection, build }, index.collection), [...ids]);
  return new Map(docs.map((doc) => [idOf(doc), `${category}-${members ? members.holder(doc) : idOf(doc)}`]));
}

/** Current searchable form of documents by id; a missing document is not searchable. */
export async function searchedByIds(source: IndexSource, ids: readonly string[]): Promise<SearchedDoc[]> {
  // Shared documents: a story is indexed again after each change, and nearly all of its stops are unchanged.
  const find: Find = async (collection, query) => (await source.store.findShared([{ collection, query }]))[0] ?? [];
  const { index, build } = source;
  const collection = collectionName({ projection: index.projection, build }, index.collection);
  const docs = await find(collection, { filter: { op: 'in', field: 'id', values: [...ids] }, sort: [], limit: ids.length });
  const known = new Map((await searchedOf(source, docs, find)).map((one) => [one.id, one]));
  return ids.map((id) => known.get(id) ?? { id, searched: null });
}

/** Searchable form of all documents, in order of id. */
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

type Find = ProjectionStore['find'];

async function searchedOf(source: IndexSource, docs: readonly Doc[], find: Find = source.store.find): Promise<SearchedDoc[]> {
  const found: SearchedDoc[] = [];
  for (let from = 0; from < docs.length; from += docsPerRead) {
    const some = docs.slice(from, from + docsPerRead);
    const related = await relatedTo(source, some.map(idOf), find);
    for (const doc of some) found.push({ id: idOf(doc), searched: source.index.searchable.searched(doc, related.get(idOf(doc)) ?? []) });
  }
  return found;
}

const idOf = ({ id }: Doc): string => String(id);

async function relatedTo({ index, build }: IndexSource, ids: readonly string[], find: Find): Promise<Map<unknown, Doc[]>> {
  const { related } = index.searchable;
  if (!related || ids.length === 0) return new Map();
  const { collection, field, most } = related;
  const docs = await find(collectionName({ projection: index.projection, build }, collection), {
    filter: { op: 'in', field, values: [...ids] },
    // A fixed order, so that equal documents yield equal texts.
    sort: [],
    limit: ids.length * most,
  });
  return Map.groupBy(docs, (doc) => doc[field]);
}

/** Converts a document to the engine's form. @param version Log position that the document includes. */
export const indexedDoc = ({ id, searched }: SearchedDoc, version: Position): IndexedDoc => ({
  id,
  version,
  texts: searched?.texts ?? null,
  filters: searched?.filters ?? null,
  ...(searched?.positions && { positions: searched.positions }),
});

/** Physical name of an index build. */
export const indexBuildName = ({ searchable }: ProjectionIndex, build: number): string => physicalName(searchable.index, build);

/** Error of a refusal, for dead letters. */
export const asError = ({ id, reason }: Refusal): Error => new Error(`${id} was refused by the search engine: ${reason}`);
