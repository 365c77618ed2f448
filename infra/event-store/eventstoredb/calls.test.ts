import { expect, test } from 'vitest';
import { EngineUnavailable } from '../../errors.ts';
import { boundedCalls } from './calls.ts';

interface Failure {
  code?: number;
  type?: string;
  message?: string;
}

const failing = (error: unknown): Promise<never> => boundedCalls(1_000)(() => Promise.reject(error));

test.each<[string, Failure]>([
  ['cancelled by the server', { code: 1 }],
  ['too late', { code: 4 }],
  ['aborted', { code: 10 }],
  ['cut off', { code: 13 }],
  ['not reachable', { code: 14 }],
  ['overrun', { code: 8, message: '8 RESOURCE_EXHAUSTED: Bandwidth exhausted or memory limit exceeded' }],
  ['not the leader', { code: 5, type: 'not-leader' }],
  ['given up', { message: 'Channel has been shut down' }],
  ['nowhere to be found', { message: 'Failed to discover after 10 attempts.' }],
])('EventStoreDB call to a server that is %s rejects with EngineUnavailable', async (_, { message = '', ...rest }) => {
  await expect(failing(Object.assign(new Error(message), rest))).rejects.toThrow(EngineUnavailable);
});

test.each<[string, Failure]>([
  ['a conflict', { type: 'wrong-expected-version' }],
  ['too large an append', { code: 3, type: 'maximum-append-size-exceeded' }],
  ['too large a message', { code: 8, message: '8 RESOURCE_EXHAUSTED: Received message exceeds the maximum configured message size.' }],
  ['a mistake of ours', {}],
])('EventStoreDB call rejects with the original error for %s', async (_, { message = 'other', ...rest }) => {
  const error = Object.assign(new Error(message), rest);
  await expect(failing(error)).rejects.toBe(error);
});

test('EventStoreDB calls run 64 at once and the others in turn', async () => {
  const call = boundedCalls(1_000);
  const running: (() => void)[] = [];
  let [most, now] = [0, 0];
  const all = Array.from({ length: 200 }, (_, index) =>
    call(async () => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => running.push(resolve));
      now--;
      return index;
    }),
  );
  let results: number[] = [];
  const done = Promise.all(all).then((numbers) => {
    results = numbers;
  });
  const endThoseThatRun = (): number => {
    for (const end of running.splice(0)) end();
    return results.length;
  };
  await expect.poll(endThoseThatRun, { interval: 5 }).toBe(200);
  await done;
  expect(most).toBe(64);
  expect(results).toEqual(Array.from({ length: 200 }, (_, index) => index));
});

test('EventStoreDB call that never ends, or never gets a slot, rejects with EngineUnavailable', async () => {
  const call = boundedCalls(20);
  const never = (): Promise<never> => new Promise(() => {});
  const results = await Promise.allSettled(Array.from({ length: 65 }, () => call(never)));
  expect(results.every((result) => result.status === 'rejected' && result.reason instanceof EngineUnavailable)).toBe(true);
  expect(await call(async () => 'free again')).toBe('free again');
});
