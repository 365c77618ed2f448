import type { estypes } from '@elastic/elasticsearch';
import { writeBatches } from '../batches.ts';
import type { IndexedDoc, IndexSpec, Refusal, TextKind } from '../port.ts';
import { kinds, type WholeKind, wholeOf } from '../question.ts';
import { wordsOf } from '../words.ts';
import { awayStatuses, blocked, type ElasticConnection, isBlocked, statusOf, unavailable } from './connection.ts';
import { caseFolded } from './filter.ts';
import { isText } from './index.ts';
import { storedName } from './names.ts';

/** Documents of one round trip of `scan`, and how long the engine remembers where it was. */
const scanPage = 1_000;
const scanKept = '1m';
/** What is called longer than this is never asked for as a whole. */
const longestWhole = 200;
const conflict = 409;
/** It cannot make sense of what it was sent. */
const senseless = 400;
/** A call that it does not take as it is: one document makes no sense to it, or all of them together are too large. */
const refused: ReadonlySet<number | null> = new Set([senseless, 413]);

/** A document as it is stored. One that is gone stays, as only a document that is there keeps its version. */
export interface StoredDoc extends IndexedDoc {
  gone?: true;
}

/** Documents with what is looked for in them. */
function sourceOf(spec: IndexSpec, doc: IndexedDoc): object {
  const { id, version, texts, filters, positions } = doc;
  if (!texts) return { id, version, texts: null, filters: null, gone: true };
  const held = Object.entries(filters ?? {}).filter(([field, value]) => Object.hasOwn(spec.filters, field) && value !== null);
  const texted = held.filter(([field]) => isText(spec.filters[field]));
  return {
    id,
    version,
    texts,
    filters: filters ?? {},
    ...Object.fromEntries(kinds.map((kind) => [kind, wordsIn(spec, texts, kind)])),
    whole: wholesIn(spec, texts, 'name'),
    wholePlace: wholesIn(spec, texts, 'place'),
    ...(spec.positions && positions && { positions, points: positions.map(({ latitude, longitude }) => [longitude, latitude]) }),
    present: held.map(([field]) => field),
    fields: Object.fromEntries(held),
    folded: Object.fromEntries(texted.map(([field, value]) => [field, caseFolded(String(value))])),
  };
}

const textsOf = (spec: IndexSpec, texts: Readonly<Record<string, string>>, kind: TextKind): string[] =>
  Object.entries(texts).flatMap(([field, text]) => (spec.texts[field] === kind ? [text] : []));

const wordsIn = (spec: IndexSpec, texts: Readonly<Record<string, string>>, kind: TextKind): string =>
  [...new Set(textsOf(spec, texts, kind).flatMap(wordsOf))].join(' ');

const wholesIn = (spec: IndexSpec, texts: Readonly<Record<string, string>>, kind: WholeKind): string[] =>
  textsOf(spec, texts, kind)
    .map(wholeOf)
    .filter((whole) => whole.length <= longestWhole);

/** Writes documents in batches. That the engine leaves out what is older than what is there is how it should be, and no refusal. */
export function writeDocuments({ run }: ElasticConnection, spec: IndexSpec, docs: readonly IndexedDoc[]): Promise<Refusal[]> {
  const index = storedName(spec.name);
  const write = async (batch: readonly IndexedDoc[]): Promise<Refusal[]> => {
    const operations = batch.flatMap((doc) => [
      { index: { _index: index, _id: doc.id, version: doc.version, version_type: 'external_gte' as const } },
      sourceOf(spec, doc),
    ]);
    const { errors, items } = await run((client) => client.bulk({ operations }));
    return errors ? items.flatMap(refusalsIn) : [];
  };
  return writeBatches(docs, write, (error) => refused.has(statusOf(error)));
}

/** The refusal in the answer for one document, if there is one. @throws Error when it was not written for another reason */
function refusalsIn({ index: item }: estypes.BulkResponse['items'][number]): Refusal[] {
  if (!item?.error || item.status === conflict) return [];
  const { _id: id, status, error } = item;
  const reason = `${error.type}: ${error.reason}`;
  if (status === senseless && id) return [{ id, reason }];
  const failure = new Error(`${id} was not written: ${reason}`);
  if (isBlocked(reason)) throw blocked(failure);
  throw awayStatuses.has(status) ? unavailable(failure) : failure;
}

/** Every document that is not gone in order of id, a page at a time, as they were at the beginning. */
export async function* scanDocuments({ run }: ElasticConnection, index: string): AsyncGenerator<IndexedDoc> {
  const stored = storedName(index);
  const opened = await run(async (client) => {
    await client.indices.refresh({ index: stored });
    return client.openPointInTime({ index: stored, keep_alive: scanKept });
  });
  let pit = opened.id;
  try {
    let after: estypes.SortResults | undefined;
    do {
      const page = await run((client) =>
        client.search<StoredDoc>({
          pit: { id: pit, keep_alive: scanKept },
          query: { bool: { must_not: { term: { gone: true } } } },
          sort: [{ id: 'asc' }],
          size: scanPage,
          track_total_hits: false,
          _source: ['id', 'version', 'texts', 'filters', 'positions'],
          ...(after && { search_after: after }),
        }),
      );
      for (const { _source } of page.hits.hits) if (_source) yield _source;
      pit = page.pit_id ?? pit;
      after = page.hits.hits.length === scanPage ? page.hits.hits.at(-1)?.sort : undefined;
    } while (after);
  } finally {
    // It would be forgotten after a minute anyway.
    await run((client) => client.closePointInTime({ id: pit })).catch(() => {});
  }
}
