import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WorkflowEngine, WorkflowWorker } from '../port.ts';
import { bindWorkflow } from '../workflow.ts';
import { contractChangeAfter } from './change-after.workflow.ts';
import { type ChangeActivities, contractChangeBefore } from './change-before.workflow.ts';
import { beginScript, scripts, step, until, type WorkflowsUnderTest } from './fixture.ts';
import { contractSaga, type SagaActivities } from './saga.workflow.ts';

/** Start, stop and concurrency of workers. */
export function describeWorkers(make: () => Promise<WorkflowsUnderTest>): void {
  describe('workflow workers', { timeout: 60_000 }, () => {
    let made: WorkflowsUnderTest;
    let client: WorkflowEngine;
    let workers: WorkflowWorker[];
    beforeEach(async () => {
      made = await make();
      client = made.open();
      workers = [];
    });
    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await made.close();
    });
    const work = async (...bound: Parameters<WorkflowEngine['work']>[0]): Promise<WorkflowWorker> => {
      const worker = await made.open().work(bound);
      workers.push(worker);
      return worker;
    };

    test('execute runs that were started and signalled before the first worker', async () => {
      const id = await beginScript({ client }, [step('act', { value: 1 }), { do: 'wait', name: 'go', timeout: 60_000 }], {
        act: async (value) => value,
      });
      expect(await client.signal(id, 'go', 2)).toBe('delivered');
      expect(await client.status(id)).toBe('running');
      await work(scripts);
      expect(await client.result(id)).toEqual([1, 2]);
    });

    test('hand over their runs at a stop, without repeating finished steps or recorded times', async () => {
      const first = await work(scripts);
      const done: unknown[] = [];
      const does = { act: async (value: unknown) => done.push(value) };
      const lines = [
        { do: 'now' } as const,
        step('act', { value: 'a' }),
        { do: 'wait', name: 'go', timeout: 60_000 } as const,
        step('act', { value: 'b' }),
        { do: 'now' } as const,
      ];
      const ids = [await beginScript({ client }, lines, does), await beginScript({ client }, lines, does)];
      await until(() => expect(done).toHaveLength(2));
      const stoppedAt = Date.now();
      await first.stop();
      await client.signal(ids[0] ?? '', 'go', 1);
      await work(scripts);
      await client.signal(ids[1] ?? '', 'go', 2);
      const results = (await Promise.all(ids.map((id) => client.result(id)))) as number[][];
      expect(done.toSorted()).toEqual(['a', 'a', 'b', 'b']);
      for (const [began, , , , ended] of results) {
        expect(began).toBeLessThanOrEqual(stoppedAt);
        expect(ended).toBeGreaterThanOrEqual(stoppedAt);
      }
    });

    test('execute each step once, and take over the runs of a stopped worker', async () => {
      const [first] = [await work(scripts), await work(scripts)];
      const done: string[] = [];
      const does = (id: string) => ({ act: async (value: unknown) => done.push(`${id} ${value}`) });
      const lines = [step('act', { value: 'a' }), { do: 'wait', name: 'go', timeout: 60_000 } as const, step('act', { value: 'b' })];
      const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => beginScript({ client }, lines, does(String(index)))));
      await until(() => expect(done).toHaveLength(12));
      await first.stop();
      await Promise.all(ids.map((id) => client.signal(id, 'go', null)));
      await Promise.all(ids.map((id) => client.result(id)));
      expect(done.toSorted()).toEqual(
        Array.from({ length: 12 }, (_, index) => [`${index} a`, `${index} b`])
          .flat()
          .toSorted(),
      );
    });

    test('release the reservation of a declined or missing payment', async () => {
      const called: string[] = [];
      const calls =
        <T>(name: string, answer: () => T) =>
        async (): Promise<T> => {
          called.push(name);
          return answer();
        };
      const decline = (): { receipt: string } => {
        throw Object.assign(new Error('declined'), { code: 'card/declined' });
      };
      const activities: SagaActivities = {
        reserve: calls('reserve', () => ({ seat: '7A' })),
        charge: calls('charge', decline),
        release: calls('release', () => null),
      };
      await work(bindWorkflow(contractSaga, activities));
      const [declined, unpaid] = [`saga:${randomUUID()}`, `saga:${randomUUID()}`];
      await client.start(contractSaga.name, declined, { patience: 60_000 });
      await client.signal(declined, 'paid', { by: 'card' });
      expect(await client.result(declined)).toEqual({ seat: '7A', undone: 'card/declined' });
      expect(called).toEqual(['reserve', 'charge', 'charge', 'charge', 'release']);
      await client.start(contractSaga.name, unpaid, { patience: 50 });
      expect(await client.result(unpaid)).toEqual({ seat: '7A', undone: 'timeout' });
    });

    test('continue an old run with the old steps when its workflow has changed', async () => {
      const words: string[] = [];
      const activities: ChangeActivities = {
        note: async ({ word }) => {
          words.push(word);
          return word;
        },
      };
      const began = async (): Promise<string> => {
        const id = `change:${randomUUID()}`;
        await client.start('contract-change', id, null);
        return id;
      };
      const before = await work(bindWorkflow(contractChangeBefore, activities));
      const old = await began();
      await until(() => expect(words).toEqual(['first', 'old']));
      await before.stop();
      const after = await work(bindWorkflow(contractChangeAfter, activities));
      const fresh = await began();
      await until(() => expect(words.slice(2)).toEqual(['first', 'new', 'newer']));
      await client.signal(old, 'go', null);
      expect(await client.result(old)).toEqual(['first', 'old']);
      await after.stop();
      await work(bindWorkflow(contractChangeAfter, activities));
      await client.signal(fresh, 'go', null);
      expect(await client.result(fresh)).toEqual(['first', 'new', 'newer']);
      expect(words).toHaveLength(5);
    });
  });
}
