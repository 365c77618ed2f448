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
const file = (report: Body = body): ReportCommand => ({ type: 'FileReport', reportId, accountId, report });
const filed: ReportEvent = { type: 'ReportFiled', data: { reportId, accountId, ...body, text: null } };
const resolved: ReportEvent = { type: 'ReportResolved', data: { note: 'Hidden.', moderatorId } };

test('filed again while it is open, it is the same report', () => {
  given(reportStream, [])
    .when(file())
    .then([filed])
    .when(file({ ...body, reason: 'offensive', text: 'Again' }))
    .then([]);
});

test('filed again after it was closed, it is open again with the new words', () => {
  const again: ReportEvent = { type: 'ReportFiled', data: { reportId, accountId, ...thing, reason: 'offensive', text: 'Again' } };
  const { state } = given(reportStream, [filed, resolved])
    .when(file({ ...body, reason: 'offensive', text: 'Again' }))
    .then([again]);
  expect(state).toMatchObject({ state: 'open', reason: 'offensive', note: null, moderatorId: null, version: 3 });
});

test('nobody reports themselves', () => {
  given(reportStream, [])
    .when(file({ ...body, reportableType: 'account', reportableId: accountId }))
    .rejects('report/yourself');
});

test('is resolved, dismissed and opened again, with a note that stays until another is written', () => {
  const { state } = given(reportStream, [filed])
    .when({ type: 'PatchReport', state: 'resolved', note: 'Hidden.', moderatorId })
    .then([resolved])
    .when({ type: 'PatchReport', state: 'resolved', note: undefined, moderatorId })
    .then([])
    .when({ type: 'PatchReport', state: 'open', note: undefined, moderatorId })
    .then([{ type: 'ReportReopened', data: { note: 'Hidden.', moderatorId } }])
    .when({ type: 'PatchReport', state: 'dismissed', note: null, moderatorId })
    .then([{ type: 'ReportDismissed', data: { note: null, moderatorId } }]);
  expect(state).toMatchObject({ state: 'dismissed', note: null, moderatorId });
  given(reportStream, []).when({ type: 'PatchReport', state: 'open', note: null, moderatorId }).rejects('report/unknown');
});

test('goes with its reporter', () => {
  const { state } = given(reportStream, [filed])
    .when({ type: 'WithdrawReport' })
    .then([{ type: 'ReportWithdrawn', data: {} }])
    .when({ type: 'WithdrawReport' })
    .then([]);
  expect(state).toBeNull();
});
