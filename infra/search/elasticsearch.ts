import type { estypes } from '@elastic/elasticsearch';
import { type ElasticConnection, elasticConnection, elasticIndexName, unavailableError, unavailableStatuses } from './elasticsearch/connection.ts';
import { type StoredDoc, scanDocuments, writeDocuments } from './elasticsearch/documents.ts';
import { type Condition, compileFilter, hasPositionIn, pathOf } from './elasticsearch/filter.ts';
import { activate, activeBuilds, dropIndex, ensureIndex, readSpec } from './elasticsearch/index.ts';
import { highlighter } from './highlight.ts';
import type { Hits, IndexSpec, SearchEngine, SearchQuery, TextKind } from './port.ts';
import {
  type Closeness,
  matchLevelsOf,
  minimumValue,
  mostCountedForRarity,
  type ParsedQuery,
  parseQuery,
  type QueryWord,
  requiredWordCounts,
  scoreOf,
  textKinds,
  weightedByRarity,
  wholeValue,
  widenedBox,
} from './question.ts';

/** Search in Elasticsearch, with an index per build and an alias for the build in use. Connects at the first use. */
export function elasticsearchSearchEngine(url: string): SearchEngine {
  const connection = elasticConnection(url);
  const specOf = specs(connection);
  return {
    ensure: (spec) => ensureIndex(connection, spec),
    drop: (index) => dropIndex(connection, index),
    write: async (index, docs) => writeDocuments(connection, await specOf(index), docs),
    refresh: async (index) => {
      const stored = elasticIndexName(index);
      await connection.run((client) => client.indices.refresh({ index: stored }));
    },
    search: async (index, query) => search(connection, await specOf(index), query),
    scan: (index) => scanDocuments(connection, index),
    activeBuilds: () => activeBuilds(connection),
    activate: (index, build) => activate(connection, index, build),
    close: () => connection.close(),
  };
}

/** Caches the declarations of indexes by name, because they never change. */
function specs(connection: ElasticConnection): (index: string) => Promise<IndexSpec> {
  const known = new Map<string, IndexSpec>();
  return async (index) => {
    const spec = known.get(index) ?? (await readSpec(connection, index));
    known.set(index, spec);
    return spec;
  };
}

/** Most hits that are counted and can be paged. */
const mostCounted = 10_000;
/** Most alternatives of a word, closest first. */
const mostAlternatives = 50;
/** Precision threshold of distinct counts, the engine's maximum. */
const countedClosely = 40_000;

/** Searches for documents with all words, or with fewer words when no document has all. */
async function search(connection: ElasticConnection, spec: IndexSpec, query: SearchQuery): Promise<Hits> {
  const asked = parseQuery(query);
  if (!asked) return { hits: [], total: 0 };
  const withAll = await found(connection, spec, query, asked, asked.words.length);
  const fewer = requiredWordCounts(asked).slice(1);
  if (withAll.total > 0 || fewer.length === 0) return withAll;
  const question = weightedByRarity(asked, await countsOf(connection, spec, query, asked.words));
  for (const least of fewer) {
    const hits = await found(connection, spec, query, question, least);
    if (hits.total > 0) return hits;
  }
  return { hits: [], total: 0 };
}

/** For each word, the number of matching documents with its exact form, or else with any alternative. */
async function countsOf({ run }: ElasticConnection, spec: IndexSpec, query: SearchQuery, words: readonly QueryWord[]): Promise<number[]> {
  const ways = words.flatMap((wanted) => [spelt(wanted), anyway(wanted)]);
  const limits = limitsOf(spec, query);
  const searches = ways.flatMap((way): estypes.MsearchRequestItem[] => [
    {},
    {
      query: { bool: { filter: [way, ...limits] } },
      size: 0,
      track_total_hits: mostCountedForRarity,
    },
  ]);
  const { responses } = await run((client) => client.msearch({ index: elasticIndexName(spec.name), searches }));
  const counts = responses.map(countIn);
  return words.map((_, index) => counts[2 * index] || (counts[2 * index + 1] ?? 0));
}

/** Conditions of the query besides its words. */
const limitsOf = (spec: IndexSpec, { filter, within }: SearchQuery): Condition[] => [
  ...(filter ? [compileFilter(filter, spec.filters)] : []),
  ...(within ? [hasPositionIn(widenedBox(spec, within))] : []),
];

