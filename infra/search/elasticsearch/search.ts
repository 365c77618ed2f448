import type { estypes } from '@elastic/elasticsearch';
import { highlighter } from '../highlight.ts';
import type { Hits, IndexSpec, SearchQuery, TextKind } from '../port.ts';
import { type Closeness, leastValue, leastWords, levelsOf, type Question, questionOf, scoreOf, type Wanted, wholeValue } from '../question.ts';
import type { ElasticConnection } from './connection.ts';
import type { StoredDoc } from './documents.ts';
import { type Condition, compileFilter } from './filter.ts';
import { storedName } from './names.ts';

/** Number of hits up to which they are counted, and that can be paged through. */
const mostCounted = 10_000;
/** Words that one is taken for, the closest first. */
const mostAlternatives = 50;

/** Searches for documents with all words, and for fewer where there is none. */
export async function search(connection: ElasticConnection, spec: IndexSpec, query: SearchQuery): Promise<Hits> {
  const question = questionOf(query);
  if (!question) return { hits: [], total: 0 };
  for (const least of leastWords(question)) {
    const hits = await found(connection, spec, query, question, least);
    if (hits.total > 0) return hits;
  }
  return { hits: [], total: 0 };
}

async function found({ run }: ElasticConnection, spec: IndexSpec, query: SearchQuery, question: Question, least: number): Promise<Hits> {
  const reply = await run((client) => client.search<StoredDoc>(searchRequest(spec, query, question, least)));
  const explain = highlighter(spec, question);
  const hits = reply.hits.hits.flatMap(({ _source, _score }) =>
    _source ? [{ id: _source.id, score: scoreOf(_score ?? 0, question), ...explain(_source) }] : [],
  );
  const total = reply.hits.total;
  return { hits, total: typeof total === 'object' ? total.value : hits.length };
}

function searchRequest(spec: IndexSpec, query: SearchQuery, question: Question, least: number): estypes.SearchRequest {
  const { filter, offset, limit, minScore } = query;
  return {
    index: storedName(spec.name),
    query: {
      bool: {
        must: [{ bool: { should: question.words.map(anyway), minimum_should_match: least } }],
        should: [worth({ term: { whole: question.whole } }, wholeValue(question.words))],
        ...(filter && { filter: [compileFilter(filter, spec.filters)] }),
      },
    },
    min_score: leastValue(minScore, question),
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    from: Math.min(offset, mostCounted),
    size: Math.min(limit, Math.max(0, mostCounted - offset)),
    track_total_hits: mostCounted,
    _source: ['id', 'texts'],
  };
}

/** A match that adds so much, whatever else is stored: the engine's own measure depends on how rare a word is, and on its length. */
const worth = (filter: Condition, value: number): Condition => ({ constant_score: { filter, boost: value } });

/** What finds a word in any way; the most valuable way counts. */
const anyway = (wanted: Wanted): Condition => ({
  dis_max: { queries: levelsOf(wanted).map(({ kind, closeness, value }) => worth(term(kind, closeness, wanted.word), value * wanted.weight)) },
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
