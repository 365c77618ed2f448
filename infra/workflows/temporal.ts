import type { Client, Connection } from '@temporalio/client';
import { StepFailed } from '../kit/workflow.ts';
import type { QuietLog } from './dbos-sdk.ts';
import type { RunStatus, WorkflowEngine } from './port.ts';
import { answerWithinMs, asTemporalError } from './temporal-sdk.ts';
import { type SentSignal, signalName, stepFailed } from './temporal-wire.ts';

/** A worker that died is passed over after so long, for what it had begun to think about. */
const workflowTaskTimeout = '2s';

export interface TemporalSettings {
  /** host:port of its frontend. */
  address: string;
  namespace?: string;
  /** Begins the names of the task queues; runs of other beginnings are not seen. */
  queues?: string;
}

const silent: QuietLog = { debug: () => {}, info: () => {}, warn: () => {} };

/** Workflows on Temporal. Its client is loaded by the first use, its worker by the first that works. */
export function temporalWorkflows({ address, namespace = 'default', queues = 'waystory' }: TemporalSettings, log: QuietLog = silent): WorkflowEngine {
  const queueOf = (workflow: string): string => `${queues}:${workflow}`;
  let opened: Promise<Opened> | null = null;
  const ask = async <T>(call: (sdk: Opened) => Promise<T>): Promise<T> => {
    opened ??= openClient(address, namespace);
    try {
      const sdk = await opened;
      return await sdk.client.withDeadline(Date.now() + answerWithinMs, () => call(sdk));
    } catch (error) {
      throw asTemporalError(error);
    }
  };
  return {
    start: (workflow, workflowId, input) =>
      ask(async ({ client, sdk }) => {
        const start = {
          taskQueue: queueOf(workflow),
          workflowId,
          args: [input ?? null],
          workflowTaskTimeout,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
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
      opened ??= openClient(address, namespace);
      const { client, sdk } = await opened;
      try {
        return await client.workflow.getHandle(id).result();
      } catch (error) {
        throw error instanceof sdk.WorkflowFailedError ? failureOf(error.cause) : asTemporalError(error);
      }
    },
    work: async (workflows) => {
      const { temporalWorker } = await import('./temporal-worker.ts');
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

/** The connection opens itself when it is first used, and again whenever it was lost. */
async function openClient(address: string, namespace: string): Promise<Opened> {
  const sdk = await import('@temporalio/client');
  const connection = sdk.Connection.lazy({ address, connectTimeout: answerWithinMs });
  return { sdk, connection, client: new sdk.Client({ connection, namespace }) };
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
  const { type, message, details } = Object(cause) as { type?: string; message?: string; details?: { step?: string; code?: string }[] }; // made by `asFailure` in the isolate
  const { step, code } = details?.[0] ?? {};
  if (type === stepFailed) return new StepFailed(String(step), String(code), message ?? '');
  return Object.assign(new Error(message ?? 'The run failed'), type && { name: type }, code && { code });
}
