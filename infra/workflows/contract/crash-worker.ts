import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../../postgres/pool.ts';
import { dbosWorkflows } from '../dbos.ts';
import { type TemporalSettings, temporalWorkflows } from '../temporal.ts';
import { bindWorkflow } from '../workflow.ts';
import { contractSaga, type SagaActivities } from './saga.workflow.ts';

/** What a worker in a process of its own is told, as JSON in its first argument. */
export interface CrashWorkerSettings {
  engine: { dbos: pg.PoolConfig } | { temporal: TemporalSettings };
  /** Folder that it keeps its effects in, which outlive it. */
  effects: string;
}

/** Where a worker is to be when it is killed: the run, the step, and the side of its effect. */
export const crashPoint = (run: string, step: string, side: 'before' | 'after'): string => `${run}:${step} ${side}`;

/** Does the steps of the saga on files. In its folder `crash` names the point where it kills itself, once; `calls` and `done` grow by a line each. */
function sagaOnFiles(folder: string): SagaActivities {
  const file = (name: string): string => join(folder, name);
  const linesOf = (name: string): string[] => (existsSync(file(name)) ? readFileSync(file(name), 'utf8').split('\n') : []);
  const dieAt = (point: string): void => {
    if (!linesOf('crash').includes(point)) return;
    rmSync(file('crash'));
    process.kill(process.pid, 'SIGKILL');
  };
  const effect = (key: string): void => {
    appendFileSync(file('calls'), `${process.pid} ${key}\n`);
    dieAt(`${key} before`);
    // The key is what makes a repetition harmless; this process does one thing at a time, and others come after its death.
    if (!linesOf('done').includes(key)) appendFileSync(file('done'), `${key}\n`);
    dieAt(`${key} after`);
  };
  return {
    reserve: async ({ key }) => {
      effect(key);
      return { seat: '7A' };
    },
    charge: async ({ key }) => {
      if (linesOf('declined').includes(key)) throw Object.assign(new Error('declined'), { code: 'card/declined' });
      effect(key);
      return { receipt: `receipt of ${key}` };
    },
    release: async ({ key }) => {
      effect(key);
      return null;
    },
  };
}

function open({ engine }: CrashWorkerSettings) {
  return 'dbos' in engine ? dbosWorkflows(createPool(engine.dbos, { max: 4 })) : temporalWorkflows(engine.temporal);
}

/** Only in a process of its own, started by `contract-crash.ts`. */
if (process.send && process.argv[1] === import.meta.filename) {
  const settings: CrashWorkerSettings = JSON.parse(process.argv[2] ?? '');
  process.once('disconnect', () => process.exit());
  await open(settings).work([bindWorkflow(contractSaga, sagaOnFiles(settings.effects))]);
  process.send('ready');
}
