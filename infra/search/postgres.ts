import type pg from 'pg';
import { migratedTables } from '../postgres/migrate.ts';
import { documentRow, type Parameters, parameters, textField } from '../projection-store/postgres/expressions.ts';
import { compileFilter } from '../projection-store/postgres/filter.ts';
import type { RunStatement, Statement } from '../projection-store/postgres/statement.ts';
import { deletionKeys, editsBetween } from './edits.ts';
import { highlighter } from './highlight.ts';
import type { Hits, IndexedDoc, IndexSpec, SearchEngine, SearchQuery, TextKind } from './port.ts';
import { lexeme, scanDocuments, wholeLexeme, writeDocuments } from './postgres/documents.ts';
import { documentsTable, dropIndex, ensureIndex, hasPositionIn, migrateSearch, wordsTable } from './postgres/schema.ts';
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

/** Search in Postgres, two tables per index, created at the first use. The caller closes the pool. */
export function postgresSearchEngine(pool: pg.Pool): SearchEngine {
  const { use: define, query } = migratedTables(pool, () => migrateSearch(pool));
  // Statements are not prepared, because the right plan depends on the frequency of the words.
  const run: RunStatement = ({ text, values }) => query(text, values);
  const specOf = specs(run);
  return {
    ensure: (spec) => define(() => ensureIndex(pool, spec)),
    drop: (index) => define(() => dropIndex(pool, index)),
    write: async (index, docs) => writeDocuments(run, await specOf(index), docs),
    // A refresh is not needed, because a search sees all earlier commits.
    refresh: async () => {},
    search: async (index, query) => search(run, await specOf(index), query),
    scan: async function* (index) {
      yield* scanDocuments(run, await specOf(index));
    },
    activeBuilds: async () => {
      const rows = await run<{ index: string; build: number }>({ text: 'select index, build::float8 as build from search.active_build', values: [] });
      return Object.fromEntries(rows.map(({ index, build }) => [index, build]));
    },
    activate: async (index, build) => {
      // Plans depend on statistics, which are missing after a bulk fill.
      const tables = [documentsTable(`${index}@${build}`), wordsTable(`${index}@${build}`)];
      await run({ text: `analyze ${tables.join(', ')}`, values: [] });
      const text = `insert into search.active_build (index, build) values ($1, $2) on conflict (index) do update set build = excluded.build`;
      await run({ text, values: [index, build] });
    },
    close: async () => {},
  };
}

/** Caches the declarations of indexes by name, because they never change. */
function specs(run: RunStatement): (index: string) => Promise<IndexSpec> {
  const known = new Map<string, IndexSpec>();
  return async (index) => {
    const before = known.get(index);
    if (before) return before;
    const [row] = await run<{ spec: string }>({ text: 'select spec from search.index where name = $1', values: [index] });
    if (!row) throw new Error(`There is no search index ${JSON.stringify(index)}`);
    const spec: IndexSpec = JSON.parse(row.spec);
    known.set(index, spec);
    return spec;
  };
}

/** Most ranked hits, names first. Counts and pages end at this number. */
const mostRanked = 10_000;
/** Most alternatives of a word, closest first. */
const mostAlternatives = 50;
/** Most candidate words of an expansion, including accidental hash collisions. */
const mostCompared = 5_000;

/** Most stored words with a typed prefix that are listed in the query; with more, the query uses the prefix itself. */
const mostLonger = 64;

/** A query word with the stored words that it may mean. */
interface Expanded extends QueryWord {
  /** Stored words by closeness; `beginning` is null when the list would be too long. */
  alternatives: Readonly<{ beginning: readonly string[] | null; oneEdit: readonly string[]; twoEdits: readonly string[] }>;
}
const noAlternatives: Expanded['alternatives'] = { beginning: [], oneEdit: [], twoEdits: [] };

/** Searches for documents with all words, or with fewer words when no document has all. */
async function search(run: RunStatement, spec: IndexSpec, query: SearchQuery): Promise<Hits> {
  const asked = parseQuery(query);
  if (!asked) return { hits: [], total: 0 };
  const expanded = { ...asked, words: await expand(run, spec.name, asked.words) };
  const withAll = await found(run, spec, query, expanded, expanded.words.length);
  const fewer = requiredWordCounts(asked).slice(1);
  if (withAll.total > 0 || fewer.length === 0) return withAll;
  const question = weightedByRarity(expanded, await countsOf(run, spec, query, expanded.words));
  for (const least of fewer) {
    const hits = await found(run, spec, query, question, least);
    if (hits.total > 0) return hits;
  }
  return { hits: [], total: 0 };
}

