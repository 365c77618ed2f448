import { compileFilter, type Parameters, parameters } from '../projections/postgres-filter.ts';
import type { Run, Statement } from '../projections/postgres-statement.ts';
import { deletionKeys } from './deletion-keys.ts';
import { editsBetween } from './edits.ts';
import { highlighter } from './highlight.ts';
import type { Hits, IndexedDoc, IndexSpec, SearchQuery, TextKind } from './port.ts';
import { lexeme, wholeLexeme } from './postgres-documents.ts';
import { documentsTable, wordsTable } from './postgres-schema.ts';
import { type Closeness, kinds, leastValue, levelsOf, type Question, questionOf, scoreOf, type Wanted, wholeValue } from './question.ts';

/** Hits that are ranked, names first. So many are counted, too, and more cannot be paged through. */
const mostRanked = 10_000;
/** Words that one is taken for, the closest first. */
const mostAlternatives = 50;
/** Words that are compared with what was asked; those that share a key by chance are among them. */
const mostCompared = 5_000;

/** A word with what it may have been meant for, by number of edits. */
interface Expanded extends Wanted {
  alternatives: Readonly<Record<'oneEdit' | 'twoEdits', readonly string[]>>;
}

/** Searches for documents with all words; for any of them when there is none. */
export async function search(run: Run, spec: IndexSpec, query: SearchQuery): Promise<Hits> {
  const question = questionOf(query);
  if (!question) return { hits: [], total: 0 };
  const words = await expand(run, spec.name, question.words);
  const withAll = await found(run, spec, query, question, words, 'and');
  return withAll.total > 0 || words.length === 1 ? withAll : found(run, spec, query, question, words, 'or');
}

interface Row extends Record<string, unknown> {
  total: number;
  page: { doc: IndexedDoc; value: number }[];
}

async function found(run: Run, spec: IndexSpec, query: SearchQuery, question: Question, words: readonly Expanded[], joined: Joined): Promise<Hits> {
  const [row] = await run<Row>(searchStatement(spec.name, query, question, words, joined));
  const explain = highlighter(spec, question);
  const hits = row?.page.map(({ doc, value }) => ({ id: doc.id, score: scoreOf(value, question), ...explain(doc) }));
  return { hits: hits ?? [], total: row?.total ?? 0 };
}

/** Finds out what words that occur may have been meant. */
async function expand(run: Run, index: string, words: readonly Wanted[]): Promise<Expanded[]> {
  const keys = [...new Set(words.flatMap(({ word, edits }) => (edits > 0 ? deletionKeys(word, edits) : [])))];
  // Key by key: all of them at once seem to find so much that Postgres would rather read the whole table.
  const text = `select distinct word from unnest($1::int4[]) as key cross join lateral (
    select word from ${wordsTable(index)} where keys @> array[key]) as near limit ${mostCompared}`;
  const near = keys.length > 0 ? (await run<{ word: string }>({ text, values: [keys] })).map(({ word }) => word) : [];
  return words.map((wanted) => {
    const alternatives = { oneEdit: [] as string[], twoEdits: [] as string[] };
    for (const word of near) {
      const edits = editsBetween(word, wanted.word, wanted.edits);
      if (edits === 1) alternatives.oneEdit.push(word);
      if (edits === 2) alternatives.twoEdits.push(word);
    }
    const [oneEdit, twoEdits] = [alternatives.oneEdit.toSorted(), alternatives.twoEdits.toSorted()];
    return {
      ...wanted,
      alternatives: { oneEdit: oneEdit.slice(0, mostAlternatives), twoEdits: twoEdits.slice(0, mostAlternatives - oneEdit.length) },
    };
  });
}

type Joined = 'and' | 'or';

/** What finds a word in texts of a kind in this way; null when nothing does. */
function term(kind: TextKind, closeness: Closeness, { word, alternatives }: Expanded): string | null {
  switch (closeness) {
    case 'exact':
      return lexeme(kind, word);
    case 'beginning':
      return `${lexeme(kind, word)}:*`;
    case 'oneEdit':
    case 'twoEdits':
      return anyOf(alternatives[closeness].map((one) => lexeme(kind, one)));
    default:
      throw new Error(`unknown closeness ${JSON.stringify(closeness satisfies never)}`);
  }
}

const anyOf = (terms: readonly string[]): string | null => (terms.length > 0 ? `(${terms.join(' | ')})` : null);

/** What finds a word in any way in texts of these kinds. */
function anyway(word: Expanded, among: readonly TextKind[]): string {
  const terms = levelsOf(word).map(({ kind, closeness }) => (among.includes(kind) ? term(kind, closeness, word) : null));
  return anyOf(terms.filter((one) => one !== null)) ?? lexeme('name', word.word);
}

/** What a document is worth: for each word its best match, and whether a name is just what was asked. */
function valueExpression(question: Question, words: readonly Expanded[], into: Parameters): string {
  const perWord = words.map((word) => {
    const cases = levelsOf(word).flatMap(({ kind, closeness, value }) => {
      const finds = term(kind, closeness, word);
      return finds === null ? [] : [`when words @@ ${into.add(finds, 'tsquery')} then ${value * word.weight}`];
    });
    return `case ${cases.join(' ')} else 0 end`;
  });
  const whole = `case when words @@ ${into.add(wholeLexeme(question.whole), 'tsquery')} then ${wholeValue(question.words)} else 0 end`;
  return [...perWord, whole].join(' + ');
}

function searchStatement(index: string, query: SearchQuery, question: Question, words: readonly Expanded[], joined: Joined): Statement {
  const into = parameters();
  const table = documentsTable(index);
  const wanted = (among: readonly TextKind[]): string =>
    into.add(words.map((word) => anyway(word, among)).join(joined === 'and' ? ' & ' : ' | '), 'tsquery');
  const [inNames, anywhere] = [wanted(['name']), wanted(kinds)];
  // Points have no index here.
  const filter = query.filter ? `and ${compileFilter(query.filter, into, 'checked')}` : '';
  const text = `with named as materialized (select id, words from ${table} where words @@ ${inNames} ${filter} limit ${mostRanked}),
    others as materialized (
      select id, words from ${table} where words @@ ${anywhere} and not words @@ ${inNames} ${filter} limit ${mostRanked} - (select count(*) from named)
    ),
    valued as materialized (select id, ${valueExpression(question, words, into)} as value from (table named union all table others) as candidates),
    good as materialized (select id, value from valued where value >= ${into.add(leastValue(query.minScore, question), 'int')}),
    page as (select id, value from good order by value desc, id limit ${into.add(query.limit, 'int')} offset ${into.add(query.offset, 'int')})
    select (select count(*)::int from good) as total, coalesce((
      select json_agg(json_build_object('value', value, 'doc', json_build_object('id', id, 'texts', texts)) order by value desc, id)
      from page join ${table} using (id)
    ), '[]') as page`;
  return { text, values: into.values };
}
