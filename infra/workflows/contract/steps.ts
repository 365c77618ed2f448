import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FinalFailure } from '../workflow.ts';
import { beginScript, type EnginesUnderTest, runScript, step } from './fixture.ts';
import type { ScriptLine } from './script.workflow.ts';

/** An activity that fails on its first `times` calls and then succeeds. */
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
export function describeSteps(given: () => EnginesUnderTest): void {
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

  test('concurrent steps each return their own result', async () => {
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

  test('step error with the code of an unavailable engine is a failure of the step, not of the engine', async () => {
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

const wait = (name: string, timeout = 60_000): ScriptLine => ({ do: 'wait', name, timeout });

/** Signals before, during and after a wait, with deduplication keys, and to ended runs. */
export function describeSignals(given: () => EnginesUnderTest): void {
  test('signal that arrives before its wait is kept', async () => {
    const { promise: signalled, resolve } = Promise.withResolvers<void>();
    const id = await beginScript(given(), [step('hold'), wait('go'), wait('other')], { hold: () => signalled });
    expect(await given().client.signal(id, 'other', { n: 2 })).toBe('delivered');
    expect(await given().client.signal(id, 'go', { n: 1 })).toBe('delivered');
    resolve();
    expect(await given().client.result(id)).toEqual([null, { n: 1 }, { n: 2 }]);
  });

  test('signal ends a wait with its payload', async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const id = await beginScript(given(), [step('reach'), wait('go')], { reach: async () => resolve() });
    await reached;
    expect(await given().client.signal(id, 'go', [1])).toBe('delivered');
    expect(await given().client.result(id)).toEqual([null, [1]]);
  });

  test('signals of one name are received once each, in order', async () => {
    const id = await beginScript(given(), [wait('go'), wait('go'), wait('go', 50)]);
    await given().client.signal(id, 'go', 1);
    await given().client.signal(id, 'go', 2);
    expect(await given().client.result(id)).toEqual([1, 2, null]);
  });

  test('signal with a known deduplication key is dropped, before and after the first is received', async () => {
    const { client, engine } = given();
    const id = await beginScript(given(), [wait('first'), wait('go'), step('twice'), wait('go', 300)], {
      twice: async () => void (await client.signal(id, 'go', 'c', 'event-1')),
    });
    await client.signal(id, 'go', 'a', 'event-1');
    await Promise.all([client.signal(id, 'go', 'b', 'event-1'), engine.signal(id, 'go', 'b', 'event-1')]);
    await client.signal(id, 'first', null, `first-${id}`);
    expect(await client.result(id)).toEqual([null, 'a', null, null]);
  });

  test('signals of two runs may share a deduplication key', async () => {
    const ids = [await beginScript(given(), [wait('go')]), await beginScript(given(), [wait('go')])];
    await Promise.all(ids.map((id, index) => given().client.signal(id, 'go', index, 'event-1')));
    expect(await Promise.all(ids.map((id) => given().client.result(id)))).toEqual([[0], [1]]);
  });

  test('wait for a signal ends with null after its timeout, at once for a timeout of zero', async () => {
    const began = performance.now();
    expect(await runScript(given(), [wait('never', 300), wait('never', 0)])).toEqual([null, null]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(295);
    const id = await beginScript(given(), [wait('a', 60_000), wait('b', 0)]);
    await given().client.signal(id, 'b', 'there');
    await given().client.signal(id, 'a', 'first');
    expect(await given().client.result(id)).toEqual(['first', 'there']);
  });

  test('signal to an ended or unknown run returns gone', async () => {
    const { client } = given();
    const id = await beginScript(given(), []);
    await client.result(id);
    expect(await client.signal(id, 'go', 1)).toBe('gone');
    expect(await client.signal(`script:${randomUUID()}`, 'go', 1, 'key')).toBe('gone');
  });
}