interface Row extends Record<string, unknown> {
  total: number;
  page: { doc: IndexedDoc; value: number }[];
}

async function found(run: RunStatement, spec: IndexSpec, query: SearchQuery, question: ParsedQuery<Expanded>, least: number): Promise<Hits> {
  const [row] = await run<Row>(searchStatement(spec, query, question, least));
  const explain = highlighter(spec, question);
  const hits = row?.page.map(({ doc, value }) => ({ id: doc.id, score: scoreOf(value, question), ...explain(doc) }));
  return { hits: hits ?? [], total: row?.total ?? 0 };
}

/** For each word, the number of matching documents with its exact form, or else with any alternative. */
async function countsOf(run: RunStatement, spec: IndexSpec, query: SearchQuery, words: readonly Expanded[]): Promise<number[]> {
  const into = parameters();
  const andLimits = limitsOn(spec, query, into);
  const counted = (finds: string): string => `nullif((select count(*)::int from (
      select from ${documentsTable(spec.name)} where words @@ ${into.add(finds, 'tsquery')} ${andLimits} limit ${mostCountedForRarity}
    ) as counted), 0)`;
  const spelt = ({ word }: QueryWord): string => textKinds.map((kind) => lexeme(kind, word)).join(' | ');
  // Postgres evaluates the second count only without the first.
  const counts = words.map((word) => `coalesce(${counted(spelt(word))}, ${counted(anyway(word, textKinds))}, 0)`);
  const [row] = await run<{ counts: number[] }>({ text: `select array[${counts.join()}] as counts`, values: into.values });
  return row?.counts ?? [];
}

/** Conditions of the query besides its words. Filters are checked per document, because most of their fields have no index. */
function limitsOn(spec: IndexSpec, { filter, within }: SearchQuery, into: Parameters): string {
  const andFilter = filter ? `and ${compileFilter(filter, into, documentRow('doc'), 'checked')}` : '';
  return within ? `${andFilter} and ${hasPositionIn(widenedBox(spec, within), into)}` : andFilter;
}

/** Expands query words to stored words: by prefix and within the allowed edits. */
async function expand(run: RunStatement, index: string, words: readonly QueryWord[]): Promise<Expanded[]> {
  const keys = [...new Set(words.flatMap(({ word, edits }) => (edits > 0 ? deletionKeys(word, edits) : [])))];
  const beginning = words.find(({ unfinished }) => unfinished)?.word ?? null;
  if (keys.length === 0 && beginning === null) return words.map((wanted) => ({ ...wanted, alternatives: noAlternatives }));
  const table = wordsTable(index);
  // Each key has a separate look-up, because for all keys at once Postgres would overestimate the rows and scan the table.
  const text = `(select distinct word, false as longer from unnest($1::int4[]) as key cross join lateral (
      select word from ${table} where keys @> array[key]) as near limit ${mostCompared})
    union all (select word, true as longer from ${table} where word > $2 and word < $3 order by word limit ${mostLonger + 1})`;
  const rows = await run<{ word: string; longer: boolean }>({ text, values: [keys, beginning, beginning && `${beginning}\u{10ffff}`] });
  const near = rows.flatMap(({ word, longer }) => (longer ? [] : [word]));
  const longer = rows.flatMap((row) => (row.longer ? [row.word] : []));
  return words.map((wanted) => ({ ...wanted, alternatives: alternativesOf(wanted, near, wanted.unfinished ? longer : []) }));
}

function alternativesOf({ word, edits }: QueryWord, near: readonly string[], longer: readonly string[]): Expanded['alternatives'] {
  const byEdits: [string[], string[]] = [[], []];
  for (const one of edits > 0 ? near : []) {
    const apart = editsBetween(one, word, edits);
    if (apart) byEdits[apart - 1]?.push(one);
  }
  const [oneEdit, twoEdits] = [byEdits[0].toSorted(), byEdits[1].toSorted()];
  return {
    beginning: longer.length > mostLonger ? null : longer,
    oneEdit: oneEdit.slice(0, mostAlternatives),
    twoEdits: twoEdits.slice(0, Math.max(0, mostAlternatives - oneEdit.length)),
  };
}

