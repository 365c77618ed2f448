import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { beginScript, type Given, runScript, step } from './fixture.ts';
import type { Line } from './script.workflow.ts';

const wait = (name: string, timeout = 60_000): Line => ({ do: 'wait', name, timeout });

/** Signals: early, awaited, repeated, of other names, and too late. */
export function describeSignals(given: () => Given): void {
  test('signal that arrives early is kept', async () => {
    const { promise: signalled, resolve } = Promise.withResolvers<void>();
    const id = await beginScript(given(), [step('hold'), wait('go'), wait('other')], { hold: () => signalled });
    expect(await given().client.signal(id, 'other', { n: 2 })).toBe('delivered');
    expect(await given().client.signal(id, 'go', { n: 1 })).toBe('delivered');
    resolve();
    expect(await given().client.result(id)).toEqual([null, { n: 1 }, { n: 2 }]);
  });

  test('signal ends a wait', async () => {
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

  test('signal to an ended or unknown run is refused', async () => {
    const { client } = given();
    const id = await beginScript(given(), []);
    await client.result(id);
    expect(await client.signal(id, 'go', 1)).toBe('gone');
    expect(await client.signal(`script:${randomUUID()}`, 'go', 1, 'key')).toBe('gone');
  });
}
