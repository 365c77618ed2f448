import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNameIndex, type NameIndex } from './name-index.ts';
import type { NamedItem } from './name-row.ts';
import { fitOf } from './spellings.ts';

const somewhere = { latitude: 0, longitude: 0 };
const named = (name: string, more: Partial<NamedItem> = {}): NamedItem => ({ name, surroundings: [], coordinates: somewhere, weight: 0.5, ...more });

function indexOf(names: Record<string, NamedItem>): NameIndex<string> {
  const index = createNameIndex<string>();
  for (const [id, one] of Object.entries(names)) index.set(id, one);
  return index;
}
const itemsFor = (index: NameIndex<string>, query: string, limit = 10): string[] => index.search(query, { limit }).map(({ item }) => item);

describe('name index', () => {
  test('finds a name by the beginning of any of its words', () => {
    const index = indexOf({ tower: named('Torre de Belém'), market: named('Mercado da Ribeira') });
    for (const query of ['torre', 'bel', 'de b', 'belem tor']) expect(itemsFor(index, query)).toEqual(['tower']);
    expect(itemsFor(index, 'ado')).toEqual([]);
  });

  test('matches each typed word with a separate word', () => {
    const index = indexOf({ one: named('New Town'), two: named('New New Town') });
    expect(itemsFor(index, 'new new')).toEqual(['two']);
  });

  test('finds a name by its words together with words of its surroundings, but not by surroundings alone', () => {
    const surroundings = ['lisbon', 'portugal'];
    const index = indexOf({ here: named('Cathedral', { surroundings }), there: named('Cathedral', { surroundings: ['porto'] }) });
    expect(itemsFor(index, 'cathedral lis')).toEqual(['here']);
    expect(itemsFor(index, 'lisbon')).toEqual([]);
  });

  test('reports whether a match has a typing error, also for alternative names', () => {
    const index = indexOf({ tower: named('Tower', { otherNames: ['Torre'] }) });
    expect(index.search('towre', { limit: 1 })).toMatchObject([{ item: 'tower', slipped: true }]);
    expect(index.search('torre', { limit: 1 })).toMatchObject([{ item: 'tower', slipped: false }]);
    expect(index.search('tprre', { limit: 1 })).toMatchObject([{ item: 'tower', slipped: true }]);
  });

  test('reports the extent of the match: whole, near or part', () => {
    const index = indexOf({ tower: named('Torre de Belém', { otherNames: ['Belém Tower'], surroundings: ['lisbon'] }) });
    const extentOf = (query: string) => index.search(query, { limit: 1 })[0]?.extent;
    for (const query of ['torre de belem', 'tower belem', 'Belém Tower, Lisbon', 'the belem tower'])
      expect([query, extentOf(query)]).toEqual([query, 'whole']);
    for (const query of ['torre belem', 'torrre de belem', 'torre de bele', 'belem tower lisbno'])
      expect([query, extentOf(query)]).toEqual([query, 'near']);
    for (const query of ['torre', 'tow bel', 'belem lisbon', 'towre']) expect([query, extentOf(query)]).toEqual([query, 'part']);
    expect(extentOf('belem lighthouse')).toBeUndefined();
  });

  test('finds a name with a typing error in the name of its area', () => {
    const index = indexOf({ here: named('Temple', { surroundings: ['kyoto'] }), there: named('Temple', { surroundings: ['tokyo'] }) });
    expect(itemsFor(index, 'kyotto temple')).toEqual(['here']);
  });

  test('does not find a renamed or removed item by its old name', () => {
    const index = indexOf({ one: named('Old Mill'), two: named('Old Bridge') });
    index.set('one', named('New Mill'));
    index.delete('two');
    index.delete('three');
    expect(itemsFor(index, 'old')).toEqual([]);
    expect(itemsFor(index, 'mill')).toEqual(['one']);
    expect(index.size()).toBe(1);
  });

  test('finds the three heaviest of 8,000 names by one letter, and any name by a longer prefix', () => {
    const index = createNameIndex<number>();
    for (let item = 0; item < 8_000; item++) index.set(item, named(`Abc${item} Place`, { weight: item / 8_000 }));
    const itemsOf = (query: string, limit: number) => index.search(query, { limit }).map(({ item }) => item);
    expect(itemsOf('a', 3)).toEqual([7_999, 7_998, 7_997]);
    expect(itemsOf('abc17 p', 200)).toContain(17);
  });
});

/** Words of 4 to 7 letters from the alphabet a, b, c, so that typing errors between them are frequent. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 7 });

/** True when `typed` differs from a prefix of `meant` by one typing error, by brute force. */
function isOneSlipAway(meant: string, typed: string): boolean {
  const without = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);
  const begins = (beginning: string, length: number): boolean => beginning.length === length && meant.startsWith(beginning);
  return Array.from({ length: typed.length + 1 }, (_, at) => at).some((at) => {
    const tooMany = at < typed.length && begins(without(typed, at), typed.length - 1);
    const wrong = at < typed.length && meant.length >= typed.length && without(typed, at) === without(meant.slice(0, typed.length), at);
    const tooFew = meant.length > typed.length && without(meant.slice(0, typed.length + 1), at) === typed;
    const swapped = at + 1 < typed.length && meant.startsWith(typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2));
    return tooMany || wrong || tooFew || swapped;
  });
}

test('fitOf reports a typing error exactly where brute force finds one', () => {
  fc.assert(
    fc.property(word, word, (meant, typed) => {
      fc.pre(!meant.startsWith(typed));
      expect(fitOf(meant, typed)).toBe(isOneSlipAway(meant, typed) ? 'slip' : 'none');
    }),
    { numRuns: 2_000 },
  );
});

test('Name index finds the same as a scan of all names', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), word, (names, typed) => {
      const index = indexOf(Object.fromEntries(names.map((name, at) => [String(at), named(name)])));
      const expected = names.flatMap((name, at) => (fitOf(name, typed) === 'none' ? [] : [String(at)]));
      expect(itemsFor(index, typed, 50).toSorted()).toEqual(expected.toSorted());
    }),
  );
});