/** Query term of a word with this closeness in texts of a kind; null when nothing matches. */
function term(kind: TextKind, closeness: Closeness, { word, alternatives }: Expanded): string | null {
  switch (closeness) {
    case 'exact':
      return lexeme(kind, word);
    case 'beginning':
      return alternatives.beginning === null ? `${lexeme(kind, word)}:*` : anyOf(alternatives.beginning.map((one) => lexeme(kind, one)));
    case 'oneEdit':
    case 'twoEdits':
      return anyOf(alternatives[closeness].map((one) => lexeme(kind, one)));
    default:
      throw new Error(`unknown closeness ${JSON.stringify(closeness satisfies never)}`);
  }
}

const anyOf = (terms: readonly string[]): string | null => (terms.length > 0 ? `(${terms.join(' | ')})` : null);

/** Query term of a word with any closeness in texts of these kinds. */
function anyway(word: Expanded, among: readonly TextKind[]): string {
  const terms = matchLevelsOf(word).map(({ kind, closeness }) => (among.includes(kind) ? term(kind, closeness, word) : null));
  return anyOf(terms.filter((one) => one !== null)) ?? lexeme('name', word.word);
}

/** Query for documents with at least `least` of the terms: all, all but one, or one. */
function atLeast(least: number, terms: readonly string[]): string {
  if (least === terms.length) return terms.join(' & ');
  if (least === 1) return terms.join(' | ');
  return terms.map((_, without) => `(${terms.toSpliced(without, 1).join(' & ')})`).join(' | ');
}

/** SQL of a document's value: the sum of the best match of each word, or the higher value of an equal whole name. */
function valueExpression(question: ParsedQuery<Expanded>, into: Parameters): string {
  const perWord = question.words.map((word) => {
    const cases = matchLevelsOf(word).flatMap(({ kind, closeness, value }) => {
      const finds = term(kind, closeness, word);
      return finds === null ? [] : [`when words @@ ${into.add(finds, 'tsquery')} then ${value * word.weight}`];
    });
    return `case ${cases.join(' ')} else 0 end`;
  });
  const wholes = (['name', 'place'] as const).map(
    (kind) => `when words @@ ${into.add(wholeLexeme(kind, question.whole), 'tsquery')} then ${wholeValue(kind, question)}`,
  );
  return `greatest(${perWord.join(' + ')}, case ${wholes.join(' ')} else 0 end)`;
}

function searchStatement(spec: IndexSpec, query: SearchQuery, question: ParsedQuery<Expanded>, least: number): Statement {
  const into = parameters();
  const table = documentsTable(spec.name);
  const wanted = (among: readonly TextKind[]): string =>
    into.add(
      atLeast(
        least,
        question.words.map((word) => anyway(word, among)),
      ),
      'tsquery',
    );
  const [inNames, anywhere] = [wanted(['name']), wanted(textKinds)];
  const limits = limitsOn(spec, query, into);
  const { onePer } = query;
  const candidate = `id, words${onePer ? `, ${textField(onePer, 'doc')} as alike` : ''}`;
  const [alike, best, inOrder] = onePer ? [', alike', 'distinct on (alike)', 'order by alike, value desc, id'] : ['', '', ''];
  const text = `with named as materialized (select ${candidate} from ${table} where words @@ ${inNames} ${limits} limit ${mostRanked}),
    others as materialized (
      select ${candidate} from ${table} where words @@ ${anywhere} and not words @@ ${inNames} ${limits} limit ${mostRanked} - (select count(*) from named)
    ),
    valued as materialized (select id${alike}, ${valueExpression(question, into)} as value from (table named union all table others) as candidates),
    good as materialized (select ${best} id, value from valued where value >= ${into.add(minimumValue(query.minScore, question), 'int')} ${inOrder}),
    page as (select id, value from good order by value desc, id limit ${into.add(query.limit, 'int')} offset ${into.add(query.offset, 'int')})
    select (select count(*)::int from good) as total, coalesce((
      select json_agg(json_build_object('value', value, 'doc', json_build_object('id', id, 'texts', texts)) order by value desc, id)
      from page join ${table} using (id)
    ), '[]') as page`;
  return { text, values: into.values };
}
