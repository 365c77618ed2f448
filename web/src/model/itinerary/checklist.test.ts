import { expect, test } from 'vitest';
import { acceptedStopCount, checklistOf, isReadyToPublish } from './checklist.ts';

const complete = { title: 'Lisbon', imageUrl: '/photos/coast.webp', imageId: null };

test('Story with title, cover and an accepted stop is ready', () => {
  expect(isReadyToPublish(checklistOf(complete, 1))).toBe(true);
});

test.each([
  ['title', { ...complete, title: '  ' }, 1],
  ['cover', { ...complete, imageUrl: null }, 1],
  ['stop', complete, 0],
] as const)('Story without %s is not ready', (missing, written, accepted) => {
  expect(checklistOf(written, accepted)).toEqual({ title: true, cover: true, stop: true, [missing]: false });
  expect(isReadyToPublish(checklistOf(written, accepted))).toBe(false);
});

test('Number of accepted stops excludes suggested stops', () => {
  expect(acceptedStopCount([{ state: 'SUGGESTED' }, { state: 'ACCEPTED' }])).toBe(1);
});
