import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../../postgres/pool.ts';
import { dbosWorkflows } from '../dbos.ts';
import { type TemporalSettings, temporalWorkflows } from '../temporal.ts';
import { bindWorkflow } from '../workflow.ts';
import { contractSaga, type SagaActivities } from './saga.workflow.ts';

/** Settings of a worker process, JSON in its first argument. */
export interface CrashWorkerSettings {
  engine: { dbos: pg.PoolConfig } | { temporal: TemporalSettings };
  /** Folder with the effects of the activities, which outlive the worker. */
  effects: string;
}

/** Point at which a worker kills itself: run, step, and before or after the effect. */
export const crashPoint = (run: string, step: string, side: 'before' | 'after'): string => `${run}:${step} ${side}`;

/**
 * Activities of the saga with files as effects. The file `crash` contains the point of a single kill. Each effect appends a line to `calls`, and once
 * per key to `done`.
 */
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
    // The idempotency key makes a repeated effect harmless. Only one worker runs at a time, so the file is not written concurrently.
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

/** The worker starts only as a child that `crash.ts` has forked, not when the file is imported. */
if (process.send && process.argv[1] === import.meta.filename) {
  const settings: CrashWorkerSettings = JSON.parse(process.argv[2] ?? '');
  process.once('disconnect', () => process.exit());
  await open(settings).work([bindWorkflow(contractSaga, sagaOnFiles(settings.effects))]);
  process.send('ready');
}
