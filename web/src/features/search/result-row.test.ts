import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightPieces } from './result-row.tsx';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

test('highlight is split into matches and other text, with HTML entities decoded', () => {
  expect(highlightPieces('Fish &amp; <em>chips</em> &lt;em&gt; it&#39;s')).toEqual([
    { text: 'Fish & ', isMatch: false },
    { text: 'chips', isMatch: true },
    { text: " <em> it's", isMatch: false },
  ]);
  expect(highlightPieces('')).toEqual([]);
});

test('any text survives a round trip through its search highlight', () => {
  const piece = fc.record({
    text: fc.string({ minLength: 1, unit: fc.constantFrom('a', '<', '>', '&', 'e', 'm', '/', '"', ';', '\n') }),
    isMatch: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const sent = pieces.map(({ text, isMatch }) => (isMatch ? `<em>${escaped(text)}</em>` : escaped(text))).join('');
      expect(
        highlightPieces(sent)
          .map(({ text }) => text)
          .join(''),
      ).toBe(pieces.map(({ text }) => text).join(''));
      expect(highlightPieces(sent).filter(({ isMatch }) => isMatch)).toEqual(pieces.filter(({ isMatch }) => isMatch));
    }),
  );
});
