import { expect, test } from 'vitest';
import { chaptersOf } from '../../model/itinerary/chapters.ts';
import { numberedDay, numberedStop } from '../../model/testing/story.fixture.ts';
import { routePointsOf, sceneIndexAfter, scenesOf } from './use-scenes.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const titles = (count: number): string[] => {
  const chapters = chaptersOf({
    days: [numberedDay(1, upTo(count))],
    stops: upTo(count).map((number) => numberedStop(number)),
    withSuggested: false,
  });
  return scenesOf(chapters).map((scene) => (scene.kind === 'stop' ? scene.entry.stop.title : scene.kind));
};

test('scenes of a story are the cover, the stops in order, and the route', () => {
  expect(titles(2)).toEqual(['cover', 'Stop 1', 'Stop 2', 'way']);
});

test('a story without stops has one scene, its cover', () => {
  expect(titles(0)).toEqual(['cover']);
});

test('scenes of a story with 200 stops have 20 evenly spaced stops, the first and the last included', () => {
  const long = titles(200);
  expect(long).toHaveLength(22);
  expect(long.slice(0, 2)).toEqual(['cover', 'Stop 1']);
  expect(long.slice(-2)).toEqual(['Stop 200', 'way']);
  expect(new Set(long).size).toBe(22);
});

test('suggested stops have no scene, and stops without a day have a scene but no point on the route', () => {
  const stops = [numberedStop(1), numberedStop(2, { state: 'SUGGESTED' }), numberedStop(3)];
  const chapters = chaptersOf({ days: [numberedDay(1, [1, 2])], stops, withSuggested: true });
  expect(routePointsOf(chapters)).toEqual([numberedStop(1).coordinates]);
  expect(scenesOf(chapters).map(({ kind }) => kind)).toEqual(['cover', 'stop', 'stop', 'way']);
});

test('scene steps are clamped to the first and last scene', () => {
  expect(sceneIndexAfter(0, -1, 5)).toBe(0);
  expect(sceneIndexAfter(0, 1, 5)).toBe(1);
  expect(sceneIndexAfter(4, 1, 5)).toBe(4);
});
