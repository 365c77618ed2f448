import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { homeSearch, parseSearch, reelsSearch, searchPageParams, stringifySearch } from './search-params.ts';

const bounds = { southWest: { lng: -9.5, lat: 38.6 }, northEast: { lng: -9, lat: 38.8 } };

describe('search parameters', () => {
  test('hold bounds as JSON text', () => {
    const text = stringifySearch({ bounds });
    expect(new URLSearchParams(text).get('bounds')).toBe(JSON.stringify(bounds));
    expect(homeSearch(parseSearch(text))).toEqual({ bounds });
  });

  test('keep numbers and booleans as text', () => {
    expect(parseSearch('?chat-input=42&x=1e5&y=true')).toEqual({ 'chat-input': '42', x: '1e5', y: 'true' });
  });

  test('are equal after a round trip, for any text that begins with no bracket or brace', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (chatInput) => {
        fc.pre(!/^[[{]/.test(chatInput));
        expect(parseSearch(stringifySearch({ chatInput }))).toEqual({ chatInput });
      }),
    );
  });

  test.each(['{', '{"southWest":1}', '[1,2]', 'Lisbon', JSON.stringify({ ...bounds, northEast: { lng: 999, lat: 0 } })])(
    'ignore the bad bounds %s with a warning',
    (text) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      // Set to undefined, because the router keeps parameters that are missing in the result.
      expect(homeSearch(parseSearch(`?bounds=${encodeURIComponent(text)}`))).toStrictEqual({
        bounds: undefined,
        previewItineraryId: undefined,
        place: undefined,
        country: undefined,
      });
      expect(warn).toHaveBeenCalledOnce();
      warn.mockRestore();
    },
  );

  test('ignore invalid ids, countries and indices', () => {
    expect(homeSearch({ previewItineraryId: 'x', place: '7', country: 'Portugal' })).toEqual({});
    const opened = { place: '019a0000-0000-7000-8000-000000000000', country: 'PT' };
    expect(homeSearch(opened)).toEqual(opened);
    expect(reelsSearch(parseSearch('?activeIndex=3'))).toEqual({ activeIndex: 3 });
    expect(reelsSearch(parseSearch('?activeIndex=third'))).toEqual({});
  });

  test('hold the filters and order of a search, and ignore unknown values', () => {
    const limited = { q: 'sea', length: 'short', country: 'PT', season: 'autumn', pictures: 'true', sort: 'mostLiked' };
    expect(searchPageParams(parseSearch(stringifySearch(limited)))).toEqual(limited);
    expect(searchPageParams(parseSearch('?q=sea&length=7&country=Portugal&season=monsoon&pictures=1&sort=best'))).toEqual({ q: 'sea' });
  });
});
