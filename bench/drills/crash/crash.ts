import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { asPostgresError } from '@waystory/infra/postgres/unavailable.ts';
import type pg from 'pg';
import type { Tally } from '../tally.ts';
import { type Acknowledged, countLost, countTorn, parseLines } from './acknowledged.ts';
import { databaseGoneDrill } from './database-gone.ts';
import { kill, type Victim, victims } from './kill.ts';

const writersModule = join(import.meta.dirname, 'writers.ts');
const recoverWithinMs = 20_000;
/** The first start makes the database, milliseconds. */
const beginWithinMs = 120_000;
/** How often the control may kill: on a busy machine writers may happen to have nothing on the way. */
const controls = 5;

/**
 * Kills Postgres, a backend, our process or all of it while 16 writers append, starts again and looks for every event that had been acknowledged.
 * Before that, the same beneath the product itself, which starts its Postgres again.
 * Acknowledgements are kept in this process, to which the writers send them over a pipe.
 */
export async function crashDrill({ runs, short, tally }: { runs: number; short: boolean; tally: Tally }): Promise<void> {
  await databaseGoneDrill({ kills: short ? 1 : 5, tally });
  const folder = mkdtempSync(join(tmpdir(), 'waystory-drill-'));
  const dataDir = join(folder, 'postgres');
  const all: Acknowledged[] = [];
  try {
    const control = { acknowledged: 0, noticed: 0 };
    for (let attempt = 1; attempt <= controls && control.noticed === 0; attempt++) {
      const { acknowledged } = await crash(dataDir, 'everything', 'early');
      control.acknowledged += acknowledged.length;
      control.noticed += await inLog(dataDir, (pool) => countLost(pool, acknowledged));
    }
    tally.record(control.noticed > 0, `control: of ${control.acknowledged} events acknowledged too early ${control.noticed} are found to be lost`);
    for (let run = 1; run <= runs; run++) {
      const victim = victims[run % victims.length] ?? 'everything';
      const { acknowledged, wentOn } = await crash(dataDir, victim, 'late');
      all.push(...acknowledged);
      const [lost, torn] = await inLog(dataDir, (pool) => Promise.all([countLost(pool, acknowledged), countTorn(pool)]));
      const passed = acknowledged.length > 0 && lost === 0 && torn === 0 && (victim !== 'backend' || wentOn);
      const more = victim === 'backend' ? `, writers ${wentOn ? 'went on by themselves' : 'did not go on'}` : '';
      tally.record(passed, `run ${run}: ${victim} killed, ${acknowledged.length} acknowledged, ${lost} lost, ${torn} torn${more}`);
    }
    const lost = await inLog(dataDir, (pool) => countLost(pool, all));
    tally.record(lost === 0, `in the end: ${all.length} acknowledged in ${runs} runs, ${lost} lost`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Crash {
  acknowledged: Acknowledged[];
  /** Whether the writers, which stayed alive, were answered again after the kill. */
  wentOn: boolean;
}

async function crash(dataDir: string, victim: Victim, mode: 'early' | 'late'): Promise<Crash> {
  const child = spawn(process.execPath, [writersModule, dataDir, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await Promise.race([until(() => text.length > 0, beginWithinMs), ended]);
  await pause(100 + Math.random() * 400);
  kill(victim, { writers: child.pid ?? 0, postmaster: postmasterOf(dataDir) });
  // What was under way may still be answered; what begins after this was begun by a Postgres that has recovered.
  await pause(200);
  const then = text.length;
  const wentOn = victim === 'backend' && (await until(() => text.length > then));
  // A server that was killed does not come back by itself, so its writers only wait.
  child.kill(victim === 'backend' ? 'SIGTERM' : 'SIGKILL');
  await ended;
  return { acknowledged: parseLines(text), wentOn };
}

const postmasterOf = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Whether something comes to be true in time. */
async function until(condition: () => boolean, withinMs = recoverWithinMs): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  while (!condition() && Date.now() < giveUpAt) await pause(10);
  return condition();
}

/** Starts Postgres over the data again, asks it and stops it. */
async function inLog<T>(dataDir: string, ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + recoverWithinMs;
  for (;;) {
    const server = await launchPostgres({ dataDir });
    const pool = createPool(server.config, { max: 2 });
    try {
      return await ask(pool);
    } catch (error) {
      // A server that is about to end is found alive at times.
      if (!(asPostgresError(error) instanceof EngineUnavailable) || Date.now() > giveUpAt) throw error;
      await pause(50);
    } finally {
      await pool.end();
      await server.stop();
    }
  }
}
