import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { expect, test } from 'vitest';
import { statusOfFailure } from './monitoring.ts';

const named = (name: string): Error => Object.assign(new Error('gone'), { name });

test.each([
  ['an answer keeps its status', new ResponseError(503, null), true, 503],
  ['a request that failed', new FetchError(new TypeError('Failed to fetch')), true, 0],
  ['a request that took too long', new FetchError(named('TimeoutError')), true, 444],
  ['a request that was aborted', new FetchError(named('AbortError')), true, 499],
  ['no network', new FetchError(new TypeError('Failed to fetch')), false, 1_001],
])('%s', (_, error, online, status) => {
  expect(statusOfFailure(error, online)).toBe(status);
});
