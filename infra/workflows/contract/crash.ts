import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WorkflowEngine } from '../port.ts';
import { type CrashWorkerSettings, crashPoint } from './crash-worker.ts';
import { until, type WorkflowsUnderTest } from './fixture.ts';
import { contractSaga } from './saga.workflow.ts';

export interface CrashUnderTest extends WorkflowsUnderTest {
  /** Settings with which a worker process opens the same engine. */
  engine: CrashWorkerSettings['engine'];
}

const program = join(import.meta.dirname, 'crash-worker.ts');

/** Points at which a saga can lose its worker: before and after each effect. */
const points = [
  { step: 'reserve', side: 'before', declined: false },
  { step: 'reserve', side: 'after', declined: false },
  { step: 'charge', side: 'before', declined: false },
  { step: 'charge', side: 'after', declined: false },
  { step: 'release', side: 'before', declined: true },
  { step: 'release', side: 'after', declined: true },
] as const;

/** Contract of a workflow engine whose workers are killed. */
export function workflowCrashContract(make: () => Promise<CrashUnderTest>): void {
  describe('workflow engine with killed workers', { timeout: 180_000 }, () => {
    let made: CrashUnderTest;
    let client: WorkflowEngine;
    let folder: string;
    const children: ChildProcess[] = [];
    beforeEach(async () => {
      made = await make();
      client = made.open();
      folder = mkdtempSync(join(tmpdir(), 'waystory-crash-'));
    });
    afterEach(async () => {
      await Promise.all(children.splice(0).map(kill));
      await made.close();
      rmSync(folder, { recursive: true });
    });
    const spawn = async (): Promise<ChildProcess> => {
      const child = fork(program, [JSON.stringify({ engine: made.engine, effects: folder } satisfies CrashWorkerSettings)]);
      children.push(child);
      await once(child, 'message');
      return child;
    };
    const linesOf = (name: string): string[] => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim().split('\n') : []);
    const write = (name: string, line: string): void => appendFileSync(join(folder, name), `${line}\n`);
    const begin = async (): Promise<string> => {
      const id = `saga:${randomUUID()}`;
      await client.start(contractSaga.name, id, { patience: 120_000 });
      return id;
    };
    const effectsOf = (id: string): string[] => linesOf('done').flatMap((key) => (key.startsWith(id) ? [key.slice(id.length + 1)] : []));

    test('ends each run normally, with each effect once, wherever the worker was killed', async () => {
      const runs: { id: string; declined: boolean }[] = [];
      for (const { step, side, declined } of points) {
        const id = `saga:${randomUUID()}`;
        runs.push({ id, declined });
        if (declined) write('declined', `${id}:charge`);
        write('crash', crashPoint(id, step, side));
        const child = await spawn();
        const died = once(child, 'exit');
        await client.start(contractSaga.name, id, { patience: 120_000 });
        await client.signal(id, 'paid', { by: 'card' }, 'payment');
        expect((await died)[1]).toBe('SIGKILL');
        expect(await client.status(id)).toBe('running');
      }
      await spawn();
      for (const { id, declined } of runs) {
        // A payment provider may repeat its notification.
        await client.signal(id, 'paid', { by: 'cash' }, 'payment');
        const receipt = `receipt of ${id}:charge`;
        expect(await client.result(id)).toEqual(declined ? { seat: '7A', undone: 'card/declined' } : { seat: '7A', receipt, by: 'card' });
        expect(effectsOf(id)).toEqual(['reserve', declined ? 'release' : 'charge']);
      }
    });

    test('keeps waiting runs with their signals while no worker runs, and their timeouts elapse', async () => {
      const child = await spawn();
      const [told, late] = [await begin(), `saga:${randomUUID()}`];
      await client.start(contractSaga.name, late, { patience: 500 });
      await until(() => expect([...effectsOf(told), ...effectsOf(late)]).toEqual(['reserve', 'reserve']));
      await kill(child);
      await client.signal(told, 'paid', { by: 'card' }, 'payment');
      await spawn();
      expect(await client.result(told)).toMatchObject({ by: 'card' });
      expect(await client.result(late)).toEqual({ seat: '7A', undone: 'timeout' });
      expect([effectsOf(told), effectsOf(late)]).toEqual([
        ['reserve', 'charge'],
        ['reserve', 'release'],
      ]);
    });

    test('continues the runs of a killed worker in another worker', async () => {
      const both = await Promise.all([spawn(), spawn()]);
      const ids: string[] = [];
      for (let index = 0; index < 10; index++) ids.push(await begin());
      await until(() => expect(linesOf('done')).toHaveLength(10));
      expect(linesOf('calls')).toHaveLength(10);
      const busiest = String(both[0]?.pid) === mostCommon(linesOf('calls').map((line) => line.split(' ')[0] ?? '')) ? both[0] : both[1];
      if (busiest) await kill(busiest);
      await Promise.all(ids.map((id) => client.signal(id, 'paid', { by: 'card' })));
      for (const id of ids) expect(await client.result(id)).toMatchObject({ seat: '7A', by: 'card' });
      expect(linesOf('done').toSorted()).toEqual(ids.flatMap((id) => [`${id}:charge`, `${id}:reserve`]).toSorted());
    });
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const mostCommon = (words: string[]): string | undefined =>
  words.toSorted((a, b) => words.filter((word) => word === b).length - words.filter((word) => word === a).length)[0];
