import { describe, expect, test } from 'vitest';
import { chaptersOf } from '../../model/itinerary/chapters.ts';
import { dayColors, daylessColor } from '../../model/itinerary/day-colors.ts';
import { idOf, numberedDay, numberedStop } from '../../model/testing/story.fixture.ts';
import { boundsOfStory, journeysOf, storyMapData } from './story-map-data.ts';

const stops = [1, 2, 4, 5, 9].map((number) => numberedStop(number, number === 5 ? { state: 'SUGGESTED' } : {}));
const chapters = chaptersOf({ days: [numberedDay(1, [1, 2]), numberedDay(2, [2, 5, 4]), numberedDay(3, [4])], stops, withSuggested: true });

describe('Story map', () => {
  const { stops: points, routes, bridges } = storyMapData(chapters);

  test('has every stop with its number and the colour of its day', () => {
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

  test('has a line per day with at least two accepted stops, without suggested stops and stops without a day', () => {
    expect(routes.features.map(({ properties, geometry }) => [properties.chapter, geometry.coordinates.length])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  test('has an area around the stops of a day only when they are close together', () => {
    expect(storyMapData(chapters).areas.features).toEqual([]);
    const close = [1, 2].map((number) => numberedStop(number, { coordinates: { latitude: 0, longitude: number / 100 } }));
    const inTown = storyMapData(chaptersOf({ days: [numberedDay(1, [1, 2]), numberedDay(2, [2])], stops: close, withSuggested: false }));
    expect(inTown.areas.features.map(({ properties }) => properties)).toEqual([{ chapter: 0, color: dayColors[0] }]);
    const longitudes = inTown.areas.features[0]?.geometry.coordinates[0]?.map(([longitude = 0]) => longitude) ?? [];
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([expect.closeTo(0.0087, 3), expect.closeTo(0.0213, 3)]);
  });

  test('has a line from the last stop of a day to the first stop of the next day at another place', () => {
    expect(bridges.features).toEqual([]);
    const apart = chaptersOf({ days: [numberedDay(1, [1]), numberedDay(2, [2])], stops, withSuggested: false });
    expect(storyMapData(apart).bridges.features.map(({ geometry }) => geometry.coordinates)).toEqual([
      [
        [1, 0],
        [2, 0],
      ],
    ]);
  });
});

describe('Animated routes of a story', () => {
  test('share the animation time in proportion to their length', () => {
    const journeys = journeysOf(chapters);
    expect(journeys.map(({ progress }) => progress)).toEqual([
      [0, expect.closeTo(1 / 3, 3)],
      [expect.closeTo(1 / 3, 3), expect.closeTo(1, 6)],
    ]);
  });

  test('of a single day take the whole time', () => {
    expect(journeysOf(chapters.slice(1, 2)).map(({ progress }) => progress)).toEqual([[0, 1]]);
  });

  test('are absent for a day with a single stop', () => {
    const still = chaptersOf({ days: [numberedDay(1, [1])], stops, withSuggested: false }).slice(0, 1);
    expect(journeysOf(still)).toEqual([]);
  });
});

describe('Story bounds', () => {
  test('cover a day or the whole story, and are null for an unknown day', () => {
    expect(boundsOfStory(chapters, 'day-1')).toMatchObject({ southWest: { lng: 1 }, northEast: { lng: 2 } });
    expect(boundsOfStory(chapters, null)).toMatchObject({ southWest: { lng: 1 }, northEast: { lng: 9 } });
    expect(boundsOfStory(chapters, 'day-9')).toBeNull();
  });
});
