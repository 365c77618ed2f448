import type pg from 'pg';
import { postgresLeases } from '../../bus/postgres/lease.ts';
import type { RunStatus } from '../port.ts';
import { StepFailed } from '../workflow.ts';
import { dbosLogger, placeholderDatabaseUrl, type QuietLog, systemSchema } from './sdk.ts';

/** Longest wait while another process creates the tables, milliseconds. */
const madeWithinMs = 60_000;

/** Creates and migrates the tables of DBOS under a lock, which its own migrations lack. */
export async function ensureTables(pool: pg.Pool, log: QuietLog): Promise<void> {
  const [{ ensureSystemDatabase }, { GlobalLogger }] = await Promise.all([
    import('@dbos-inc/dbos-sdk/internal/system_database'),
    import('@dbos-inc/dbos-sdk/internal/telemetry/logs'),
  ]);
  const leases = postgresLeases(pool);
  try {
    const lease = await leases.acquire('workflows:tables', AbortSignal.timeout(madeWithinMs));
    if (!lease) throw new Error('The tables of the workflows are not ready: another process has been making them for too long');
    await ensureSystemDatabase(placeholderDatabaseUrl, new GlobalLogger(undefined, { logger: dbosLogger(log) }), pool, systemSchema);
    await lease.release();
  } finally {
    await leases.close();
  }
}

/** SQLSTATE codes of missing tables, which mean that no run was ever started. */
const noTables = new Set(['42P01', '3F000']);

async function rowsIfThere<R extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: unknown[]): Promise<R[]> {
  try {
    return (await pool.query<R>(text, values)).rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && noTables.has(String(error.code))) return [];
    throw error;
  }
}

const statusOf = (written: string): RunStatus => {
  if (written === 'SUCCESS') return 'completed';
  return ['ENQUEUED', 'DELAYED', 'PENDING'].includes(written) ? 'running' : 'failed';
};

const statusQuery = `select status from ${systemSchema}.workflow_status where workflow_uuid = $1`;

export async function runStatus(pool: pg.Pool, id: string): Promise<RunStatus | null> {
  const [row] = await rowsIfThere<{ status: string }>(pool, statusQuery, [id]);
  return row ? statusOf(row.status) : null;
}

/** Status of a run. The run is locked, so that it cannot end before the transaction does. */
export async function statusInTransaction(connection: pg.PoolClient, id: string): Promise<RunStatus | null> {
  const { rows } = await connection.query<{ status: string }>(`${statusQuery} for share`, [id]);
  return rows[0] ? statusOf(rows[0].status) : null;
}

/** Result or failure of an ended run. */
export type RunEnding = { result: unknown } | { failure: Error };

interface EndingRow {
  status: string;
  output: string | null;
  error: string | null;
}

const endingQuery = `select status, o.output, o.error
  from ${systemSchema}.workflow_status s left join ${systemSchema}.workflow_output o using (workflow_uuid) where workflow_uuid = $1`;

/** Result or failure of a run. @returns Null for an open run, undefined for an unknown run. */
export async function runEnding(pool: pg.Pool, id: string): Promise<RunEnding | null | undefined> {
  const [row] = await rowsIfThere<EndingRow>(pool, endingQuery, [id]);
  if (!row) return undefined;
  const status = statusOf(row.status);
  if (status === 'running') return null;
  return status === 'completed' ? { result: JSON.parse(row.output ?? 'null') } : { failure: failureOf(row) };
}

function failureOf({ status, error }: EndingRow): Error {
  const { name, message, step, code } = JSON.parse(error ?? '{}') as { name?: string; message?: string; step?: string; code?: string }; // as: an error that DBOS serialised
  if (name === 'StepFailed') return new StepFailed(String(step), String(code), message ?? '');
  return Object.assign(new Error(message ?? `The run ended as ${status}`), name && { name }, code && { code });
}

/** True when a run waits or executes. */
export async function hasOpenRuns(pool: pg.Pool): Promise<boolean> {
  const open = `select 1 from ${systemSchema}.workflow_status where status in ('ENQUEUED', 'DELAYED', 'PENDING') limit 1`;
  return (await rowsIfThere(pool, open, [])).length > 0;
}

/** Ids of workers with open runs. */
export async function busyWorkers(pool: pg.Pool): Promise<string[]> {
  const busy = `select distinct executor_id as id from ${systemSchema}.workflow_status where status = 'PENDING'`;
  return (await rowsIfThere<{ id: string }>(pool, busy, [])).map(({ id }) => id);
}

const isOver = `status not in ('ENQUEUED', 'DELAYED', 'PENDING')`;

/** Ids of runs that ended before a time, at most `limit`. */
export async function endedRuns(pool: pg.Pool, before: Date, limit: number): Promise<string[]> {
  const ended = `select workflow_uuid as id from ${systemSchema}.workflow_status where ${isOver} and updated_at < $1 limit $2`;
  return (await rowsIfThere<{ id: string }>(pool, ended, [before.getTime(), limit])).map(({ id }) => id);
}

interface RunOfAccount {
  id: string;
  ended: boolean;
}

/** Runs whose input has this `accountId`. Inputs are searched as text, because jsonb refuses some of their content. */
export async function runsOfAccount(pool: pg.Pool, accountId: string): Promise<RunOfAccount[]> {
  const named = `select workflow_uuid as id, ${isOver} as ended from ${systemSchema}.workflow_status
    join ${systemSchema}.workflow_input i using (workflow_uuid) where strpos(i.inputs, $1) > 0`;
  return rowsIfThere<RunOfAccount>(pool, named, [`"accountId":${JSON.stringify(accountId)}`]);
}

interface RunOfWorker {
  id: string;
  queue: string;
  /** True when the run left its queue more than `within` milliseconds ago. */
  begun: boolean;
}

const runsOfWorkerQuery = `select workflow_uuid as id, queue_name as queue, started_at_epoch_ms < extract(epoch from now()) * 1000 - $2::float8 as begun
  from ${systemSchema}.workflow_status where status = 'PENDING' and executor_id = $1`;

/** @param within Time in which a worker must begin a run, milliseconds. */
export async function runsOfWorker(pool: pg.Pool, worker: string, within: number): Promise<RunOfWorker[]> {
  return (await pool.query<RunOfWorker>(runsOfWorkerQuery, [worker, within])).rows;
}
