import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { expect, test } from 'vitest';
import { actsFor, usualReasons, whyOf } from './acts.ts';

const about = (reportableType: ReportedCase['reportableType'], authorId: string | null = 'author') => ({ reportableType, authorId }) as ReportedCase; // as: only these fields are read
const up = { isGone: false, isDown: false };
const keysOf = (...asked: Parameters<typeof actsFor>) =>
  actsFor(...asked)
    .map(({ key }) => key)
    .join('');

test('acts on a reported thing depend on its kind, its state and the role', () => {
  expect(keysOf('moderator', about('stop'), up)).toBe('hds');
  expect(keysOf('moderator', about('post'), { ...up, isDown: true })).toBe('rds');
  expect(keysOf('moderator', about('account'), up)).toBe('ds');
  expect(keysOf('moderator', about('account'), { ...up, isDown: true })).toBe('rd');
  expect(keysOf('moderator', about('stop', null), up)).toBe('hd');
  expect(keysOf('admin', about('itinerary'), up)).toBe('hdsx');
  expect(keysOf('admin', about('stop'), up)).toBe('hds');
});

test('a deleted thing offers no removal', () => {
  expect(keysOf('admin', about('itinerary'), { isGone: true, isDown: false })).toBe('ds');
  expect(keysOf('admin', about('account'), { isGone: true, isDown: false })).toBe('d');
});

test('Each action has a key of its own, and each usual reason one digit', () => {
  for (const kind of ['itinerary', 'stop', 'post', 'account'] as const) {
    const keys = keysOf('admin', about(kind), up);
    expect(new Set(keys).size).toBe(keys.length);
  }
  for (const outcome of ['hidden', 'restored', 'suspended', 'deleted', 'dismissed'] as const) expect(usualReasons(outcome).length).toBeLessThan(10);
});

test('The most frequent reason comes first', () => {
  const openReportsByReason = { spam: 1, offensive: 0, dangerous: 3, copyright: 0, other: 2 };
  expect(whyOf({ openReportsByReason } as ReportedCase)).toBe('Dangerous, Other, Spam'); // as: only this field is read
});
