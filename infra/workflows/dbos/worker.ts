import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { listen } from '../../postgres/listen.ts';
import type { WorkflowWorker } from '../port.ts';
import type { BoundWorkflow } from '../workflow.ts';
import type { QuietLog } from './sdk.ts';
import { anythingToRun } from './tables.ts';
import { workOn } from './work.ts';

/** How often a worker looks for runs of workers that have died, milliseconds. */
const lookEveryMs = 2_000;
/** Pause before a worker that could not begin tries again, milliseconds. */
const tryAgainMs = 1_000;

/** What a worker is told by others, over Postgres. */
export interface Calls {
  /** Resolves when it is time to look for runs that were left behind. */
  nextLook(): Promise<void>;
  /** Called whenever a run was started, with the name of its workflow; without one, when it may be any. */
  claim: (workflow?: string) => void;
}

/** Told whenever runs were started, or a worker left runs behind, with its id. */
export const channel = 'waystory_workflows';

const beginsCall = 'run ';
/** What is told when a run of a workflow was started. */
export const callOf = (workflow: string): string => `${beginsCall}${workflow}`;

/** Runs workflows in this process. It costs one connection until there is something to run; only then is DBOS loaded. */
export function dbosWorker(pool: pg.Pool, workflows: readonly BoundWorkflow[], log: QuietLog): WorkflowWorker {
  const closing = new AbortController();
  const stopped = closing.signal;
  const { promise: needed, resolve: need } = Promise.withResolvers<void>();
  let look = (): void => {};
  const calls: Calls = {
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
  const listening = listen(pool, channel, (call) => {
    if (call?.startsWith(beginsCall)) calls.claim(call.slice(beginsCall.length));
    else {
      if (call !== '') look();
      if (!call) calls.claim();
    }
    const away = (): void => {}; // told again when the connection is back
    anythingToRun(pool).then((anything) => anything && need(), away);
  });
  const working = needed.then(async () => {
    while (!stopped.aborted) {
      const failed = (error: unknown): void => log.warn({ err: error }, 'workflows could not be run and are tried again');
      await workOn({ pool, workflows, log, stopped, calls }).catch(failed);
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
