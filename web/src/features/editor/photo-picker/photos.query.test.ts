import { expect, test } from 'vitest';
import { photoSourceOf } from './photos.query.ts';

const itineraryId = '0190a000-0000-7000-8000-000000000001';

test('a stop is searched by location, an itinerary by id, anything else by words', () => {
  expect(photoSourceOf({ typed: null, words: 'Lello', itineraryId, stopQuery: 'Livraria Lello, Porto' })).toEqual({
    by: 'stop',
    itineraryId,
    locationQuery: 'Livraria Lello, Porto',
  });
  expect(photoSourceOf({ typed: null, words: 'Slow Lisbon', itineraryId })).toEqual({ by: 'itinerary', itineraryId });
  expect(photoSourceOf({ typed: null, words: ' Slow Lisbon ' })).toEqual({ by: 'words', word: 'Slow Lisbon' });
});

test('typed words take precedence unless they equal the default words', () => {
  const looked = { words: 'Lello', itineraryId, stopQuery: 'Livraria Lello' };
  expect(photoSourceOf({ ...looked, typed: 'bookshop' })).toEqual({ by: 'words', word: 'bookshop' });
  expect(photoSourceOf({ ...looked, typed: 'Lello ' })?.by).toBe('stop');
});

test('an empty query sends no request', () => {
  expect(photoSourceOf({ typed: '  ', words: 'Lello', itineraryId })).toBeNull();
  expect(photoSourceOf({ typed: null, words: ' ' })).toBeNull();
  expect(photoSourceOf({ typed: null, words: '', itineraryId, stopQuery: '' })).toBeNull();
});

test('a long query is cut to the limit of the service', () => {
  expect(photoSourceOf({ typed: null, words: 'a'.repeat(300) })).toEqual({ by: 'words', word: 'a'.repeat(200) });
});
