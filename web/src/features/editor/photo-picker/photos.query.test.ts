import { expect, test } from 'vitest';
import { sourceOf } from './photos.query.ts';

const itineraryId = '0190a000-0000-7000-8000-000000000001';

test('a stop is searched by location, an itinerary by id, anything else by words', () => {
  expect(sourceOf({ typed: null, words: 'Lello', itineraryId, stopQuery: 'Livraria Lello, Porto' })).toEqual({
    by: 'stop',
    itineraryId,
    locationQuery: 'Livraria Lello, Porto',
  });
  expect(sourceOf({ typed: null, words: 'Slow Lisbon', itineraryId })).toEqual({ by: 'itinerary', itineraryId });
  expect(sourceOf({ typed: null, words: ' Slow Lisbon ' })).toEqual({ by: 'words', word: 'Slow Lisbon' });
});

test('typed words take precedence unless they equal the default words', () => {
  const looked = { words: 'Lello', itineraryId, stopQuery: 'Livraria Lello' };
  expect(sourceOf({ ...looked, typed: 'bookshop' })).toEqual({ by: 'words', word: 'bookshop' });
  expect(sourceOf({ ...looked, typed: 'Lello ' })?.by).toBe('stop');
});

test('an empty query sends no request', () => {
  expect(sourceOf({ typed: '  ', words: 'Lello', itineraryId })).toBeNull();
  expect(sourceOf({ typed: null, words: ' ' })).toBeNull();
  expect(sourceOf({ typed: null, words: '', itineraryId, stopQuery: '' })).toBeNull();
});

test('a long query is cut to the limit of the service', () => {
  expect(sourceOf({ typed: null, words: 'a'.repeat(300) })).toEqual({ by: 'words', word: 'a'.repeat(200) });
});
