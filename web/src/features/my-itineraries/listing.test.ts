import { describe, expect, test } from 'vitest';
import { filteredItineraries, type ItineraryFilter, type ListedItinerary, shelfCounts } from './listing.ts';

const story = (id: string, changes: Partial<ListedItinerary> = {}): ListedItinerary => ({
  id,
  title: id,
  shortDescription: null,
  visibility: 'PRIVATE',
  imageUrl: '/photos/coast.webp',
  imageId: null,
  stopsCount: 3,
  updatedAt: '2026-05-04T12:00:00.000Z',
  createdAt: '2026-05-01T12:00:00.000Z',
  binnedAt: null,
  ...changes,
});
const mine = [
  story('Évora', { visibility: 'PUBLIC', updatedAt: '2026-05-09T12:00:00.000Z', createdAt: '2026-01-01T12:00:00.000Z' }),
  story('Azores', { visibility: 'UNLISTED', shortDescription: 'Whales and craters' }),
  story('Porto', { imageUrl: null }),
  story('Braga', { stopsCount: 0, createdAt: '2026-05-03T12:00:00.000Z' }),
];
const ids = (wish: Partial<ItineraryFilter>) => filteredItineraries(mine, { shelf: 'all', words: '', order: 'title', ...wish }).map(({ id }) => id);

describe('my itineraries', () => {
  test('are counted per shelf, including drafts that exist in this browser only', () => {
    expect(shelfCounts(mine, 1)).toEqual({ all: 5, public: 1, unlisted: 1, private: 3, bin: 0 });
  });

  test('in the bin are excluded from all other shelves', () => {
    const binned = story('Coimbra', { binnedAt: '2026-05-10T12:00:00.000Z' });
    expect(shelfCounts([...mine, binned], 0)).toEqual({ all: 4, public: 1, unlisted: 1, private: 2, bin: 1 });
    expect(filteredItineraries([...mine, binned], { shelf: 'bin', words: 'coim', order: 'title' })).toEqual([binned]);
  });

  test.each<[Partial<ItineraryFilter>, string[]]>([
    [{ shelf: 'public' }, ['Évora']],
    [{ shelf: 'private' }, ['Braga', 'Porto']],
    [{ words: 'evora' }, ['Évora']],
    [{ words: 'craters az' }, ['Azores']],
    [{ words: 'porto braga' }, []],
    [{ order: 'updated', shelf: 'all' }, ['Évora', 'Azores', 'Porto', 'Braga']],
    [{ order: 'created' }, ['Braga', 'Azores', 'Porto', 'Évora']],
    [{ order: 'title' }, ['Azores', 'Braga', 'Évora', 'Porto']],
  ])('filtered by %j are %j', (wish, titles) => {
    expect(ids(wish)).toEqual(titles);
  });
});
