import { ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, expect, test } from 'vitest';
import { suspensionIn, suspensionWatch, trackSuspension } from './suspension.ts';

const refusal = (code: string, data?: Record<string, unknown>): ResponseError =>
  new ResponseError(403, { type: '', title: 'Forbidden', status: 403, code, detail: '', traceId: '', ...(data && { data }) });

afterEach(() => suspensionWatch.report(null));

test.each([
  [refusal('auth/suspended', { reason: 'Spam', until: '2026-12-01T00:00:00.000Z' }), { reason: 'Spam', until: '2026-12-01T00:00:00.000Z' }],
  [refusal('auth/suspended', { reason: null, until: null }), { reason: null, until: null }],
  [refusal('auth/suspended'), { reason: null, until: null }],
  [refusal('auth/forbidden', { reason: 'Spam' }), null],
  [new ResponseError(403, null), null],
  [new Error('away'), null],
])('suspensionIn of %o returns %o', (error, suspension) => expect(suspensionIn(error)).toEqual(suspension));

test('Suspension is reported once, persists through other failures, and ends with the next successful request', async () => {
  let calls = 0;
  const unsubscribe = suspensionWatch.subscribe(() => calls++);
  const refused = (error: Error) => expect(trackSuspension(Promise.reject(error))).rejects.toBe(error);
  for (const error of [refusal('auth/suspended', { reason: 'Spam' }), refusal('auth/suspended', { reason: 'Spam' }), new Error('away')])
    await refused(error);
  expect(suspensionWatch.current()).toEqual({ reason: 'Spam', until: null });
  expect(await trackSuspension(Promise.resolve(7))).toBe(7);
  expect(suspensionWatch.current()).toBeNull();
  expect(calls).toBe(2);
  unsubscribe();
});
