import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { StepFailed } from '../workflow.ts';
import { beginScript, type EnginesUnderTest, runScript, step, until } from './fixture.ts';
import { contractScript } from './script.workflow.ts';

/** Polls seldom, like the product: Temporal removes a run seconds after the call, and each call adds work to it. */
const inTime = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 120_000, interval: 2_000 });

/** Start, end, status and removal of runs. */
export function describeRuns(given: () => EnginesUnderTest): void {
  test('run starts once per id, also for concurrent calls, another input, or after its end', async () => {
    const { engine, client } = given();
    const id = `script:${randomUUID()}`;
    const start = (lines: unknown[]) => client.start(contractScript.name, id, { lines });
    const answers = await Promise.all([
      start([{ do: 'wait', name: 'go', timeout: 60_000 }]),
      start([]),
      engine.start(contractScript.name, id, { lines: [] }),
    ]);
    expect(answers.toSorted()).toEqual(['exists', 'exists', 'started']);
    await client.signal(id, 'go', 1);
    await client.result(id);
    expect(await start([])).toBe('exists');
  });

  test('run has the same status and result in every process, at every call', async () => {
    const { engine, client } = given();
    const id = await beginScript(given(), [{ do: 'wait', name: 'go', timeout: 60_000 }]);
    expect(await client.status(id)).toBe('running');
    const waiting = Promise.all([client.result(id), engine.result(id)]);
    await client.signal(id, 'go', { word: 'ä' });
    expect(await waiting).toEqual([[{ word: 'ä' }], [{ word: 'ä' }]]);
    expect([await client.status(id), await engine.status(id)]).toEqual(['completed', 'completed']);
    expect(await client.result(id)).toEqual([{ word: 'ä' }]);
  });

  test('run with an unknown id has the status null, and its result rejects', async () => {
    const { client } = given();
    expect(await client.status(`script:${randomUUID()}`)).toBeNull();
    await expect(client.result(`script:${randomUUID()}`)).rejects.toThrow();
  });

  test('run fails with an uncaught failure of a step', async () => {
    const boom = async () => {
      throw Object.assign(new Error('no card'), { code: 'card/declined' });
    };
    const id = await beginScript(given(), [step('boom')], { boom });
    const failure = await given()
      .client.result(id)
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(failure).toBeInstanceOf(StepFailed);
    expect(failure).toMatchObject({ step: 'act', code: 'card/declined', message: 'no card' });
    expect(await given().client.status(id)).toBe('failed');
  });

  test('run with an invalid input fails before its first step', async () => {
    const { client } = given();
    const id = `script:${randomUUID()}`;
    await client.start(contractScript.name, id, { lines: 'all' });
    await expect(client.result(id)).rejects.toMatchObject({ code: 'workflow/bad-input', message: expect.stringContaining('lines') });
    expect(await client.status(id)).toBe('failed');
  });

  test('run is removed when it ended before the given time, and never while it is open', async () => {
    const { client, engine } = given();
    const old = await beginScript(given(), [step('say', { value: 'marzipan' })], { say: async (value) => value });
    await client.result(old);
    const going = await beginScript(given(), [{ do: 'wait', name: 'go', timeout: 60_000 }]);
    await client.forgetEnded(new Date(Date.now() - 3_600_000));
    expect(await client.status(old)).toBe('completed');
    // Engines list ended runs with a delay.
    await until(async () => {
      await engine.forgetEnded(new Date(Date.now() + 3_600_000));
      expect(await client.status(old)).toBeNull();
    });
    expect(await client.status(going)).toBe('running');
    await client.signal(going, 'go', 1);
    expect(await client.result(going)).toEqual([1]);
  });

  test('runs of an account are removed after their end, and no other runs', { timeout: 270_000 }, async () => {
    const { client, engine } = given();
    const [hers, his] = [randomUUID(), randomUUID()];
    const begin = async (accountId: string, lines: unknown[]) => {
      const id = `script:${randomUUID()}`;
      await client.start(contractScript.name, id, { lines, accountId });
      return id;
    };
    const [ended, going, other] = await Promise.all([begin(hers, []), begin(hers, [{ do: 'wait', name: 'go', timeout: 60_000 }]), begin(his, [])]);
    await Promise.all([client.result(ended), client.result(other)]);
    await inTime(async () => {
      expect(await engine.forgetRunsOf(hers)).toBe(1);
      expect(await client.status(ended)).toBeNull();
    });
    expect([await client.status(going), await client.status(other)]).toEqual(['running', 'completed']);
    await client.signal(going, 'go', 1);
    await client.result(going);
    await inTime(async () => {
      expect(await engine.forgetRunsOf(hers)).toBe(0);
      expect(await client.status(going)).toBeNull();
    });
    expect(await engine.forgetRunsOf(randomUUID())).toBe(0);
  });

  test('run of a workflow without a worker is accepted, and stays in the status running', async () => {
    const { client } = given();
    const id = `other:${randomUUID()}`;
    expect(await client.start(`contract-${randomUUID()}`, id, null)).toBe('started');
    // Running workers execute the later run first, and leave the run of the other workflow waiting.
    await runScript(given(), []);
    expect(await client.status(id)).toBe('running');
    expect(await client.signal(id, 'go', null)).toBe('delivered');
  });

  test('runs have separate inputs and results, with 50 concurrent runs', { timeout: 60_000 }, async () => {
    const counted = Array.from({ length: 50 }, (_, index) => index);
    const done: number[] = [];
    const does = {
      count: async (value: unknown) => {
        done.push(Number(value));
        return Number(value) * 2;
      },
    };
    const results = await Promise.all(
      counted.map(async (index) => {
        const id = await beginScript(given(), [step('count', { value: index }), { do: 'wait', name: 'go', timeout: 60_000 }], does);
        await given().client.signal(id, 'go', index);
        return given().client.result(id);
      }),
    );
    expect(results).toEqual(counted.map((index) => [index * 2, index]));
    expect(done.toSorted((a, b) => a - b)).toEqual(counted);
  });

  test('run has a clock that advances by at least its sleeps', async () => {
    const before = Date.now();
    const [first = 0, , second = 0] = (await runScript(given(), [{ do: 'now' }, { do: 'sleep', duration: 300 }, { do: 'now' }])) as number[];
    expect(second - first).toBeGreaterThanOrEqual(299);
    expect(first).toBeGreaterThanOrEqual(before - 1_000);
    expect(second).toBeLessThanOrEqual(Date.now() + 1_000);
  });
}
