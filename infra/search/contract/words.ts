import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editsAllowed, editsBetween } from '../edits.ts';
import { doc, type EngineUnderTest, type StoriesIndex, testWith, withStories } from './fixture.ts';

/** Documents with one title each, numbered in order. */
const titled = (...titles: string[]) => titles.map((title, index) => doc(`d${index}`, { title }));

/** Cases: description, titles, query, and indexes of the titles that must be found. */
const spellings: [about: string, titles: string[], q: string, found: number[]][] = [
  ['a word', ['Louvre', 'Prado'], 'louvre', [0]],
  ['whatever the case', ['LOUVRE', 'louvre'], 'LouVre', [0, 1]],
  ['accents in the text', ['Café Orléans', 'Tea'], 'cafe orleans', [0]],
  ['accents in the query', ['Cafe Orleans', 'Tea'], 'Café Orléans', [0]],
  ['accents as combining characters', ['Cafe\u0301', 'Caf\u00e9'], 'caf\u00e9', [0, 1]],
  ['letters with a stroke', ['Łódź', 'Straße', 'Tromsø', 'Ærø'], 'lodz', [0]],
  ['sharp s as two letters', ['Łódź', 'Straße', 'Tromsø', 'Ærø'], 'STRASSE', [1]],
  ['Greek final sigma', ['ΟΔΟΣ', 'x'], 'οδος', [0]],
  ['Cyrillic', ['Эрмитаж', 'x'], 'эрмитаж', [0]],
  ['Korean', ['경복궁 산책', 'x'], '경복궁', [0]],
  ['a part of a Japanese compound', ['東京タワー', '京都'], '東京', [0]],
  ['the last part of a Thai text', ['เที่ยววัดพระแก้วกรุงเทพ', 'เชียงใหม่'], 'กรุงเทพ', [0]],
  ['the middle of a Thai text', ['เที่ยววัดพระแก้วกรุงเทพ', 'เชียงใหม่'], 'วัดพระแก้ว', [0]],
  ['a part of a Lao text', ['ໄປວັດຊຽງທອງ', 'x'], 'ວັດຊຽງທອງ', [0]],
  ['a part of a Khmer text', ['ទៅអង្គរវត្ត', 'x'], 'អង្គរវត្ត', [0]],
  ['a part of a Burmese text', ['ရွှေတိဂုံဘုရား', 'x'], 'ဘုရား', [0]],
  ['the second part of a Korean compound', ['스페인여행', '스페인'], '여행', [0]],
  ['the second part of a Katakana compound', ['カラオケタワー', 'カラオケ'], 'タワー', [0]],
  ['half-width Katakana with another long vowel mark', ['スーパータワー', 'x'], 'ｽ－ﾊﾟ－', [0]],
  ['Persian letters for Arabic letters', ['علي كاظم', 'x'], 'علی کاظم', [0]],
  ['simplified characters', ['臺北', '東京'], '台北', [0]],
  ['no apostrophe in a name', ["O'Connell Street", 'Main Street'], 'oconnell', [0]],
  ['the beginning of the last word', ['Barcelona', 'Barolo', 'Lisbon'], 'bar', [0, 1]],
  ['only the last word may be unfinished', ['Old Barcelona', 'Old Bar Lisbon'], 'bar old', [1]],
  ['a letter alone begins nothing', ['Lisbon', 'L'], 'l', [1]],
  ['a wrong first letter', ['Lisbon', 'Prado'], 'misbon', [0]],
  ['a wrong letter within', ['Lisbon', 'Prado'], 'lisson', [0]],
  ['a letter too few', ['Lisbon', 'Prado'], 'isbon', [0]],
  ['a letter too many', ['Lisbon', 'Prado'], 'lisbonn', [0]],
  ['neighbours in the wrong order', ['Lisbon', 'Prado'], 'ilsbon', [0]],
  ['neighbours in the wrong order at the end', ['Lisbon', 'Prado'], 'lisbno', [0]],
  ['one edit of four letters', ['Rome', 'Bonn'], 'rime', [0]],
  ['no two edits below eight letters', ['Lisbon', 'Prado'], 'mispon', []],
  ['two edits from eight letters', ['Barcelona', 'Prado'], 'bacrelina', [0]],
  ['two edits at the beginning', ['Edinburgh', 'Prado'], 'detinburgh', [0]],
  ['two neighbours swapped twice', ['Marrakesh', 'Prado'], 'amrrakehs', [0]],
  ['no three edits', ['Barcelona', 'Prado'], 'bacrelinna', []],
  ['no edit below four letters', ['Fez', 'Nîmes'], 'fes', []],
  ['an edit in each of two words', ['Museo Prado', 'Museo'], 'musea predo', [0]],
  ['words with punctuation between', [`Musée d’Orsay`, 'Orsay'], `musee d'orsay`, [0]],
  ['numbers', ['Route 66', 'Route 67'], 'route 66', [0]],
  ['all words before any', ['Old town', 'Old harbour', 'New town'], 'old town', [0]],
  ['all words but one before any', ['Old red town', 'Red harbour', 'Old red bridge', 'Town'], 'old red castle', [0, 2]],
  ['any word when no document has all words but one', ['Old town', 'Harbour', 'Red bridge'], 'old red castle', [0, 2]],
  ['either of two words when no document has both', ['Old town', 'Harbour', 'New bridge'], 'old bridge', [0, 2]],
  ['no stop words', ['Tower of London', 'The old house of my aunt'], 'the tower of the london', [0]],
  ['stop words when the query has no other words', ['The The', 'Tower'], 'the', [0]],
  ['words in different texts of a document', ['Old town', 'x'], 'town old', [0]],
];

