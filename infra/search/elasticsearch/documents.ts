import type { estypes } from '@elastic/elasticsearch';
import { writeBatches } from '../edits.ts';
import type { IndexedDoc, IndexSpec, Refusal, TextKind } from '../port.ts';
import { foldedTextOf, textKinds, type WholeKind } from '../question.ts';
import { wordsOf } from '../words.ts';
import {
  blockedError,
  type ElasticConnection,
  elasticIndexName,
  isReadOnlyIndexError,
  statusOf,
  unavailableError,
  unavailableStatuses,
} from './connection.ts';
import { caseFolded } from './filter.ts';
import { isText } from './index.ts';

/** Page size of `scan`, documents, and lifetime of its point in time. */
const scanPage = 1_000;
const scanKept = '1m';
/** Longest name that is compared as a whole, because a query has at most 200 characters. */
const longestWhole = 200;
const conflict = 409;
/** HTTP status for an invalid document. */
const senseless = 400;
/** HTTP statuses for a refused call: an invalid document, or a body that is too large. */
const refused: ReadonlySet<number | null> = new Set([senseless, 413]);

/** Stored form of a document. A deleted document stays as a tombstone, because only an existing document keeps its version. */
export interface StoredDoc extends IndexedDoc {
  gone?: true;
}

/** Stored form of a document with its indexed fields. */
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
    ...Object.fromEntries(textKinds.map((kind) => [kind, wordsIn(spec, texts, kind)])),
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
    .map(foldedTextOf)
    .filter((whole) => whole.length <= longestWhole);

/** Writes documents in batches. A conflict with a newer version is expected and no refusal. */
export function writeDocuments({ run }: ElasticConnection, spec: IndexSpec, docs: readonly IndexedDoc[]): Promise<Refusal[]> {
  const index = elasticIndexName(spec.name);
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

/** Refusal of one document, if any. @throws Error when the document was not written for a reason other than its content or a version conflict. */
function refusalsIn({ index: item }: estypes.BulkResponse['items'][number]): Refusal[] {
  if (!item?.error || item.status === conflict) return [];
  const { _id: id, status, error } = item;
  const reason = `${error.type}: ${error.reason}`;
  if (status === senseless && id) return [{ id, reason }];
  const failure = new Error(`${id} was not written: ${reason}`);
  if (isReadOnlyIndexError(reason)) throw blockedError(failure);
  throw unavailableStatuses.has(status) ? unavailableError(failure) : failure;
}

/** All existing documents in order of id, page by page, from one point in time. */
export async function* scanDocuments({ run }: ElasticConnection, index: string): AsyncGenerator<IndexedDoc> {
  const stored = elasticIndexName(index);
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
    // An open point in time would keep its resources for another minute.
    await run((client) => client.closePointInTime({ id: pit })).catch(() => {});
  }
}
