import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { RunStatement } from '../../projection-store/postgres/statement.ts';
import { deletionKeys, maxEditsToStoredWord, writeBatches } from '../edits.ts';
import type { IndexedDoc, IndexSpec, Refusal, TextKind } from '../port.ts';
import { foldedTextOf, isWholeKind, textKinds, type WholeKind } from '../question.ts';
import { characterCountOf, wordsOf } from '../words.ts';
import { cellLexeme, documentsTable, pointsLiteral, positionsAsJson, wordsTable } from './schema.ts';

/** Documents per page of `scan`. */
const scanPage = 1_000;
/** Longest name that is compared as a whole, because a query has at most 200 characters. */
const longestWhole = 200;
/** Error classes of refused values: 22 for invalid data such as NUL, 54 for exceeded limits such as a `tsvector` above 1 MB. */
const refused = /^(22|54)/;

/** Stored form of a word, with its kind of text, so that the index distinguishes a name from prose. */
export const lexeme = (kind: TextKind, word: string): string => `'${textKinds.indexOf(kind)}${word}'`;
/** Marks of whole names; no other lexeme begins with them. */
const wholeMarks: Readonly<Record<WholeKind, string>> = { name: '=', place: '~' };
export const wholeLexeme = (kind: WholeKind, whole: string): string => `'${wholeMarks[kind]}${whole}'`;

/** Lexemes and words of a document. Lexemes need no escaping, because their texts contain no quotes and no backslashes. */
function lexemesOf({ texts, positions }: IndexSpec, doc: IndexedDoc): { lexemes: Set<string>; words: Set<string> } {
  const [lexemes, words] = [new Set<string>(), new Set<string>()];
  for (const [field, text] of Object.entries(doc.texts ?? {})) {
    const kind = texts[field];
    if (!kind) continue;
    for (const word of wordsOf(text)) {
      lexemes.add(lexeme(kind, word));
      words.add(word);
    }
    if (!isWholeKind(kind)) continue;
    const whole = foldedTextOf(text);
    if (whole !== '' && whole.length <= longestWhole) lexemes.add(wholeLexeme(kind, whole));
  }
  if (positions && doc.texts) for (const one of doc.positions ?? []) lexemes.add(cellLexeme(one));
  return { lexemes, words };
}

/** Writes documents in batches together with new words, then removes words that no document holds. */
export function writeDocuments(run: RunStatement, spec: IndexSpec, docs: readonly IndexedDoc[]): Promise<Refusal[]> {
  const write = async (batch: readonly IndexedDoc[]): Promise<Refusal[]> => {
    const parsed = batch.map((doc) => lexemesOf(spec, doc));
    const fresh = await newWords(run, spec.name, new Set(parsed.flatMap(({ words }) => [...words])));
    const json = (value: object | null): string | null => value && JSON.stringify(value);
    // The column `positions` is missing in tables without positions and in older tables.
    const positions = spec.positions ? { column: ', positions', read: ', positions::point[]', write: ', positions = excluded.positions' } : null;
    const lost = await run<{ word: string }>({
      text: `with new_words as (
          insert into ${wordsTable(spec.name)} (word, length, keys)
          select word, length, keys::int4[] from unnest($6::text[], $7::smallint[], $8::text[]) as t(word, length, keys) on conflict do nothing
        ), before as materialized (
          select id, words from ${documentsTable(spec.name)} where id = any($1::text[]) and words is not null
        ), written as (
          insert into ${documentsTable(spec.name)} as stored (id, version, texts, doc, words${positions?.column ?? ''})
          select id, version, texts, doc, words::tsvector${positions?.read ?? ''}
          from unnest($1::text[], $2::bigint[], $3::jsonb[], $4::jsonb[], $5::text[], $9::text[]) as t(id, version, texts, doc, words, positions)
          on conflict (id) do update set version = excluded.version, texts = excluded.texts, doc = excluded.doc, words = excluded.words${positions?.write ?? ''}
          where stored.version <= excluded.version
          returning id, words
        )
        select distinct substr(lexeme, 2) as word from before join written using (id) cross join unnest(tsvector_to_array(before.words)) as lexeme
        where before.words is distinct from written.words and not lexeme = any(coalesce(tsvector_to_array(written.words), '{}'))`,
      values: [
        batch.map(({ id }) => id),
        batch.map(({ version }) => version),
        batch.map(({ texts }) => json(texts)),
        batch.map(({ texts, filters }) => json(texts && (filters ?? {}))),
        batch.map(({ texts }, index) => texts && [...(parsed[index]?.lexemes ?? [])].join(' ')),
        fresh,
        fresh.map(characterCountOf),
        fresh.map((word) => `{${deletionKeys(word, maxEditsToStoredWord(word)).join()}}`),
        batch.map(({ texts, positions: at }) => (texts && at ? pointsLiteral(at) : null)),
      ],
    });
    const words = lost.map(({ word }) => word);
    if (words.length > 0) await forgetWords(run, spec.name, words);
    return [];
  };
  return writeBatches(docs, write, isRefusal);
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && refused.test(error.code);

/**
 * Removes words that no document contains, because a word may be the name of a person. A word written concurrently may be removed as well; its
 * misspellings are found again after its next write.
 */
async function forgetWords(run: RunStatement, index: string, words: readonly string[]): Promise<void> {
  // Query for the word in texts of any kind.
  const spelt = textKinds.map((_, kind) => `'''${kind}' || known.word || ''''`).join(` || '|' || `);
  const text = `delete from ${wordsTable(index)} as known where known.word = any($1::text[])
    and not exists (select from ${documentsTable(index)} as d where d.words @@ (${spelt})::tsquery)`;
  await run({ text, values: [words] });
}

/** Words of at least three letters that are not in the table of words yet, sorted. */
async function newWords(run: RunStatement, index: string, words: ReadonlySet<string>): Promise<string[]> {
  const candidates = [...words].filter((word) => maxEditsToStoredWord(word) > 0);
  if (candidates.length === 0) return [];
  const text = `select word from unnest($1::text[]) as t(word) where not exists (select from ${wordsTable(index)} as known where known.word = t.word)
    order by word collate "C"`;
  return (await run<{ word: string }>({ text, values: [candidates] })).map(({ word }) => word);
}

interface StoredDoc extends Record<string, unknown>, Omit<IndexedDoc, 'positions'> {
  positions?: readonly Coordinates[] | null;
}

/** All existing documents in order of id, page by page. */
export async function* scanDocuments(run: RunStatement, { name, positions }: IndexSpec): AsyncGenerator<IndexedDoc> {
  const columns = `id, version::float8 as version, texts, doc as filters${positions ? `, ${positionsAsJson} as positions` : ''}`;
  const select = `select ${columns} from ${documentsTable(name)} where texts is not null`;
  let after = '';
  for (;;) {
    const page = await run<StoredDoc>({ text: `${select} and id > $1 order by id limit ${scanPage}`, values: [after] });
    for (const { positions: held, ...doc } of page) yield held ? { ...doc, positions: held } : doc;
    const last = page[scanPage - 1];
    if (!last) return;
    after = last.id;
  }
}
