import type { Client, Connection, WorkflowExecutionInfo } from '@temporalio/client';
import { EngineUnavailable } from '../errors.ts';
import type { QuietLog } from './dbos/sdk.ts';
import type { RunStatus, WorkflowEngine } from './port.ts';
import { answerWithinMs, asTemporalError, isDeadlineExceeded } from './temporal/sdk.ts';
import { type SentSignal, signalName, stepFailedType } from './temporal/wire.ts';
import { accountOfRun, StepFailed } from './workflow.ts';

/** Timeout after which a workflow task of a dead worker goes to another worker. */
const workflowTaskTimeout = '2s';

/** Memo field with the account of a run; search attributes would need registration by an operator. */
const accountMemo = 'account';
/** Timeout for listing or removing many runs, milliseconds. */
const forgetWithinMs = 120_000;

/** Longest wait of one call for the end of a run, milliseconds; then it is repeated. */
const waitAtOnceMs = 20_000;

export interface TemporalSettings {
  /** `host:port` of Temporal's frontend. */
  address: string;
  namespace?: string;
  /** Prefix of the task queues; runs of other prefixes are ignored. */
  queues?: string;
}

const silent: QuietLog = { debug: () => {}, info: () => {}, warn: () => {} };

/** Workflows on Temporal. Its client is loaded with the first call, its worker SDK with the first worker. */
export function temporalWorkflows({ address, namespace = 'default', queues = 'waystory' }: TemporalSettings, log: QuietLog = silent): WorkflowEngine {
  const queueOf = (workflow: string): string => `${queues}:${workflow}`;
  let opened: Promise<Opened> | null = null;
  const ask = async <T>(call: (sdk: Opened) => Promise<T>, within = answerWithinMs): Promise<T> => {
    opened ??= openClient(address, namespace);
    try {
      const sdk = await opened;
      return await sdk.client.withDeadline(Date.now() + within, () => call(sdk));
    } catch (error) {
      throw asTemporalError(error);
    }
  };
  return {
    start: (workflow, workflowId, input, traceparent) =>
      ask(async ({ client, sdk }) => {
        const start = {
          taskQueue: queueOf(workflow),
          workflowId,
          args: [input ?? null, ...(traceparent ? [traceparent] : [])],
          workflowTaskTimeout,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          memo: { [accountMemo]: accountOfRun(input) },
        } as const;
        return unless(
          sdk.WorkflowExecutionAlreadyStartedError,
          'exists',
          client.workflow.start(workflow, start).then(() => 'started' as const),
        );
      }),
    signal: (id, name, payload, dedupeKey) =>
      ask(async ({ client, sdk }) => {
        const sent: SentSignal = { name, payload: payload ?? null, ...(dedupeKey !== undefined && { dedupeKey }) };
        const sending = client.workflow.getHandle(id).signal(signalName, sent);
        return unless(
          sdk.WorkflowNotFoundError,
          'gone',
          sending.then(() => 'delivered' as const),
        );
      }),
    status: (id) =>
      ask(async ({ client, sdk }) => {
        const described = client.workflow.getHandle(id).describe();
        return unless(
          sdk.WorkflowNotFoundError,
          null,
          described.then(({ status }) => statusOf(status.name)),
        );
      }),
    result: async (id) => {
      for (;;) {
        // Reports an unavailable Temporal within the usual timeout; the wait itself takes as long as the run.
        await ask(({ client }) => client.workflow.getHandle(id).describe());
        const ending = await ask(endingOf(id), waitAtOnceMs).catch(unlessStillRunning);
        if (!ending) continue;
        if ('failure' in ending) throw ending.failure;
        return ending.result;
      }
    },
    forgetEnded: (before) =>
      ask(async (sdk) => {
        let gone = 0;
        for await (const run of runsOn(sdk, queues, `ExecutionStatus != 'Running' and CloseTime < '${before.toISOString()}'`)) {
          await remove(sdk, namespace, run);
          gone += 1;
        }
        return gone;
      }, forgetWithinMs),
    forgetRunsOf: (accountId) =>
      ask(async (sdk) => {
        let going = 0;
        for await (const run of runsOn(sdk, queues)) {
          if (run.memo?.[accountMemo] !== accountId) continue;
          if (statusOf(run.status.name) === 'running') going += 1;
          else await remove(sdk, namespace, run);
        }
        return going;
      }, forgetWithinMs),
    work: async (workflows) => {
      const { temporalWorker } = await import('./temporal/worker.ts');
      return temporalWorker({ address, namespace, queueOf, log }, workflows).catch((error: unknown) => {
        throw asTemporalError(error);
      });
    },
    close: async () => {
      const sdk = await opened?.catch(() => null);
      await sdk?.connection.close();
    },
  };
}

interface Opened {
  sdk: typeof import('@temporalio/client');
  connection: Connection;
  client: Client;
}

/** Backoff of reconnections, because the default grows to two minutes. */
const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 1_000 };

/**
 * Opens a client, which connects with the first call and after each loss. The SDK's retries are off, because a retry after `close` would make the
 * process exit.
 */
async function openClient(address: string, namespace: string): Promise<Opened> {
  const sdk = await import('@temporalio/client');
  const connection = sdk.Connection.lazy({ address, connectTimeout: answerWithinMs, interceptors: [], channelArgs });
  return { sdk, connection, client: new sdk.Client({ connection, namespace }) };
}

/** Runs in the task queues of this engine. Temporal's list may lag. */
async function* runsOn({ client }: Opened, queues: string, query?: string): AsyncIterable<WorkflowExecutionInfo> {
  for await (const run of client.workflow.list(query ? { query } : {})) if (run.taskQueue.startsWith(`${queues}:`)) yield run;
}

async function remove({ connection, sdk }: Opened, namespace: string, { workflowId, runId }: WorkflowExecutionInfo): Promise<void> {
  const removing = connection.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
  // The run may be removed by the server or another process between the two calls.
  await removing.catch((error: unknown) => {
    if (!(sdk.isGrpcServiceError(error) && error.code === notFound)) throw error;
  });
}

/** gRPC status code of a missing run. */
const notFound = 5;

type Ending = { result: unknown } | { failure: Error };

const endingOf =
  (id: string) =>
  async ({ client, sdk }: Opened): Promise<Ending> => {
    try {
      return { result: await client.workflow.getHandle(id).result() };
    } catch (error) {
      if (error instanceof sdk.WorkflowFailedError) return { failure: failureOf(error.cause) };
      throw error;
    }
  };

/** Null for a call that exceeded its deadline; rethrows other errors. */
function unlessStillRunning(error: unknown): null {
  if (error instanceof EngineUnavailable && isDeadlineExceeded(error.cause)) return null;
  throw error;
}

async function unless<T, F>(type: new (...args: never[]) => Error, instead: F, call: Promise<T>): Promise<T | F> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof type) return instead;
    throw error;
  }
}

const statusOf = (name: string): RunStatus => {
  if (name === 'COMPLETED') return 'completed';
  return ['RUNNING', 'CONTINUED_AS_NEW', 'PAUSED'].includes(name) ? 'running' : 'failed';
};

function failureOf(cause: unknown): Error {
  const { type, message, details } = Object(cause) as { type?: string; message?: string; details?: { step?: string; code?: string }[] }; // as: made by `asFailure` in the isolate
  const { step, code } = details?.[0] ?? {};
  if (type === stepFailedType) return new StepFailed(String(step), String(code), message ?? '');
  return Object.assign(new Error(message ?? 'The run failed'), type && { name: type }, code && { code });
}
