import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@waystory/infra/config.ts';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import type { HostRole } from '@waystory/infra/kit/host.ts';
import { createGateway } from './gateway.ts';
import { stateOf } from './process-state.ts';
import { type SupervisedProcess, supervise } from './supervised-process.ts';

/** Which processes there are: two of each kind that shares its work with others of its kind. */
const kinds = [
  { role: 'query', count: 2 },
  { role: 'command', count: 2 },
  { role: 'projector', count: 2 },
  { role: 'worker', count: 1 },
  { role: 'relay', count: 1 },
] as const satisfies readonly { role: HostRole; count: number }[];

/** Connections to Postgres of one process, beside the few that only listen; all of them share the 120 that the embedded server has. */
const connections = '8';
const readyEveryMs = 200;

export interface Cluster {
  processes: readonly SupervisedProcess[];
  /** Ends all processes in an orderly way, then the gateway. */
  stop(): Promise<void>;
}

/**
 * Starts all processes, and the gateway on the configured port as soon as every one of them is ready.
 * @param contexts what they run; every context when not given
 */
export async function startCluster(
  { PORT, PUBLIC_ORIGIN }: Config,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  stopping: AbortSignal,
  contexts?: readonly string[],
): Promise<Cluster> {
  const names = kinds.flatMap(({ role, count }) =>
    Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}`, roles: [role] as HostRole[] })),
  );
  const free = await freePorts(names.length);
  const plans = names.map((plan, index) => ({ ...plan, port: free[index] ?? 0 }));
  const shared = { DATABASE_CONNECTIONS: connections, TRUSTED_PROXIES: 'loopback', ...env, PUBLIC_ORIGIN };
  const processes = plans.map((plan) => supervise({ ...plan, contexts }, shared, (line) => say(`${plan.name}: ${line}`)));
  const ports = (role: HostRole): number[] => plans.filter(({ roles }) => roles.includes(role)).map(({ port }) => port);
  await allReady(processes, stopping);
  const gateway = createGateway({ query: ports('query'), command: ports('command') });
  gateway.listen(PORT, '::');
  await once(gateway, 'listening');
  return {
    processes,
    stop: async () => {
      gateway.close();
      gateway.closeIdleConnections();
      await Promise.all(processes.map((one) => one.stop()));
      gateway.closeAllConnections();
    },
  };
}

async function allReady(processes: readonly SupervisedProcess[], stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const states = await Promise.all(processes.map(stateOf));
    if (states.every(({ health }) => health === 'ready')) return;
    await pause(readyEveryMs);
  }
}