/** Queries with syntax of query languages, which must be treated as plain words. */
const hostile = [
  `'`,
  `"`,
  `''; drop table x; --`,
  'a & b | !c',
  'tower:*',
  '(tower',
  'tower)',
  'tower\\',
  '/tower/',
  'tower~2',
  'tower^9',
  '+tower -x',
  '[a TO b]',
  '{"match_all":{}}',
  'title:tower',
  '*',
  '?',
  '%',
  '_',
  'tower AND NOT x',
  '\\',
  '\u0000',
  '\ud800 tower',
  'tower\u2028',
  '<em>tower</em>',
  '🗼',
  '🗼 tower',
  '__proto__',
  'constructor',
  'x'.repeat(200),
  'é'.repeat(200),
  '🗼'.repeat(100),
  'a '.repeat(100),
  Array.from({ length: 50 }, (_, index) => `w${index}x`)
    .join(' ')
    .slice(0, 200),
];
const wordless = ['', ' ', '...', '& | ! : *', '🗼🗼', '\u0301', '–—', '\u0000'];

const letter = fc.constantFrom('a', 'b', 'é', 'z');
const word = fc.string({ unit: letter, minLength: 2, maxLength: 11 });

/** Matching of words: folding, prefixes and typing errors. */
export function wordsContract(made: () => EngineUnderTest): void {
  describe('search words', () => {
    const stories = testWith(made);
    test.each(spellings)('are matched: %s', { timeout: 60_000 }, (_, titles, q, found) =>
      withStories(made(), async ({ hold, find }) => {
        await hold(...titled(...titles));
        expect((await find(q)).toSorted()).toEqual(found.map((index) => `d${index}`));
      }),
    );

    stories('without fuzzy match only equal words and prefixes', async ({ hold, find }) => {
      await hold(...titled('Lisbon', 'Lisbona', 'Lissbon', 'LÍSBON'));
      expect(await find('lisbon', { fuzzy: false })).toEqual(['d0', 'd3', 'd1']);
      expect((await find('lisbon')).toSorted()).toEqual(['d0', 'd1', 'd2', 'd3']);
    });

    stories('with query syntax are treated as plain words and never fail', async ({ hold, ask }) => {
      await hold(doc('tower', { title: 'Tower', description: `It's "the" one & only <em>one</em>` }), doc('other', { title: 'Palace' }));
      for (const q of hostile) {
        const { hits } = await ask(q);
        expect({ q, ids: hits.map(({ id }) => id) }).toEqual({ q, ids: q.includes('tower') ? ['tower'] : [] });
      }
    });

    stories('are required: a query without a word finds nothing', async ({ hold, ask }) => {
      await hold(doc('a', { title: '... & 🗼' }), doc('b', { title: 'Tower' }));
      for (const q of wordless) expect({ q, ...(await ask(q)) }).toEqual({ q, hits: [], total: 0 });
    });

    stories('match exactly within the allowed edits, or as a prefix', (fixture) => anyWords(fixture));
  });
}

/** Compares the matches of random similar words with the definition of edits. */
async function anyWords({ hold, find }: StoriesIndex): Promise<void> {
  let round = 0;
  const check = fc.asyncProperty(fc.uniqueArray(word, { maxLength: 40 }), fc.array(word, { minLength: 1, maxLength: 12 }), async (words, asked) => {
    round += 1;
    const filter = { op: 'eq', field: 'likes', value: round } as const;
    const folded = words.map((one) => one.replaceAll('é', 'e'));
    await hold(...words.map((title, index) => doc(`r${round}-${index}`, { title }, { likes: round })));
    for (const q of asked) {
      const plain = q.replaceAll('é', 'e');
      const fits = (one: string): boolean => one.startsWith(plain) || editsBetween(one, plain, editsAllowed(plain.length)) !== null;
      const expected = folded.flatMap((one, index) => (fits(one) ? [`r${round}-${index}`] : []));
      expect({ q, found: (await find(q, { filter })).toSorted() }).toEqual({ q, found: expected.toSorted() });
    }
  });
  await fc.assert(check, { numRuns: 25 });
}
