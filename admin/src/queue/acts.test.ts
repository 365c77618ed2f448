import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { expect, test } from 'vitest';
import { caseActionsFor, reportReasonsText, usualReasons } from './acts.ts';

const about = (reportableType: ReportedCase['reportableType'], authorId: string | null = 'author') => ({ reportableType, authorId }) as ReportedCase; // as: `caseActionsFor` reads only these fields
const up = { isGone: false, isDown: false };
const keysOf = (...asked: Parameters<typeof caseActionsFor>) =>
  caseActionsFor(...asked)
    .map(({ key }) => key)
    .join('');

test('actions of a case depend on the kind and state of the record and on the role', () => {
  expect(keysOf('moderator', about('stop'), up)).toBe('hds');
  expect(keysOf('moderator', about('post'), { ...up, isDown: true })).toBe('rds');
  expect(keysOf('moderator', about('account'), up)).toBe('ds');
  expect(keysOf('moderator', about('account'), { ...up, isDown: true })).toBe('rd');
  expect(keysOf('moderator', about('stop', null), up)).toBe('hd');
  expect(keysOf('admin', about('itinerary'), up)).toBe('hdsx');
  expect(keysOf('admin', about('stop'), up)).toBe('hds');
});

test('case of a deleted record has no hide or delete action', () => {
  expect(keysOf('admin', about('itinerary'), { isGone: true, isDown: false })).toBe('ds');
  expect(keysOf('admin', about('account'), { isGone: true, isDown: false })).toBe('d');
});

test('Actions of a case have distinct shortcut keys, and each outcome has at most 9 suggested reasons', () => {
  for (const kind of ['itinerary', 'stop', 'post', 'account'] as const) {
    const keys = keysOf('admin', about(kind), up);
    expect(new Set(keys).size).toBe(keys.length);
  }
  for (const outcome of ['hidden', 'restored', 'suspended', 'deleted', 'dismissed'] as const) expect(usualReasons(outcome).length).toBeLessThan(10);
});

test('Reasons of a case are listed from most to least frequent', () => {
  const openReportsByReason = { spam: 1, offensive: 0, dangerous: 3, copyright: 0, other: 2 };
  expect(reportReasonsText({ openReportsByReason } as ReportedCase)).toBe('Dangerous, Other, Spam'); // as: `reportReasonsText` reads only this field
});
