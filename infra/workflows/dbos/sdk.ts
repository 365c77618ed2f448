import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import type * as Sdk from '@dbos-inc/dbos-sdk';
import type { DBOSConfig, DBOSSerializer } from '@dbos-inc/dbos-sdk';
import type { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import type * as Utils from '@dbos-inc/dbos-sdk/internal/utils';
import type { Log } from '../../log.ts';

/** Schema of DBOS's tables. */
export const systemSchema = 'workflows';
/** Queue name of a workflow. Each workflow has its own queue, so that a worker takes only runs that it can execute. */
export const queueOf = (workflow: string): string => `workflow:${workflow}`;
/**
 * DBOS binds a run to the version that began it, by default a hash of the code, so a release would strand open runs.
 * The version is pinned, and `patched` distinguishes changes in a workflow.
 */
export const applicationVersion = '1';
export const applicationName = 'waystory';
/** Placeholder URL: DBOS uses the given pool, but its settings require a URL, which it only logs. */
export const placeholderDatabaseUrl = 'postgresql://pool@localhost/pool';

/** Stores inputs, results and failures as plain JSON, which `tables.ts` reads. */
export const plainJson: DBOSSerializer = {
  name: () => 'json',
  stringify: (value) => JSON.stringify(value ?? null),
  parse: (text) => (text == null ? null : JSON.parse(text)),
};

export type QuietLog = Pick<Log, 'debug' | 'info' | 'warn'>;

/** Logger for DBOS with lower levels, because DBOS logs failed runs as errors although their caller gets the failure. */
export function dbosLogger(log: QuietLog): NonNullable<DBOSConfig['logger']> {
  const line =
    (level: keyof QuietLog) =>
    (entry: unknown): void =>
      log[level]({ engine: 'dbos' }, String(entry));
  return { debug: line('debug'), info: line('debug'), warn: line('info'), error: line('warn') };
}

const require = createRequire(import.meta.url);
/** Longest pause between reconnections, seconds; DBOS's default is 60. */
const longestPause = 2;

/** Internal API of DBOS's queue loop, which the SDK's types omit. */
interface QueueRunner {
  pollQueue(executor: DBOSExecutor, queue: Sdk.WorkflowQueue): Promise<boolean>;
}

export interface SeparateSdk {
  DBOS: typeof Sdk.DBOS;
  DBOSClient: typeof Sdk.DBOSClient;
  DBOSExecutor: typeof DBOSExecutor;
  DBOSWorkflowConflictError: typeof Sdk.DBOSWorkflowConflictError;
  DBOSStepNondeterminismError: typeof Sdk.DBOSStepNondeterminismError;
  /** Takes waiting runs of a queue at once. DBOS polls every second, which is too slow for a run whose caller waits. */
  claim(queue: Sdk.WorkflowQueue): void;
}

/** Loads a separate copy of the SDK per worker, because the SDK supports one worker per copy, in a module variable. */
export function loadSeparateSdk(): SeparateSdk {
  const entry = require.resolve('@dbos-inc/dbos-sdk');
  const folder = dirname(entry) + sep;
  for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) delete require.cache[path];
  const { DBOS, DBOSClient, DBOSWorkflowConflictError, DBOSStepNondeterminismError }: typeof Sdk = require(entry);
  const { DBOSExecutor: executor }: { DBOSExecutor: typeof DBOSExecutor } = require('@dbos-inc/dbos-sdk/internal/dbos-executor');
  const { dbRetryConfig }: typeof Utils = require('@dbos-inc/dbos-sdk/internal/utils');
  const { wfQueueRunner }: { wfQueueRunner: QueueRunner } = require('@dbos-inc/dbos-sdk/internal/wfqueue');
  const claim = (queue: Sdk.WorkflowQueue): void => {
    if (executor.globalInstance) void wfQueueRunner.pollQueue(executor.globalInstance, queue);
  };
  dbRetryConfig.maxBackoffSec = longestPause;
  return { DBOS, DBOSClient, DBOSExecutor: executor, DBOSWorkflowConflictError, DBOSStepNondeterminismError, claim };
}
