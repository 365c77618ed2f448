import { given } from '@waystory/infra/commands/given.ts';
import type { ReportEvent } from '@waystory/proto/operations/report.ts';
import { expect, test } from 'vitest';
import { type ReportCommand, reportStream } from './report.ts';

const accountId = 'a0000000-0000-8000-8000-000000000001';
const moderatorId = 'a0000000-0000-8000-8000-000000000009';
const reportId = 'f0000000-0000-8000-8000-000000000000';
const thing = { reportableType: 'post', reportableId: 'b0000000-0000-8000-8000-000000000001' } as const;
const body = { ...thing, reason: 'spam' } as const;
type Body = Extract<ReportCommand, { type: 'FileReport' }>['report'];
const of = { authorId: 'a0000000-0000-8000-8000-000000000005', itineraryId: 'c0000000-0000-8000-8000-000000000001' };
const file = (report: Body = body, round = 0): ReportCommand => ({ type: 'FileReport', reportId, accountId, report, of, round });
const filed: ReportEvent = { type: 'ReportFiled', data: { reportId, accountId, ...body, text: null, ...of, round: 0 } };
const resolved: ReportEvent = { type: 'ReportResolved', data: { note: 'Hidden.', moderatorId } };

test('report repeated while open appends no event', () => {
  given(reportStream, [])
    .when(file())
    .then([filed])
    .when(file({ ...body, reason: 'offensive', text: 'Again' }))
    .then([]);
});

test('report repeated after it was resolved is open again with the new text', () => {
  const again: ReportEvent = { type: 'ReportFiled', data: { reportId, accountId, ...thing, reason: 'offensive', text: 'Again', ...of, round: 1 } };
  const { state } = given(reportStream, [filed, resolved])
    .when(file({ ...body, reason: 'offensive', text: 'Again' }, 1))
    .then([again]);
  expect(state).toMatchObject({ state: 'open', reason: 'offensive', note: null, moderatorId: null, round: 1, version: 3 });
  expect(state).not.toHaveProperty('authorId');
});

test('report about the account of the reporter is rejected as report/yourself', () => {
  given(reportStream, [])
    .when(file({ ...body, reportableType: 'account', reportableId: accountId }))
    .rejects('report/yourself');
});

test('report is resolved, dismissed and reopened, and keeps its note until the next note', () => {
  const { state } = given(reportStream, [filed])
    .when({ type: 'PatchReport', state: 'resolved', note: 'Hidden.', moderatorId, round: 0 })
    .then([resolved])
    .when({ type: 'PatchReport', state: 'resolved', note: undefined, moderatorId, round: 0 })
    .then([])
    .when({ type: 'PatchReport', state: 'open', note: undefined, moderatorId, round: 2 })
    .then([{ type: 'ReportReopened', data: { note: 'Hidden.', moderatorId, round: 2 } }])
    // A new note keeps the round of the report.
    .when({ type: 'PatchReport', state: 'open', note: 'Look again.', moderatorId, round: 3 })
    .then([{ type: 'ReportReopened', data: { note: 'Look again.', moderatorId, round: 2 } }])
    .when({ type: 'PatchReport', state: 'dismissed', note: null, moderatorId, round: 3 })
    .then([{ type: 'ReportDismissed', data: { note: null, moderatorId } }]);
  expect(state).toMatchObject({ state: 'dismissed', note: null, moderatorId });
  given(reportStream, []).when({ type: 'PatchReport', state: 'open', note: null, moderatorId, round: 0 }).rejects('report/unknown');
});

test('report is closed by a decision on its target, unless it belongs to a later round', () => {
  const settle = (number: number): ReportCommand => ({ type: 'SettleReport', number, state: 'dismissed', note: 'It is satire.', moderatorId });
  const dismissed: ReportEvent = { type: 'ReportDismissed', data: { note: 'It is satire.', moderatorId } };
  const again: ReportEvent = { ...filed, data: { ...filed.data, round: 1 } };
  given(reportStream, [filed]).when(settle(1)).then([dismissed]).when(settle(1)).then([]);
  given(reportStream, [filed, dismissed]).when(file(body, 1)).then([again]).when(settle(1)).then([]).when(settle(2)).then([dismissed]);
  // A report repeated after the decision belongs to the next round, whether or not the first is settled.
  given(reportStream, [filed]).when(file(body, 1)).then([again]).when(settle(1)).then([]);
  given(reportStream, []).when(settle(1)).then([]);
});

test('withdrawn report has no state, and a second withdrawal appends no event', () => {
  const { state } = given(reportStream, [filed])
    .when({ type: 'WithdrawReport' })
    .then([{ type: 'ReportWithdrawn', data: {} }])
    .when({ type: 'WithdrawReport' })
    .then([]);
  expect(state).toBeNull();
});
