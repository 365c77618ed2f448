import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@waystory/infra/config.ts';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import type { HostRole } from '@waystory/infra/host/host.ts';
import { createGateway } from './gateway.ts';
import { processStateOf } from './process-state.ts';
import { type SupervisedProcess, supervise } from './supervised-process.ts';

/** Processes by role: two for each role whose work can be shared. */
const kinds = [
  { role: 'query', count: 2 },
  { role: 'command', count: 2 },
  { role: 'projector', count: 2 },
  { role: 'worker', count: 1 },
  { role: 'relay', count: 1 },
] as const satisfies readonly { role: HostRole; count: number }[];

/** Connections to Postgres per process, besides those that only listen. The embedded server has 120 for all. */
const connections = '8';
const readyEveryMs = 200;

export interface Cluster {
  processes: readonly SupervisedProcess[];
  /** Closes the gateway to new connections, then drains and ends all processes, then closes the other connections. */
  stop(): Promise<void>;
}

/**
 * Starts all processes, and the gateway on the configured port once all are ready.
 * @param contexts Contexts to run; every context by default.
 */
export async function startCluster(
  { HOST, PORT, PUBLIC_ORIGIN, READY_ACCOUNTS }: Config,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  stopping: AbortSignal,
  contexts?: readonly string[],
): Promise<Cluster> {
  const names = kinds.flatMap(({ role, count }) =>
    Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}`, roles: [role] as HostRole[] })),
  );
  const free = await findFreePorts(2 * names.length);
  const plans = names.map((plan, index) => ({ ...plan, port: free[2 * index] ?? 0, metricsPort: free[2 * index + 1] ?? 0 }));
  // Only the gateway is public. The processes behind it cannot derive the public origin and the sign-in settings, so they receive both.
  const inside = { HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', PUBLIC_ORIGIN, READY_ACCOUNTS };
  const shared = { DATABASE_CONNECTIONS: connections, TRUSTED_PROXIES: 'loopback', ...env, ...inside };
  const processes = plans.map((plan) => supervise({ ...plan, contexts }, shared, (line) => say(`${plan.name}: ${line}`)));
  const ports = (role: HostRole): number[] => plans.filter(({ roles }) => roles.includes(role)).map(({ port }) => port);
  await allReady(processes, stopping);
  const gateways = await listen(HOST, PORT, () => createGateway({ query: ports('query'), command: ports('command') }));
  return {
    processes,
    stop: async () => {
      for (const gateway of gateways) gateway.close().closeIdleConnections();
      await Promise.all(processes.map((one) => one.stop()));
      for (const gateway of gateways) gateway.closeAllConnections();
    },
  };
}

/** Listens on each address of a name: `localhost` may be one IPv4 and one IPv6 address. */
async function listen(host: string, port: number, create: () => Server): Promise<Server[]> {
  const addresses = await lookup(host, { all: true });
  const tried = addresses.map(async ({ address }) => {
    const server = create().listen(port, address);
    await once(server, 'listening');
    return server;
  });
  const outcomes = await Promise.allSettled(tried);
  const listening = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const [failure] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (listening.length === 0) throw failure;
  return listening;
}

async function allReady(processes: readonly SupervisedProcess[], stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const states = await Promise.all(processes.map(processStateOf));
    if (states.every(({ health }) => health === 'ready')) return;
    await pause(readyEveryMs);
  }
}
