import { expect, test } from 'vitest';
import { photoSourceOf } from './photos.query.ts';

const itineraryId = '0190a000-0000-7000-8000-000000000001';

test('picture search is by location for a stop, by id for an itinerary, and by words otherwise', () => {
  expect(photoSourceOf({ typed: null, words: 'Lello', itineraryId, stopQuery: 'Livraria Lello, Porto' })).toEqual({
    by: 'stop',
    itineraryId,
    locationQuery: 'Livraria Lello, Porto',
  });
  expect(photoSourceOf({ typed: null, words: 'Slow Lisbon', itineraryId })).toEqual({ by: 'itinerary', itineraryId });
  expect(photoSourceOf({ typed: null, words: ' Slow Lisbon ' })).toEqual({ by: 'words', word: 'Slow Lisbon' });
});

test('picture search is by the typed words unless they equal the default words', () => {
  const looked = { words: 'Lello', itineraryId, stopQuery: 'Livraria Lello' };
  expect(photoSourceOf({ ...looked, typed: 'bookshop' })).toEqual({ by: 'words', word: 'bookshop' });
  expect(photoSourceOf({ ...looked, typed: 'Lello ' })?.by).toBe('stop');
});

test('picture search without any words sends no request', () => {
  expect(photoSourceOf({ typed: '  ', words: 'Lello', itineraryId })).toBeNull();
  expect(photoSourceOf({ typed: null, words: ' ' })).toBeNull();
  expect(photoSourceOf({ typed: null, words: '', itineraryId, stopQuery: '' })).toBeNull();
});

test('words of a picture search are cut to 200 characters', () => {
  expect(photoSourceOf({ typed: null, words: 'a'.repeat(300) })).toEqual({ by: 'words', word: 'a'.repeat(200) });
});
