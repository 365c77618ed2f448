import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { listen } from '../../postgres/listen.ts';
import type { WorkflowWorker } from '../port.ts';
import type { BoundWorkflow } from '../workflow.ts';
import type { QuietLog } from './sdk.ts';
import { hasOpenRuns } from './tables.ts';
import { runDbosWorker } from './work.ts';

/** Interval of the search for runs of dead workers, milliseconds. */
const lookEveryMs = 2_000;
/** Pause before a failed worker is started again, milliseconds. */
const tryAgainMs = 1_000;

/** Notifications from other processes, received by a Postgres listener. */
export interface WorkerNotifications {
  /** Resolves when it is time to search for abandoned runs. */
  nextLook(): Promise<void>;
  /** Takes waiting runs. Called with the workflow's name after the start of a run, without a name after a signal or a reconnection. */
  claim: (workflow?: string) => void;
}

/** Channel that announces started and signalled runs, and ended workers. */
export const workflowsChannel = 'waystory_workflows';

const beginsCall = 'run ';
/** Payload of the notification that a run was started. */
export const runStartedPayload = (workflow: string): string => `${beginsCall}${workflow}`;

/** Executes workflows in this process, over one connection until a run exists; only then is DBOS loaded. */
export function dbosWorker(pool: pg.Pool, workflows: readonly BoundWorkflow[], log: QuietLog): WorkflowWorker {
  const closing = new AbortController();
  const stopped = closing.signal;
  const { promise: needed, resolve: need } = Promise.withResolvers<void>();
  let look = (): void => {};
  const calls: WorkerNotifications = {
    claim: () => {},
    nextLook: async () => {
      if (stopped.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      look = resolve;
      const timer = setTimeout(resolve, lookEveryMs);
      await promise;
      clearTimeout(timer);
    },
  };
  const listening = listen(pool, workflowsChannel, (call) => {
    if (call?.startsWith(beginsCall)) calls.claim(call.slice(beginsCall.length));
    else {
      if (call !== '') look();
      if (!call) calls.claim();
    }
    const away = (): void => {}; // the listener is called again after its reconnection
    hasOpenRuns(pool).then((anything) => anything && need(), away);
  });
  const working = needed.then(async () => {
    while (!stopped.aborted) {
      const failed = (error: unknown): void => log.warn({ err: error }, 'workflows could not be run and are tried again');
      await runDbosWorker({ pool, workflows, log, stopped, calls }).catch(failed);
      if (!stopped.aborted) await pause(tryAgainMs, undefined, { signal: stopped }).catch(() => {});
    }
  });
  return {
    stop: async () => {
      closing.abort();
      need();
      look();
      await Promise.all([listening.close(), working]);
    },
  };
}
