import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { childrenOf } from '../../harness/process-usage.ts';
import { onPostgresOf, Resources } from '../../harness/resources.ts';
import { until } from '../environment/progress.ts';
import type { DrillRun } from '../tally.ts';
import { databaseGoneDrill } from './database-gone.ts';
import type { AcknowledgedEvent } from './writers.ts';

const writersModule = join(import.meta.dirname, 'writers.ts');
const recoverWithinMs = 20_000;
const beginWithinMs = 120_000;
/** Maximum attempts of the negative control, because on a busy machine no append may be in flight at the kill. */
const controls = 5;

/** `backend` kills only one backend of Postgres; `process` kills the writers, and their embedded Postgres ends with them. */
const victims = ['postgres', 'backend', 'process', 'everything'] as const;
type Victim = (typeof victims)[number];

/**
 * Kills Postgres, a backend, the process of the writers or all of these while 16 writers append. Then checks that the log has every acknowledged
 * event.
 */
export async function crashDrill({ runs, short, tally }: DrillRun): Promise<void> {
  await databaseGoneDrill({ kills: short ? 1 : 5, tally });
  await using held = new Resources();
  const folder = held.folder('drill-crash');
  const all: AcknowledgedEvent[] = [];
  const control = { acknowledged: 0, noticed: 0 };
  for (let attempt = 1; attempt <= controls && control.noticed === 0; attempt++) {
    const { acknowledged } = await crash(join(folder, 'postgres'), 'everything', 'early');
    control.acknowledged += acknowledged.length;
    control.noticed += await inLog(folder, (pool) => countLost(pool, acknowledged));
  }
  tally.record(control.noticed > 0, `control: of ${control.acknowledged} events acknowledged too early ${control.noticed} are found to be lost`);
  for (let run = 1; run <= runs; run++) {
    const victim = victims[run % victims.length] ?? 'everything';
    const { acknowledged, wentOn } = await crash(join(folder, 'postgres'), victim, 'late');
    all.push(...acknowledged);
    const [lost, torn] = await inLog(folder, (pool) => Promise.all([countLost(pool, acknowledged), countTorn(pool)]));
    const passed = acknowledged.length > 0 && lost === 0 && torn === 0 && (victim !== 'backend' || wentOn);
    const more = victim === 'backend' ? `, writers ${wentOn ? 'went on by themselves' : 'did not go on'}` : '';
    tally.record(passed, `run ${run}: ${victim} killed, ${acknowledged.length} acknowledged, ${lost} lost, ${torn} torn${more}`);
  }
  const lost = await inLog(folder, (pool) => countLost(pool, all));
  tally.record(lost === 0, `in the end: ${all.length} acknowledged in ${runs} runs, ${lost} lost`);
}

/**
 * Starts the writers, and kills the victim while they append.
 * @returns acknowledged events, and whether surviving writers got further acknowledgements
 */
async function crash(dataDir: string, victim: Victim, mode: 'early' | 'late'): Promise<{ acknowledged: AcknowledgedEvent[]; wentOn: boolean }> {
  const child = spawn(process.execPath, [writersModule, dataDir, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await Promise.race([until(() => text.length > 0, beginWithinMs, 10), ended]);
  await pause(100 + Math.random() * 400);
  kill(victim, child.pid ?? 0, Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]));
  // Answers in flight may arrive within this time; later ones come from a recovered Postgres.
  await pause(200);
  const then = text.length;
  const wentOn = victim === 'backend' && (await until(() => text.length > then, recoverWithinMs, 10));
  // Writers without Postgres never finish, because a killed server does not restart by itself.
  child.kill(victim === 'backend' ? 'SIGTERM' : 'SIGKILL');
  await ended;
  return { acknowledged: parseLines(text), wentOn };
}

/** Events of whole lines: a line cut off by a kill was not acknowledged. */
const parseLines = (text: string): AcknowledgedEvent[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', stream = '', version = ''] = line.split(' ');
      return { id, stream, version: Number(version) };
    });

const missing = `
select count(*)::int as lost from unnest($1::uuid[], $2::text[], $3::bigint[]) as a(id, stream, version)
where not exists (select from events e where e.id = a.id and e.stream = a.stream and e.version = a.version)`;

async function countLost(pool: pg.Pool, acknowledged: readonly AcknowledgedEvent[]): Promise<number> {
  const column = <K extends keyof AcknowledgedEvent>(key: K) => acknowledged.map((event) => event[key]);
  const { rows } = await pool.query<{ lost: number }>(missing, [column('id'), column('stream'), column('version')]);
  return rows[0]?.lost ?? Number.NaN;
}

const torn = `
select (select count(*) from (select from events group by meta->>'commandId' having count(*) <> max((data->>'of')::int)) halves)
     + (select count(*) from (select from events group by stream having max(version) <> count(*) or min(version) <> 1) gaps) as torn`;

/** Appends that are in the log in part, plus streams with a gap. */
const countTorn = async (pool: pg.Pool): Promise<number> => Number((await pool.query<{ torn: string }>(torn)).rows[0]?.torn);

/** Starts Postgres on the data folder, runs a query, and stops it. */
async function inLog<T>(folder: string, ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + recoverWithinMs;
  for (;;) {
    try {
      return await onPostgresOf(folder, ask);
    } catch (error) {
      // A server that is shutting down is sometimes mistaken for a running one.
      if (!(asPostgresError(error) instanceof EngineUnavailable) || Date.now() > giveUpAt) throw error;
      await pause(50);
    }
  }
}

/** Kills without a warning (SIGKILL). Linux only. */
function kill(victim: Victim, writers: number, postmaster: number): void {
  const children = childrenOf(postmaster);
  const backends = children.filter(({ title }) => title.includes('[local]')).map(({ pid }) => pid);
  const backend = backends[Math.floor(Math.random() * backends.length)];
  if (victim === 'backend' && backend === undefined) throw new Error('Postgres has no backend to kill');
  const all = {
    postgres: [postmaster],
    backend: [backend ?? 0],
    process: [writers],
    everything: [writers, postmaster, ...children.map(({ pid }) => pid)],
  };
  for (const pid of all[victim]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended by itself.
    }
  }
}
