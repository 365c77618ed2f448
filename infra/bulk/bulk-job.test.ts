import { type JobEvent, mostStoredFailures } from '@waystory/proto/operations/job.ts';
import { describe, expect, test } from 'vitest';
import { given } from '../commands/given.ts';
import { type Principal, systemPrincipal } from '../identity/principal.ts';
import { jobStream } from './bulk-job.ts';

const accountId = 'a0000000-0000-8000-8000-000000000001';
const owner: Principal = { accountId, roles: [] };
const stranger: Principal = { accountId: 'a0000000-0000-8000-8000-000000000002', roles: [] };
const moderator: Principal = { accountId: stranger.accountId, roles: ['moderator'] };

const plan = {
  accountId,
  roles: [],
  context: 'social',
  collection: 'posts',
  operation: 'PATCH',
  filter: '{"itineraryId":"x"}',
  changes: '{"hidden":true}',
  matched: 1_500,
} as const satisfies Extract<JobEvent, { type: 'JobStarted' }>['data'];
const started: JobEvent = { type: 'JobStarted', data: { ...plan, roles: [] } };
const progress = (page: number, failed = 0, done = 1_000) => {
  const ids = Array.from({ length: failed }, (_, index) => `${page}-${index}`);
  return { page, done, changed: done - failed, failed, failedIds: ids, failedCodes: ids.map(() => 'post/not-yours') };
};
const progressed = (page: number, failed = 0): JobEvent => ({ type: 'JobProgressed', data: progress(page, failed) });
const cancelled: JobEvent = { type: 'JobCancelRequested', data: {} };

describe('bulk job', () => {
  test('starts once and proceeds page by page to its end', () => {
    const { state } = given(jobStream, [])
      .when({ type: 'StartJob', plan: { ...plan, roles: [] } })
      .then([started])
      .when({ type: 'StartJob', plan: { ...plan, roles: [] } })
      .then([])
      .when({ type: 'RecordPage', progress: progress(1, 2) })
      .then([progressed(1, 2)])
      .when({ type: 'RecordPage', progress: progress(1, 2) })
      .then([])
      .when({ type: 'RecordPage', progress: progress(2) })
      .then([progressed(2)])
      .when({ type: 'EndJob', code: null })
      .then([{ type: 'JobCompleted', data: {} }])
      .when({ type: 'EndJob', code: 'engine/unavailable' })
      .then([]);
    expect(state?.job).toMatchObject({
      state: 'completed',
      done: 2_000,
      changed: 1_998,
      failed: 2,
      filter: { itineraryId: 'x' },
      changes: { hidden: true },
    });
    expect(state?.job.failures).toEqual([
      { id: '1-0', code: 'post/not-yours' },
      { id: '1-1', code: 'post/not-yours' },
    ]);
    expect(state?.job.endedAt).not.toBeNull();
  });

  test('keeps the first 100 failures and counts all', () => {
    const { state } = given(jobStream, [started, progressed(1, 60), progressed(2, 60)]);
    expect(state?.job.failed).toBe(120);
    expect(state?.job.failures).toHaveLength(mostStoredFailures);
    expect(state?.job.failures.at(-1)?.id).toBe('2-39');
  });

  test('that fails has the code of the failure', () => {
    const { state } = given(jobStream, [started])
      .when({ type: 'EndJob', code: 'engine/unavailable' })
      .then([{ type: 'JobFailed', data: { code: 'engine/unavailable' } }])
      .when({ type: 'RecordPage', progress: progress(1) })
      .then([]);
    expect(state?.job).toMatchObject({ state: 'failed', code: 'engine/unavailable', done: 0 });
  });

  test('is cancelled by its creator or a moderator while it runs', () => {
    for (const actor of [owner, moderator, systemPrincipal]) given(jobStream, [started]).when({ type: 'CancelJob', actor }).then([cancelled]);
    given(jobStream, [started, cancelled]).when({ type: 'CancelJob', actor: owner }).then([]);
    const { state } = given(jobStream, [started, cancelled])
      .when({ type: 'RecordPage', progress: progress(1) })
      .then([progressed(1)])
      .when({ type: 'EndJob', code: null })
      .then([{ type: 'JobCancelled', data: {} }])
      .when({ type: 'CancelJob', actor: owner })
      .rejects('job/ended');
    expect(state?.job).toMatchObject({ state: 'cancelled', done: 1_000 });
  });

  test('is hidden from accounts other than its creator and moderators', () => {
    given(jobStream, []).when({ type: 'CancelJob', actor: moderator }).rejects('job/unknown');
    const product: JobEvent = { type: 'JobStarted', data: { ...plan, roles: ['admin'], accountId: null } };
    for (const actor of [stranger, { accountId: null, roles: [] }]) {
      given(jobStream, [started]).when({ type: 'CancelJob', actor }).rejects('job/unknown');
      given(jobStream, [product]).when({ type: 'CancelJob', actor }).rejects('job/unknown');
    }
  });
});
