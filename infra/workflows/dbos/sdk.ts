import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import type * as Sdk from '@dbos-inc/dbos-sdk';
import type { DBOSConfig, DBOSSerializer } from '@dbos-inc/dbos-sdk';
import type { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import type * as Utils from '@dbos-inc/dbos-sdk/internal/utils';
import type { Log } from '../../log.ts';

/** Schema of the product's database that DBOS keeps its tables in. */
export const systemSchema = 'workflows';
/** A queue for each workflow: a worker takes only what it knows how to run. */
export const queueOf = (workflow: string): string => `workflow:${workflow}`;
/**
 * DBOS runs a run only under the version that it began with, by default a hash of the code: every release would strand what is under way.
 * It is pinned; what changes in a workflow is told apart by `patched`.
 */
export const applicationVersion = '1';
export const applicationName = 'waystory';
/** DBOS is given a pool; without an address its settings are refused, and this one is only ever written to a log. */
export const unusedAddress = 'postgresql://pool@localhost/pool';

/** Inputs, results and failures are stored as plain JSON, which `dbos-tables.ts` reads again. */
export const plainJson: DBOSSerializer = {
  name: () => 'json',
  stringify: (value) => JSON.stringify(value ?? null),
  parse: (text) => (text == null ? null : JSON.parse(text)),
};

export type QuietLog = Pick<Log, 'debug' | 'info' | 'warn'>;

/** What DBOS finds worth an error is a run that failed, which its starter is told as well. */
export function dbosLogger(log: QuietLog): NonNullable<DBOSConfig['logger']> {
  const line =
    (level: keyof QuietLog) =>
    (entry: unknown): void =>
      log[level]({ engine: 'dbos' }, String(entry));
  return { debug: line('debug'), info: line('debug'), warn: line('info'), error: line('warn') };
}

const require = createRequire(import.meta.url);
/** Longest pause between two tries to reach a database that is away, seconds; DBOS would take up to 60. */
const longestPause = 2;

/** What its loop calls, and tells of its own failures; not among the SDK's types. */
interface QueueRunner {
  pollQueue(executor: DBOSExecutor, queue: Sdk.WorkflowQueue): Promise<boolean>;
}

export interface OwnCopy {
  DBOS: typeof Sdk.DBOS;
  DBOSClient: typeof Sdk.DBOSClient;
  DBOSExecutor: typeof DBOSExecutor;
  DBOSWorkflowConflictError: typeof Sdk.DBOSWorkflowConflictError;
  /** Takes what waits in a queue now. DBOS itself asks for it every second, which would be long for a run that somebody waits for. */
  claim(queue: Sdk.WorkflowQueue): void;
}

/** The SDK keeps its one worker in the module itself; a copy for each worker lets a process have several, on different databases. */
export function ownCopy(): OwnCopy {
  const entry = require.resolve('@dbos-inc/dbos-sdk');
  const folder = dirname(entry) + sep;
  for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) delete require.cache[path];
  const { DBOS, DBOSClient, DBOSWorkflowConflictError }: typeof Sdk = require(entry);
  const { DBOSExecutor: executor }: { DBOSExecutor: typeof DBOSExecutor } = require('@dbos-inc/dbos-sdk/internal/dbos-executor');
  const { dbRetryConfig }: typeof Utils = require('@dbos-inc/dbos-sdk/internal/utils');
  const { wfQueueRunner }: { wfQueueRunner: QueueRunner } = require('@dbos-inc/dbos-sdk/internal/wfqueue');
  const claim = (queue: Sdk.WorkflowQueue): void => {
    if (executor.globalInstance) void wfQueueRunner.pollQueue(executor.globalInstance, queue);
  };
  dbRetryConfig.maxBackoffSec = longestPause;
  return { DBOS, DBOSClient, DBOSExecutor: executor, DBOSWorkflowConflictError, claim };
}
