import { describe, expect, test } from 'vitest';
import { chaptersOf } from '../../model/itinerary/chapters.ts';
import { dayColors, daylessColor } from '../../model/itinerary/day-colors.ts';
import { dayNumber, idOf, stopNumber } from '../../model/itinerary/story.fixture.ts';
import { boundsOfStory, journeysOf, storyMapData } from './story-map-data.ts';

const stops = [1, 2, 4, 5, 9].map((number) => stopNumber(number, number === 5 ? { state: 'SUGGESTED' } : {}));
const chapters = chaptersOf({ days: [dayNumber(1, [1, 2]), dayNumber(2, [2, 5, 4]), dayNumber(3, [4])], stops, withSuggested: true });

describe('what the map draws', () => {
  const { stops: points, routes, bridges } = storyMapData(chapters);

  test('every stop with the number and colour of its day', () => {
    expect(points.features.map(({ properties: { label, chapter, color } }) => [label, chapter, color])).toEqual([
      ['1', 0, dayColors[0]],
      ['2', 0, dayColors[0]],
      ['1', 1, dayColors[1]],
      ['', 1, dayColors[1]],
      ['2', 1, dayColors[1]],
      ['1', 2, dayColors[2]],
      ['1', 3, daylessColor],
    ]);
    expect(points.features[3]?.properties).toMatchObject({ key: `day-2.${idOf(5)}`, isSuggested: true });
  });

  test('a line per day that has a way, past suggested stops and not between stops without a day', () => {
    expect(routes.features.map(({ properties, geometry }) => [properties.chapter, geometry.coordinates.length])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  test('no area of days that go far, but one around the stops of a day in town', () => {
    expect(storyMapData(chapters).areas.features).toEqual([]);
    const close = [1, 2].map((number) => stopNumber(number, { coordinates: { latitude: 0, longitude: number / 100 } }));
    const inTown = storyMapData(chaptersOf({ days: [dayNumber(1, [1, 2]), dayNumber(2, [2])], stops: close, withSuggested: false }));
    expect(inTown.areas.features.map(({ properties }) => properties)).toEqual([{ chapter: 0, color: dayColors[0] }]);
    const longitudes = inTown.areas.features[0]?.geometry.coordinates[0]?.map(([longitude = 0]) => longitude) ?? [];
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([expect.closeTo(0.0087, 3), expect.closeTo(0.0213, 3)]);
  });

  test('a bridge between days, but none where the next day begins at the same place', () => {
    expect(bridges.features).toEqual([]);
    const apart = chaptersOf({ days: [dayNumber(1, [1]), dayNumber(2, [2])], stops, withSuggested: false });
    expect(storyMapData(apart).bridges.features.map(({ geometry }) => geometry.coordinates)).toEqual([
      [
        [1, 0],
        [2, 0],
      ],
    ]);
  });
});

describe('journeys', () => {
  test('follow one another, each in the time of its length', () => {
    const journeys = journeysOf(chapters);
    expect(journeys.map(({ progress }) => progress)).toEqual([
      [0, expect.closeTo(1 / 3, 3)],
      [expect.closeTo(1 / 3, 3), expect.closeTo(1, 6)],
    ]);
  });

  test('of one day take all the time', () => {
    expect(journeysOf(chapters.slice(1, 2)).map(({ progress }) => progress)).toEqual([[0, 1]]);
  });

  test('there is none where nobody moves', () => {
    const still = chaptersOf({ days: [dayNumber(1, [1])], stops, withSuggested: false }).slice(0, 1);
    expect(journeysOf(still)).toEqual([]);
  });
});

describe('bounds', () => {
  test('of a day and of the whole story', () => {
    expect(boundsOfStory(chapters, 'day-1')).toMatchObject({ southWest: { lng: 1 }, northEast: { lng: 2 } });
    expect(boundsOfStory(chapters, null)).toMatchObject({ southWest: { lng: 1 }, northEast: { lng: 9 } });
    expect(boundsOfStory(chapters, 'day-9')).toBeNull();
  });
});
