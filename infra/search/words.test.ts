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
  ['東京タワー', ['东', '京', 'タワ', 'ワー']],
  ['서울 광화문', ['서울', '광화', '화문']],
  ['हिन्दी', ['हिन्दी']],
  ['ﬁne ＦＵＬＬ Ⅳ', ['fine', 'full', 'iv']],
  [`L'Orangerie d’Orsay`, ['l', 'orangerie', 'd', 'orsay']],
  ['a_b c-d e.f 3rd', ['a', 'b', 'c', 'd', 'e', 'f', '3rd']],
  ['\u0301 \u0301a', ['a']],
  ['\ud800a\udfff b\0c', ['a', 'b', 'c']],
])('Words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('Words are truncated to 64 characters', () => {
  expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(64)]);
});

test('ASCII word folds to the same form with and without a soft hyphen, which the fast path does not take', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,70}$/), (word) => {
      expect(wordsOf(word)).toEqual(wordsOf(`${word[0]}\u00ad${word.slice(1)}`));
    }),
  );
});

test('Words of any text are letters and digits, in order of position, and stable under folding', () => {
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
      before = start;
    }
  });
  fc.assert(check, { numRuns: 1_500 });
});

test.each([
  ['Arabic and Persian yeh and kaf', 'علي كاظم', 'علی کاظم'],
  ['alef with and without hamza', 'أحمد إسلام آل ٱلله', 'احمد اسلام ال الله'],
  ['teh marbuta', 'القاهرة', 'القاهره'],
  ['tatweel', 'مـكـة', 'مكة'],
  ['Arabic vowels', 'مُحَمَّد', 'محمد'],
  ['digits of two keyboards', '۱۲ ١٢', '12 12'],
  ['a joiner of Persian', 'می\u200cخواهم', 'میخواهم'],
  ['a joiner of Sinhala', 'ශ්\u200dරී', 'ශ්රී'],
  ['a soft hyphen', 'Donau\u00addampfer', 'Donaudampfer'],
  ['Hebrew points', 'יְרוּשָׁלַיִם', 'ירושלים'],
  ['Cyrillic yo', 'Орёл', 'Орел'],
  ['Ukrainian ghe', 'Ґданськ', 'Гданськ'],
  ['sharp s', 'Weißensee GROẞ', 'Weissensee gross'],
  ['Turkish dotted and dotless i', 'Iğdır İzmir', 'igdir izmir'],
  ['Vietnamese', 'Đường Nguyễn Huệ', 'Duong Nguyen Hue'],
  ['full and half width', 'ＡＢＣ タワー', 'ABC ﾀﾜｰ'],
  ['half width with its mark', 'ガーデン', 'ｶﾞｰﾃﾞﾝ'],
  ['long strokes', 'スーパー', 'ス－パ－'],
  ['traditional and simplified', '臺北 廣州 蘇州', '台北 广州 苏州'],
  ['Japanese and traditional', '広島 沢', '廣島 澤'],
  ['Korean letter by letter', '서울역', '서울역'.normalize('NFD')],
  ['apostrophes', 'O’Connell Hawaiʻi Xi’an Rock`n', "O'Connell Hawai'i Xi'an Rock'n"],
  ['no apostrophe', "O'Connell Hawai‘i Xi'an", 'OConnell Hawaii Xian'],
  ['an apostrophe after an article', 'l’Aquila', 'l Aquila'],
])('Words are equal for variants in %s', (_, one, other) => {
  expect(wordsOf(one)).toEqual(wordsOf(other));
  expect(wordsOf(one)).not.toEqual([]);
});

test.each([
  ['Thai', 'เที่ยววัดพระแก้วกรุงเทพ', ['เที่ยว', 'วัดพระแก้ว', 'กรุงเทพ']],
  ['Thai behind another word', 'ไปเชียงใหม่', ['เชียงใหม่']],
  ['Lao', 'ໄປວັດຊຽງທອງຫຼວງພະບາງ', ['ວັດຊຽງທອງ', 'ຫຼວງພະບາງ']],
  ['Khmer', 'ទៅអង្គរវត្តសៀមរាប', ['អង្គរវត្ត', 'សៀមរាប']],
  ['Burmese', 'ရွှေတိဂုံဘုရားရန်ကုန်', ['ဘုရား', 'ရန်ကုန်']],
  ['Korean', '스페인여행', ['스페인', '여행']],
  ['Katakana', 'カラオケタワー', ['カラオケ', 'タワー']],
  ['a space without width', 'วัด\u200bพระแก้ว', ['วัดพระแก้ว', 'พระ']],
])('Words of a compound in %s include those of each part', (_, text, parts) => {
  const words = new Set(wordsOf(text));
  for (const part of parts) expect(wordsOf(part).filter((word) => !words.has(word))).toEqual([]);
});
