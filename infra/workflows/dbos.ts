import { setTimeout as pause } from 'node:timers/promises';
import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type pg from 'pg';
import { asPostgresError } from '../postgres/pool.ts';
import { inTransaction } from '../postgres/transaction.ts';
import {
  applicationName,
  applicationVersion,
  dbosLogger,
  placeholderDatabaseUrl,
  plainJson,
  type QuietLog,
  queueOf,
  systemSchema,
} from './dbos/sdk.ts';
import { endedRuns, ensureTables, type RunEnding, runEnding, runStatus, runsOfAccount, statusInTransaction } from './dbos/tables.ts';
import { dbosWorker, runStartedPayload, workflowsChannel } from './dbos/worker.ts';
import type { WorkflowEngine } from './port.ts';

/** First and longest interval of polling for a result, milliseconds; the interval grows by half each time. */
const [firstLook, lastLook] = [20, 200];

/** Runs removed per transaction. */
const forgottenAtOnce = 500;

const silent: QuietLog = { debug: () => {}, info: () => {}, warn: () => {} };

/** Workflow engine on Postgres by DBOS, in a separate schema. DBOS is loaded at the first use. */
export function dbosWorkflows(pool: pg.Pool, log: QuietLog = silent): WorkflowEngine {
  const closing = new AbortController();
  let opened: Promise<DBOSClient> | null = null;
  const client = (): Promise<DBOSClient> => {
    opened ??= openClient(pool, log).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    start: (workflow, id, input, traceparent) =>
      reported(async () => {
        const sdk = await client();
        // The call runs in our own transaction, because DBOS's own calls retry until the database is back.
        return inTransaction(pool, (connection) => enqueue(sdk, connection, { workflow, id, input, traceparent }));
      }),
    signal: (id, name, payload, dedupeKey) =>
      reported(async () => {
        const sdk = await client();
        return inTransaction(pool, async (connection) => {
          if ((await statusInTransaction(connection, id)) !== 'running') return 'gone';
          await sdk.sendInTransaction(connection, id, payload, name, dedupeKey);
          // Workers skip locked rows, so they must search again for a run that was locked.
          await callWorkers(connection);
          return 'delivered';
        });
      }),
    status: (id) => reported(() => runStatus(pool, id)),
    result: async (id) => {
      const ending = await reported(() => endingOf(pool, id, closing.signal));
      if ('failure' in ending) throw ending.failure;
      return ending.result;
    },
    forgetEnded: (before) =>
      reported(async () => {
        for (let gone = 0; ; ) {
          const ids = await endedRuns(pool, before, forgottenAtOnce);
          if (ids.length > 0) await (await client()).deleteWorkflows(ids);
          gone += ids.length;
          if (ids.length < forgottenAtOnce) return gone;
        }
      }),
    forgetRunsOf: (accountId) =>
      reported(async () => {
        const { ended = [], going = [] } = Object.groupBy(await runsOfAccount(pool, accountId), (run) => (run.ended ? 'ended' : 'going'));
        if (ended.length > 0) await (await client()).deleteWorkflows(ended.map(({ id }) => id));
        return going.length;
      }),
    work: async (workflows) => dbosWorker(pool, workflows, log),
    close: async () => {
      closing.abort(new Error('The engine of workflows was closed'));
      const sdk = await opened?.catch(() => null);
      await sdk?.destroy();
    },
  };
}

async function openClient(pool: pg.Pool, log: QuietLog): Promise<DBOSClient> {
  const { DBOSClient } = await import('@dbos-inc/dbos-sdk');
  await ensureTables(pool, log);
  return DBOSClient.create({
    systemDatabaseUrl: placeholderDatabaseUrl,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: systemSchema,
    serializer: plainJson,
    logger: dbosLogger(log),
    applicationName,
  });
}

interface Started {
  workflow: string;
  id: string;
  input: unknown;
  traceparent: string | undefined;
}

async function enqueue(sdk: DBOSClient, connection: pg.PoolClient, { workflow: workflowName, id: workflowID, input, traceparent }: Started) {
  try {
    await sdk.enqueueInTransaction(
      connection,
      { workflowName, workflowID, queueName: queueOf(workflowName), appVersion: applicationVersion, workflowIDReusePolicy: 'reject' },
      input,
      ...(traceparent ? [traceparent] : []),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'DBOSWorkflowIDInUseError') return 'exists';
    throw error;
  }
  await callWorkers(connection, workflowName);
  return 'started';
}

/** Wakes the workers of one workflow; without a name, the workers of all workflows. */
const callWorkers = (connection: pg.PoolClient, workflow?: string) =>
  connection.query('select pg_notify($1, $2)', [workflowsChannel, workflow ? runStartedPayload(workflow) : '']);

async function reported<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asPostgresError(error);
  }
}

async function endingOf(pool: pg.Pool, id: string, closing: AbortSignal): Promise<RunEnding> {
  for (let look = firstLook; ; look = Math.min(look * 1.5, lastLook)) {
    closing.throwIfAborted();
    const ending = await runEnding(pool, id);
    if (ending === undefined) throw new Error(`There is no run ${id}`);
    if (ending) return ending;
    await pause(look, undefined, { signal: closing }).catch(() => {});
  }
}
