import type { FieldChange, HistoryEntry } from '@waystory/proto/operations/history.ts';
import { expect, test } from 'vitest';
import { since } from '../lib/quantity.ts';
import { decisionsIn } from './acts.ts';

const at = '2026-11-26T12:00:00.000Z';
const entry = (version: number, action: string, fields: Record<string, unknown>): HistoryEntry => ({
  version,
  at,
  action,
  part: null,
  actorId: `moderator-${version}`,
  role: 'moderator',
  cause: null,
  jobId: null,
  commandId: `${version}`,
  fields: Object.entries(fields).map(([name, after]): FieldChange => ({ name, before: null, after })),
});

test('decisionsIn lists a decision with the same outcome as the previous decision, too', () => {
  const history = [
    entry(4, 'CaseDecided', { number: 3, note: null }),
    entry(3, 'CaseDecided', { number: 2, outcome: 'restored' }),
    entry(2, 'CaseDecided', { number: 1, outcome: 'hidden', note: 'Spam' }),
    entry(1, 'CaseAssigned', { until: at }),
  ];
  expect(decisionsIn(history)).toEqual([
    { number: 4, outcome: 'restored', note: null, moderatorId: 'moderator-4', at },
    { number: 3, outcome: 'restored', note: 'Spam', moderatorId: 'moderator-3', at },
    { number: 2, outcome: 'hidden', note: 'Spam', moderatorId: 'moderator-2', at },
  ]);
  expect(decisionsIn([])).toEqual([]);
});

test('elapsedText returns the elapsed time in its largest full unit', () => {
  const now = Date.parse(at);
  const before = (seconds: number) => since(new Date(now - seconds * 1_000).toISOString(), now);
  expect([0, 59, 60, 3_599, 3_600, 200_000].map(before)).toEqual(['just now', 'just now', '1 min. ago', '59 min. ago', '1 hr. ago', '2 days ago']);
});
