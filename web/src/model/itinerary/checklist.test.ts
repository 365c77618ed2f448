import { expect, test } from 'vitest';
import { acceptedIn, checklistOf, isReady } from './checklist.ts';

const complete = { title: 'Lisbon', imageUrl: '/photos/coast.webp', imageId: null };

test('Story with title, cover and an accepted stop is ready', () => {
  expect(isReady(checklistOf(complete, 1))).toBe(true);
});

test.each([
  ['title', { ...complete, title: '  ' }, 1],
  ['cover', { ...complete, imageUrl: null }, 1],
  ['stop', complete, 0],
] as const)('Story without %s is not ready', (missing, written, accepted) => {
  expect(checklistOf(written, accepted)).toEqual({ title: true, cover: true, stop: true, [missing]: false });
  expect(isReady(checklistOf(written, accepted))).toBe(false);
});

test('Number of accepted stops excludes suggested stops', () => {
  expect(acceptedIn([{ state: 'SUGGESTED' }, { state: 'ACCEPTED' }])).toBe(1);
});
