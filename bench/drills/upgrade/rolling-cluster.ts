import { createWriteStream, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { type EngineServer, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createGateway } from '@waystory/services/cluster/gateway.ts';
import { type SupervisedProcess, supervise } from '@waystory/services/cluster/supervised-process.ts';
import type { ReadyName } from '@waystory/services/sandbox/oidc/ready-users.ts';
import { path, unlimited } from '../../harness/product.ts';
import type { EngineName } from '../cluster/drill-cluster.ts';
import { until } from '../cluster/progress.ts';
import { tokensOf } from '../stage/tokens.ts';
import type { Release } from './release.ts';

/** Readers before writers: what is new in an event, whoever has to understand it does before it is written. Back, the other way round. */
export const order = ['relay', 'projector', 'worker', 'query', 'command'] as const;
export type RollingRole = (typeof order)[number];

/** Without what is drawn at the first start: nobody looks at a map here. */
const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'model', 'moderation', 'social', 'stripe', 'web'];
const readyWithinMs = 240_000;
/** Shown of a line of theirs, characters. */
const longestLine = 300;

export interface RollingProcess {
  role: RollingRole;
  running: SupervisedProcess;
  /** Starts it from a release on its other port, waits until it is ready with what it keeps, and ends the one before. @returns seconds */
  replaceBy(release: Release, end?: (before: SupervisedProcess) => Promise<void>): Promise<number>;
}

/** The product as processes that can be replaced one by one behind a gateway that stays. */
export interface RollingCluster {
  /** Of the gateway. */
  port: number;
  processes: readonly RollingProcess[];
  engines: Adapters;
  tokens: Readonly<Record<ReadyName, string>>;
  /** Settings with which commands work on it. */
  env: Readonly<Record<string, string>>;
  /** What processes said since it was asked for last that sounds like trouble. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

export interface RollingOptions {
  folder: string;
  on: readonly EngineName[];
  /** Processes of each role. */
  each: Readonly<Record<RollingRole, number>>;
  release: Release;
}

export async function openRollingCluster(options: RollingOptions): Promise<RollingCluster> {
  const closes: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closes.splice(0).reverse()) await one();
  };
  try {
    return { ...(await openParts(options, (one) => closes.push(one))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  { folder, on, each, release }: RollingOptions,
  onClose: (one: () => Promise<unknown>) => void,
): Promise<Omit<RollingCluster, 'close'>> {
  mkdirSync(folder, { recursive: true });
  const said = saying();
  onClose(said.end);
  const postgres = await launchPostgres({ dataDir: join(folder, 'postgres') });
  onClose(() => postgres.stop());
  const servers: EngineServer[] = [];
  for (const name of on) {
    const server = await startEngine(name, { dataDir: join(folder, name), progress: said.say });
    onClose(() => server.close());
    servers.push(server);
  }
  const [port] = await freePorts(1);
  const settings = Object.assign({}, ...servers.map((server) => server.settings));
  const env = {
    ...{ PATH: path, MALLOC_ARENA_MAX: '1', DATA_DIR: folder, SEED: 'none', PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` },
    // What a release's first process compiles, its others need not.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...{ ...unlimited, ...settings, DATABASE_URL: databaseUrl(postgres.config) },
  };
  const own = { HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', DATABASE_CONNECTIONS: '8', TRUSTED_PROXIES: 'loopback', READY_ACCOUNTS: 'everyone' };
  const roles = order.flatMap((role) => Array.from({ length: each[role] }, () => role));
  const ports = await freePorts(4 * roles.length);
  const processes = roles.map((role, at) => rollingProcess(role, ports.slice(4 * at, 4 * at + 4), { ...env, ...own }, release, said.say));
  onClose(() => Promise.all(processes.map(({ running }) => running.stop())));
  await Promise.all(processes.map(({ running }) => ready(running)));
  const both = (role: RollingRole): number[] => processes.filter((one) => one.role === role).flatMap(({ slots }) => slots);
  const gateway = createGateway({ query: both('query'), command: both('command') }).listen(port);
  onClose(async () => gateway.close().closeAllConnections());
  const config = readConfig(env);
  const engines = await openAdapters(config, createLog('silent'));
  onClose(() => engines.close());
  return { port, processes, engines, env, tokens: await tokensOf(engines, config), complaints: said.complaints };
}

/** Keeps what processes say in a file, and apart from it what sounds like trouble. */
function saying() {
  const file = join(tmpdir(), `waystory-drill-upgrade-${process.pid}.log`);
  console.log(`     what the processes say is in ${file}`);
  const written = createWriteStream(file);
  const complaints: string[] = [];
  const say = (line: string): void => {
    written.write(`${new Date().toISOString()} ${line}\n`);
    if (/"level":(50|60)|ended by/.test(line)) complaints.push(line.slice(0, longestLine));
  };
  return { say, complaints: () => complaints.splice(0), end: async () => void written.end() };
}

function rollingProcess(role: RollingRole, ports: readonly number[], env: NodeJS.ProcessEnv, first: Release, say: (line: string) => void) {
  const [one = 0, oneMetrics = 0, other = 0, otherMetrics = 0] = ports;
  const begin = (release: Release, port: number, metricsPort: number): SupervisedProcess => {
    const program = join(release.folder, 'services/main.ts');
    return supervise({ name: `${role} of ${release.name}`, roles: [role], contexts, port, metricsPort, program }, env, (line) =>
      say(`${role} of ${release.name}: ${line}`),
    );
  };
  const of: RollingProcess & { slots: readonly [number, number] } = {
    role,
    slots: [one, other],
    running: begin(first, one, oneMetrics),
    async replaceBy(release, end = (before) => before.stop()) {
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
      await end(before);
      return (performance.now() - began) / 1_000;
    },
  };
  return of;
}

/** As Kubernetes asks: a release that does not know the longer question answers the shorter one. */
async function ready({ name, port, pid, restarts }: SupervisedProcess): Promise<void> {
  // On a port that somebody else has, somebody else would answer.
  const hasFailed = (): boolean => restarts() > 0;
  const isReady = async (): Promise<boolean> => hasFailed() || (pid() !== undefined && (await fetch(`http://127.0.0.1:${port}/readyz?complete`)).ok);
  const inTime = await until(isReady, readyWithinMs);
  if (!inTime || hasFailed()) throw new Error(`${name} ${inTime ? 'does not start' : 'was not ready in time'}`);
}
