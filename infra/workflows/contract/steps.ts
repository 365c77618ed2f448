import { expect, test } from 'vitest';
import { FinalFailure } from '../workflow.ts';
import { beginScript, type Given, runScript, step } from './fixture.ts';

/** Fails the first `times` calls, then succeeds. */
const failing = (times: number, error: () => Error) => {
  const calls: number[] = [];
  const act = async (value: unknown): Promise<unknown> => {
    calls.push(performance.now());
    if (calls.length <= times) throw error();
    return value;
  };
  return { calls, act };
};

const pauses = (calls: number[]): number[] => calls.slice(1).map((at, index) => at - (calls[index] ?? 0));

/** Steps: inputs and results, attempts, timeouts, and concurrency. */
export function describeSteps(given: () => Given): void {
  test('steps execute in order, with JSON inputs and results', async () => {
    const seen: unknown[] = [];
    const does = {
      first: async (value: unknown) => {
        seen.push(value);
        return { at: new Date(0), gone: undefined, nested: [1, null, { deep: 'ünïcödé 😀 "\\' }] };
      },
      nothing: async (value: unknown) => void seen.push(value),
      big: async (value: unknown) => String(value).length,
    };
    const lines = [step('first', { value: { a: [1.5, true, null], b: '$1 \u2028' } }), step('nothing'), step('big', { value: 'x'.repeat(100_000) })];
    const out = { at: '1970-01-01T00:00:00.000Z', nested: [1, null, { deep: 'ünïcödé 😀 "\\' }] };
    expect(await runScript(given(), lines, does)).toEqual([out, null, 100_000]);
    expect(seen).toEqual([{ a: [1.5, true, null], b: '$1 \u2028' }, undefined]);
  });

  test('step is retried with exponential backoff up to its limit', async () => {
    const { calls, act } = failing(3, () => new Error('not yet'));
    expect(await runScript(given(), [step('act', { value: 'done', options: { attempts: 4, backoff: 100 } })], { act })).toEqual(['done']);
    expect(calls).toHaveLength(4);
    const [first, second, third] = pauses(calls);
    expect(first).toBeGreaterThanOrEqual(95);
    expect(second).toBeGreaterThanOrEqual(190);
    expect(third).toBeGreaterThanOrEqual(380);
  });

  test('step that always failed reports the code or name of its last error', async () => {
    const coded = failing(9, () => Object.assign(new Error('too full'), { code: 'disk/full' }));
    const named = failing(9, () => new RangeError('too long'));
    const options = { attempts: 2, backoff: 10 };
    const lines = [step('coded', { options, caught: true }), step('named', { options, caught: true }), step('once', { caught: true })];
    const once = failing(1, () => new Error('only once'));
    const [first, second, third] = (await runScript(given(), lines, { coded: coded.act, named: named.act, once: once.act })) as unknown[];
    expect(first).toEqual({ step: 'act', code: 'disk/full', message: 'too full' });
    expect(second).toEqual({ step: 'act', code: 'RangeError', message: 'too long' });
    expect(third).toEqual({ step: 'act', code: 'Error', message: 'only once' });
    expect([coded.calls.length, named.calls.length, once.calls.length]).toEqual([2, 2, 1]);
  });

  test('step with a final failure is not retried', async () => {
    const { calls, act } = failing(9, () => new FinalFailure('card/stolen', 'The card was stolen'));
    const [failure] = (await runScript(given(), [step('act', { options: { attempts: 5, backoff: 10 }, caught: true })], { act })) as unknown[];
    expect(failure).toEqual({ step: 'act', code: 'card/stolen', message: 'The card was stolen' });
    expect(calls).toHaveLength(1);
  });

  test('step that times out is retried up to its limit', async () => {
    const { promise: never } = Promise.withResolvers<never>();
    let calls = 0;
    const slow = async (): Promise<unknown> => {
      calls += 1;
      return never;
    };
    const secondTime = async (): Promise<unknown> => {
      calls += 1;
      return calls === 4 ? 'in time' : never;
    };
    const lines = [
      step('slow', { options: { attempts: 2, timeout: 300 }, caught: true }),
      step('secondTime', { options: { attempts: 2, timeout: 300 } }),
    ];
    const [given1, given2] = (await runScript(given(), lines, { slow, secondTime })) as unknown[];
    expect(given1).toMatchObject({ step: 'act', code: 'timeout' });
    expect(given2).toBe('in time');
    expect(calls).toBe(4);
  });

  test('concurrent steps get their own results', async () => {
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let arrived = 0;
    const meet = async (value: unknown): Promise<unknown> => {
      arrived += 1;
      if (arrived === 3) resolve();
      await all;
      return value;
    };
    const lines = ['a', 'b', 'c'].map((value) => step('meet', { value }));
    expect(await runScript(given(), [{ do: 'together', lines }], { meet })).toEqual([['a', 'b', 'c']]);
    expect(arrived).toBe(3);
  });

  test('step error with the code of an unavailable engine is an ordinary failure', async () => {
    const codes = ['ECONNREFUSED', '57014', '08006'];
    const fail = async (code: unknown): Promise<unknown> => {
      throw Object.assign(new Error('away'), { code });
    };
    const id = await beginScript(
      given(),
      codes.map((value) => step('fail', { value, caught: true })),
      { fail },
    );
    expect(await given().client.result(id)).toEqual(codes.map((code) => ({ step: 'act', code, message: 'away' })));
  });
}
