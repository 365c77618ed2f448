import { join } from 'node:path';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { createGateway } from '@waystory/services/cluster/gateway.ts';
import { type SupervisedProcess, supervise } from '@waystory/services/cluster/supervised-process.ts';
import { type EngineName, type Environment, openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import type { Release } from './release.ts';

/** Upgrade order: readers before writers, so that they understand a new event before it is written. A rollback reverses the order. */
const order = ['relay', 'projector', 'worker', 'query', 'command'] as const;
export type RollingRole = (typeof order)[number];

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'model', 'moderation', 'social', 'stripe', 'web'];
const readyWithinMs = 240_000;
const longestLine = 300;

interface RollingProcess {
  role: RollingRole;
  running: SupervisedProcess;
  /** Starts a release on the other port, waits until it is ready, and ends the previous process. @returns seconds */
  replaceBy(release: Release): Promise<number>;
}

/** An environment whose processes are replaced one by one behind a gateway that stays. */
export interface RollingCluster extends Environment {
  rolling: readonly RollingProcess[];
  /** Error lines of the processes since the last call. */
  complaints(): readonly string[];
}

interface RollingOptions {
  folder: string;
  on: readonly EngineName[];
  each: Readonly<Record<RollingRole, number>>;
  release: Release;
}

/** Opens a cluster of a release. */
export async function openRollingCluster({ folder, on, each, release }: RollingOptions): Promise<RollingCluster> {
  const complaints: string[] = [];
  const rolling: RollingProcess[] = [];
  const environment = await openEnvironment({
    ...{ name: 'upgrade', on, contexts, readyWithinMs },
    // Processes of one release share their compiled code.
    settings: { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: join(folder, 'compiled') },
    processes: async ({ env, port, say }) => {
      const tell = (line: string): void => {
        say(line);
        if (/"level":(50|60)|ended by/.test(line)) complaints.push(line.slice(0, longestLine));
      };
      const inside = {
        HOST: '127.0.0.1',
        METRICS_HOST: '127.0.0.1',
        DATABASE_CONNECTIONS: '8',
        TRUSTED_PROXIES: 'loopback',
        READY_ACCOUNTS: 'everyone',
      };
      const own = { ...env, ...inside, PUBLIC_ORIGIN: `http://localhost:${port}` };
      const roles = order.flatMap((role) => Array.from({ length: each[role] }, () => role));
      const ports = await findFreePorts(4 * roles.length);
      const slots = { query: [] as number[], command: [] as number[] };
      for (const [at, role] of roles.entries()) {
        const [one = 0, oneMetrics = 0, other = 0, otherMetrics = 0] = ports.slice(4 * at);
        if (role === 'query' || role === 'command') slots[role].push(one, other);
        rolling.push(rollingProcess(role, [one, oneMetrics, other, otherMetrics], own, release, tell));
      }
      const stopAll = async (): Promise<void> => void (await Promise.all(rolling.map(({ running }) => running.stop())));
      try {
        await Promise.all(rolling.map(({ running }) => ready(running)));
      } catch (error) {
        await stopAll();
        throw error;
      }
      const gateway = createGateway(slots).listen(port);
      const stop = async (): Promise<void> => {
        gateway.close().closeAllConnections();
        await stopAll();
      };
      return { processes: rolling.map(({ running }) => running), stop };
    },
  });
  return { ...environment, rolling, complaints: () => complaints.splice(0) };
}

function rollingProcess(
  role: RollingRole,
  [one, oneMetrics, other, otherMetrics]: readonly [number, number, number, number],
  env: NodeJS.ProcessEnv,
  first: Release,
  say: (line: string) => void,
): RollingProcess {
  const begin = (release: Release, port: number, metricsPort: number): SupervisedProcess => {
    const program = join(release.folder, 'services/main.ts');
    return supervise({ name: `${role} of ${release.name}`, roles: [role], contexts, port, metricsPort, program }, env, (line) =>
      say(`${role} of ${release.name}: ${line}`),
    );
  };
  const of: RollingProcess = {
    role,
    running: begin(first, one, oneMetrics),
    async replaceBy(release) {
      const began = performance.now();
      const before = of.running;
      const [port, metricsPort] = before.port === one ? [other, otherMetrics] : [one, oneMetrics];
      const next = begin(release, port, metricsPort);
      try {
        await ready(next);
      } catch (error) {
        await next.stop();
        throw error;
      }
      of.running = next;
      await before.stop();
      return (performance.now() - began) / 1_000;
    },
  };
  return of;
}

/** Waits for the readiness probe of Kubernetes. An older release ignores the parameter `complete`. */
async function ready({ name, port, pid, restarts }: SupervisedProcess): Promise<void> {
  // A restart counts as a failure, because another process on the port would answer too.
  const hasFailed = (): boolean => restarts() > 0;
  const isReady = async (): Promise<boolean> => hasFailed() || (pid() !== undefined && (await fetch(`http://127.0.0.1:${port}/readyz?complete`)).ok);
  const inTime = await until(isReady, readyWithinMs);
  if (!inTime || hasFailed()) throw new Error(`${name} ${inTime ? 'does not start' : 'was not ready in time'}`);
}
