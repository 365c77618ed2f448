import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensOf, wordsOf } from './words.ts';

test.each([
  ['', []],
  ['  … & 🗺️ ', []],
  ['Hello, World!', ['hello', 'world']],
  ['Café CAFÉ cafe\u0301', ['cafe', 'cafe', 'cafe']],
  ['Straße STRASSE', ['strasse', 'strasse']],
  ['İstanbul ISTANBUL ıstanbul', ['istanbul', 'istanbul', 'istanbul']],
  ['Łódź Đà-Nẵng Tromsø Æbelø', ['lodz', 'da', 'nang', 'tromso', 'aebelo']],
  ['ΟΔΟΣ Ὀδός', ['οδοσ', 'οδοσ']],
  ['Йошкар-Ола', ['иошкар', 'ола']],
  ['東京タワー', ['東', '京', 'タワー']],
  ['서울 광화문', ['서울', '광화문']],
  ['हिन्दी', ['हिन्दी']],
  ['ﬁne ＦＵＬＬ Ⅳ', ['fine', 'full', 'iv']],
  [`L'Orangerie d’Orsay`, ['l', 'orangerie', 'd', 'orsay']],
  ['a_b c-d e.f 3rd', ['a', 'b', 'c', 'd', 'e', 'f', '3rd']],
  ['\u0301 \u0301a', ['a']],
  ['\ud800a\udfff b\0c', ['a', 'b', 'c']],
])('%j is made of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('a word is cut where engines would refuse it', () => {
  expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(64)]);
});

test('any text: words are letters and digits only, stand where it is said, and are their own fold', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('a', 'É', 'ß', ' ', '…', '京', "'"), fc.string({ unit: 'binary', maxLength: 1 })),
    maxLength: 40,
  });
  const check = fc.property(text, (any) => {
    let before = 0;
    for (const { word, start, end } of tokensOf(any)) {
      expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      expect(start).toBeGreaterThanOrEqual(before);
      expect(any.slice(start, end).length).toBeGreaterThan(0);
      expect(wordsOf(word).join('')).toBe(word);
      before = end;
    }
  });
  fc.assert(check, { numRuns: 1_500 });
});