/** Number of documents that one of several searches found. @throws EngineUnavailable, or Error when the search failed. */
function countIn(response: estypes.MsearchResponseItem): number {
  if ('error' in response) {
    const failure = new Error(`A word was not counted: ${response.error.type}: ${response.error.reason}`);
    throw unavailableStatuses.has(response.status) ? unavailableError(failure) : failure;
  }
  const { total } = response.hits;
  return typeof total === 'object' ? total.value : (total ?? 0);
}

async function found({ run }: ElasticConnection, spec: IndexSpec, query: SearchQuery, question: ParsedQuery, least: number): Promise<Hits> {
  const reply = await run((client) => client.search<StoredDoc, Counted>(searchRequest(spec, query, question, least)));
  const explain = highlighter(spec, question);
  const hits = reply.hits.hits.flatMap(({ _source, _score }) =>
    _source ? [{ id: _source.id, score: scoreOf(_score ?? 0, question), ...explain(_source) }] : [],
  );
  const { total } = reply.hits;
  const all = reply.aggregations?.different.value ?? (typeof total === 'object' ? total.value : hits.length);
  return { hits, total: Math.min(all, mostCounted) };
}

/** Aggregation with the number of distinct values, when only one document per value is returned. */
interface Counted {
  different: estypes.AggregationsCardinalityAggregate;
}

/** Parts of a request that returns the best document per value of a field, with the number of values. */
const oneOfEach = (field: string): Pick<estypes.SearchRequest, 'collapse' | 'aggregations'> => ({
  collapse: { field: pathOf(field) },
  aggregations: { different: { cardinality: { field: pathOf(field), precision_threshold: countedClosely } } },
});

function searchRequest(spec: IndexSpec, query: SearchQuery, question: ParsedQuery, least: number): estypes.SearchRequest {
  const { onePer, offset, limit, minScore } = query;
  return {
    index: elasticIndexName(spec.name),
    query: {
      bool: {
        must: [{ dis_max: { queries: [withWords(question, least), ...wholes(question)] } }],
        filter: limitsOf(spec, query),
      },
    },
    min_score: minimumValue(minScore, question),
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    from: Math.min(offset, mostCounted),
    size: Math.min(limit, Math.max(0, mostCounted - offset)),
    track_total_hits: mostCounted,
    _source: ['id', 'texts'],
    ...(onePer && oneOfEach(onePer)),
  };
}

/** A match with a fixed score, because the engine's own score depends on rarity and length. */
const worth = (filter: Condition, value: number): Condition => ({ constant_score: { filter, boost: value } });

const withWords = ({ words }: ParsedQuery, least: number): Condition => ({ bool: { should: words.map(anyway), minimum_should_match: least } });

/** Conditions for documents with a name or place that equals the whole query. */
const wholes = (question: ParsedQuery): Condition[] => [
  worth({ term: { whole: question.whole } }, wholeValue('name', question)),
  worth({ term: { wholePlace: question.whole } }, wholeValue('place', question)),
];

const spelt = ({ word }: QueryWord): Condition => ({ bool: { should: textKinds.map((kind) => term(kind, 'exact', word)), minimum_should_match: 1 } });

/** Condition for a word with any closeness in any kind of text. The match with the highest value gives the score. */
const anyway = (wanted: QueryWord): Condition => ({
  dis_max: { queries: matchLevelsOf(wanted).map(({ kind, closeness, value }) => worth(term(kind, closeness, wanted.word), value * wanted.weight)) },
});

function term(kind: TextKind, closeness: Closeness, value: string): Condition {
  switch (closeness) {
    case 'exact':
      return { term: { [kind]: { value } } };
    case 'beginning':
      return { prefix: { [kind]: { value } } };
    case 'oneEdit':
    case 'twoEdits':
      return { fuzzy: { [kind]: { value, fuzziness: closeness === 'oneEdit' ? 1 : 2, max_expansions: mostAlternatives, transpositions: true } } };
    default:
      throw new Error(`unknown closeness ${JSON.stringify(closeness satisfies never)}`);
  }
}
