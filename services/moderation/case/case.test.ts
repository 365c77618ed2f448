import { given } from '@waystory/infra/commands/given.ts';
import type { CaseEvent, CaseOutcome } from '@waystory/proto/operations/case.ts';
import { describe, expect, test } from 'vitest';
import { type CaseCommand, caseStream } from './case.ts';

const thing = { reportableType: 'post', reportableId: 'b0000000-0000-8000-8000-000000000001' } as const;
const ida = 'a0000000-0000-8000-8000-000000000001';
const ben = 'a0000000-0000-8000-8000-000000000002';
/** ISO 8601 UTC; `minutes` after noon. */
const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 26, 12, minutes)).toISOString();

const assign = (moderatorId: string, minutes: number): CaseCommand => ({ type: 'AssignCase', thing, moderatorId, now: at(minutes) });
const assigned = (moderatorId: string, until: number): CaseEvent => ({ type: 'CaseAssigned', data: { ...thing, moderatorId, until: at(until) } });
const release = (accountId: string, minutes: number, role: 'moderator' | 'admin' = 'moderator'): CaseCommand => ({
  type: 'ReleaseCase',
  actor: { accountId, roles: [role] },
  now: at(minutes),
});
const released: CaseEvent = { type: 'CaseReleased', data: {} };
const decide = (moderatorId: string, minutes: number, outcome: CaseOutcome = 'hidden', note: string | null = 'Spam.'): CaseCommand => ({
  type: 'DecideCase',
  thing,
  outcome,
  note,
  moderatorId,
  now: at(minutes),
});
const decided = (number: number, moderatorId: string, outcome: CaseOutcome = 'hidden', note: string | null = 'Spam.'): CaseEvent => ({
  type: 'CaseDecided',
  data: { ...thing, number, outcome, note, moderatorId },
});

describe('case assignment', () => {
  test('rejects other moderators for 15 minutes and is extended by a new request', () => {
    given(caseStream, [])
      .when(assign(ida, 0))
      .then([assigned(ida, 15)])
      .when(assign(ben, 14))
      .rejects('case/taken', { moderatorId: ida, until: at(15) })
      .when(assign(ida, 10))
      .then([assigned(ida, 25)])
      .when(assign(ben, 24))
      .rejects('case/taken', { moderatorId: ida, until: at(25) })
      .when(assign(ben, 25))
      .then([assigned(ben, 40)]);
  });

  test('requested again within a minute appends no event', () => {
    const now = new Date(Date.parse(at(0)) + 59_000).toISOString();
    given(caseStream, [assigned(ida, 15)])
      .when({ type: 'AssignCase', thing, moderatorId: ida, now })
      .then([])
      .when(assign(ida, 1))
      .then([assigned(ida, 16)]);
  });

  test('is released by its assignee or an administrator', () => {
    const taken = given(caseStream, [assigned(ida, 15)]);
    taken.when(release(ben, 1)).rejects('case/not-yours');
    taken
      .when(release(ida, 1))
      .then([released])
      .when(assign(ben, 2))
      .then([assigned(ben, 17)]);
    taken
      .when(release(ben, 1, 'admin'))
      .then([released])
      .when(release(ida, 2))
      .then([]);
    // The assignment has expired, so there is nothing to release.
    taken.when(release(ben, 15)).then([]);
  });
});

describe('case decision', () => {
  test('is rejected while the case is assigned to another moderator, and ends the assignment of the deciding moderator', () => {
    const { state } = given(caseStream, [assigned(ida, 15)])
      .when(decide(ben, 14))
      .rejects('case/taken', { moderatorId: ida, until: at(15) })
      .when(decide(ida, 14))
      .then([decided(1, ida)])
      .when(assign(ben, 14))
      .then([assigned(ben, 29)]);
    expect(state).toMatchObject({ decisionsCount: 1, outcome: 'hidden', note: 'Spam.', moderatorId: ida, assigneeId: ben });
    given(caseStream, [assigned(ida, 15)])
      .when(decide(ben, 15))
      .then([decided(1, ben)]);
  });

  test('increases the number of decisions and replaces the last outcome', () => {
    const { state } = given(caseStream, [decided(1, ida)])
      .when(decide(ben, 3, 'restored', null))
      .then([decided(2, ben, 'restored', null)]);
    expect(state).toMatchObject({ decisionsCount: 2, outcome: 'restored', note: null, moderatorId: ben, version: 2 });
  });

  test.each(['hidden', 'suspended', 'deleted', 'dismissed'] as const)('with the outcome %s is rejected without a note', (outcome) => {
    given(caseStream, [])
      .when(decide(ida, 0, outcome, null))
      .rejects('case/note-missing')
      .when(decide(ida, 0, outcome, 'Because.'))
      .then([decided(1, ida, outcome, 'Because.')]);
  });
});

test('case of a deleted account loses outcome and note, but keeps its number of decisions', () => {
  const { state } = given(caseStream, [decided(1, ida), assigned(ben, 15)])
    .when({ type: 'EraseCase' })
    .then([{ type: 'CaseDeleted', data: {} }])
    .when({ type: 'EraseCase' })
    .then([]);
  expect(state).toMatchObject({ decisionsCount: 1, outcome: null, note: null, moderatorId: null, assigneeId: null });
  given(caseStream, []).when({ type: 'EraseCase' }).then([]);
});
