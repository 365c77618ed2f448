import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import type { EngineServer } from '@waystory/infra/engine-servers/engine-server.ts';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { roles } from '@waystory/infra/host/host.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { definitions } from '@waystory/services/all.ts';
import { startCluster } from '@waystory/services/cluster/cluster.ts';
import { processStateOf } from '@waystory/services/cluster/process-state.ts';
import { type SupervisedProcess, supervise } from '@waystory/services/cluster/supervised-process.ts';
import { issueReadyUserToken } from '@waystory/services/operations/ready-token.ts';
import { issuerOf } from '@waystory/services/sandbox/oidc/issuer.ts';
import { type ReadyName, readyNames, readyUsers } from '@waystory/services/sandbox/oidc/ready-users.ts';
import { path, withoutRateLimits } from '../../harness/product.ts';
import { Resources } from '../../harness/resources.ts';
import { type AcknowledgedWrite, apiClient, type SendRequest } from './client.ts';
import { until } from './progress.ts';

const usualContexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'web'];
const usuallyReadyWithinMs = 240_000;
const tokenSeconds = 6 * 3_600;

/** Engines with their own server; all other adapters use Postgres or a folder. */
export const engineNames = ['kafka', 'mongodb', 'elasticsearch', 'temporal', 'azurite'] as const;
export type EngineName = (typeof engineNames)[number];

interface ProcessStart {
  env: Environment['env'];
  /** Port of the whole API. */
  port: number;
  say(line: string): void;
}

interface StartedProcesses {
  processes: readonly SupervisedProcess[];
  stop(): Promise<void>;
}

interface EnvironmentPlan {
  name: string;
  /**
   * `one`: a single process as in `npm start`. `many`: processes behind a gateway as in `npm run cluster`. A function starts the processes itself.
   */
  processes: 'one' | 'many' | ((start: ProcessStart) => Promise<StartedProcesses>);
  on?: readonly EngineName[];
  contexts?: readonly string[];
  settings?: Readonly<Record<string, string>>;
  readyWithinMs?: number;
}

/** Processes, a server of Postgres or an engine, killed together. */
export interface Victim {
  processes?: readonly SupervisedProcess[];
  postgres?: boolean;
  engine?: EngineName;
}

/** The running product with its engines, empty at first. Its data folder is deleted on disposal. */
export interface Environment extends AsyncDisposable {
  [Symbol.asyncDispose](): Promise<void>;
  /** Further servers and workers, which end before the product does. */
  resources: Resources;
  /** Name of the workflow engine, for the report. */
  name: string;
  port: number;
  origin: string;
  tokens: Readonly<Record<ReadyName, string>>;
  token: string;
  processes: readonly SupervisedProcess[];
  /** Adapters on the same engines. */
  engines: Adapters;
  projections: readonly AnyProjection[];
  /** Settings for commands and further processes. */
  env: Readonly<Record<string, string>>;
  /** Newest acknowledged writes of all drills on this environment. */
  written: AcknowledgedWrite[];
  accountIdOf(who: ReadyName): string;
  /** A client of the whole API, closed with the environment. */
  as(who: ReadyName | null): SendRequest;
  processOf(role: string, index?: number): SupervisedProcess;
  server(name: EngineName): EngineServer;
  postgresPid(): number;
  /** Kills without a warning (SIGKILL), and waits until everything runs again. */
  killAndRestart(victim: Victim): Promise<void>;
}

let opened = 0;

/** A log file for the output of processes; its path is printed. */
function logFile(name: string) {
  const file = join(tmpdir(), `waystory-drill-${name}-${process.pid}-${++opened}.log`);
  console.log(`     the processes write to ${file}`);
  const stream = createWriteStream(file);
  return { say: (line: string): void => void stream.write(`${new Date().toISOString()} ${line}\n`), end: async () => void stream.end() };
}

/** Starts Postgres, the engines and the product as children of this process, so that drills can kill each server and process. */
export async function openEnvironment(plan: EnvironmentPlan): Promise<Environment> {
  const { name, on = [], contexts = usualContexts, settings, readyWithinMs = usuallyReadyWithinMs } = plan;
  await using opening = new AsyncDisposableStack();
  const resources = opening.use(new Resources());
  const folder = resources.folder(`drill-${name}`);
  const log = logFile(name);
  resources.defer(log.end);
  const dataDir = join(folder, 'postgres');
  let postgres = await launchPostgres({ dataDir });
  resources.defer(() => postgres.stop());
  const servers = new Map<EngineName, EngineServer>();
  for (const engine of on) servers.set(engine, await resources.engine(engine, { dataDir: join(folder, engine), progress: log.say }));
  const [port, metricsPort = 0] = await findFreePorts(2);
  const env = {
    ...{ PATH: path, PORT: String(port), DATA_DIR: folder, SEED: 'none', ...withoutRateLimits },
    ...(plan.processes === 'one' && { MALLOC_ARENA_MAX: '1', METRICS_PORT: String(metricsPort) }),
    ...Object.assign({}, ...[...servers.values()].map((server) => server.settings)),
    ...{ ...settings, DATABASE_URL: databaseUrl(postgres.config) },
  };
  const config = readConfig(env);
  const late = AbortSignal.timeout(readyWithinMs);
  const start = async (): Promise<StartedProcesses> => {
    if (plan.processes === 'many') return startCluster(config, env, log.say, late, contexts);
    if (plan.processes !== 'one') return plan.processes({ env, port, say: log.say });
    const product = supervise({ name: 'product', roles, contexts, port, metricsPort }, env, log.say);
    return { processes: [product], stop: product.stop };
  };
  const { processes, stop } = await start();
  resources.defer(stop);
  const ready = async (before: ReadonlyMap<SupervisedProcess, number>): Promise<void> => {
    const isReady = async (): Promise<boolean> => {
      const states = await Promise.all(processes.map(async (one) => ({ one, state: await processStateOf(one) })));
      return states.every(({ one, state }) => state.health === 'ready' && state.restarts > (before.get(one) ?? -1));
    };
    if (!(await until(isReady, readyWithinMs))) throw new Error('The processes were not ready in time');
  };
  await ready(new Map());
  const engines = await openAdapters(config, createLog('silent'));
  resources.defer(() => engines.close());
  const issued: [ReadyName, string][] = [];
  // Accounts are created one by one, so that two environments have them in the same order.
  for (const who of readyNames) issued.push([who, await issueReadyUserToken(engines, config, who, tokenSeconds)]);
  const tokens = Object.fromEntries(issued) as Record<ReadyName, string>; // one of each name
  const server = (engine: EngineName): EngineServer => servers.get(engine) ?? missing(engine);
  // The environment is complete, so its user ends it.
  opening.move();
  return {
    ...{ name: on.includes('temporal') ? 'Temporal' : 'DBOS on Postgres', origin: `http://127.0.0.1:${port}`, written: [] },
    ...{ resources, port, tokens, token: tokens.traveller, processes, engines, env, server },
    projections: definitions.filter((definition) => contexts.includes(definition.name)).flatMap((definition) => definition.projections),
    accountIdOf: (who) => accountIdOf(`${issuerOf(config.PUBLIC_ORIGIN)}|${readyUsers[who].id}`),
    as(who) {
      const { ask, close } = apiClient(port, who && tokens[who]);
      resources.defer(close);
      return ask;
    },
    processOf: (role, index = 0) => processes.filter((one) => one.roles.includes(role))[index] ?? missing(role),
    postgresPid: () => postgres.pid,
    async killAndRestart({ processes: victims = [], postgres: isPostgres, engine }) {
      const before = new Map(victims.map((one) => [one, one.restarts()]));
      for (const one of victims) process.kill(one.pid() ?? Number.NaN, 'SIGKILL');
      if (isPostgres) {
        process.kill(postgres.pid, 'SIGKILL');
        postgres = await launchPostgres({ dataDir });
      }
      if (engine) {
        await server(engine).kill();
        await server(engine).restart();
      }
      if (victims.length > 0 || isPostgres) await ready(before);
    },
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

const missing = (what: string): never => {
  throw new Error(`There is no ${what} in this environment`);
};

/** Environments that the drills of one run share. Only one exists at a time, because two would overload two cores. */
export class EnvironmentPool implements AsyncDisposable {
  #open: { key: string; environment: Environment } | null = null;

  async [Symbol.asyncDispose](): Promise<void> {
    const { environment } = this.#open ?? {};
    this.#open = null;
    await environment?.[Symbol.asyncDispose]();
  }

  /** Runs `work` on an environment with exactly these engines. A failed environment is not used again. */
  async use(on: readonly EngineName[], work: (environment: Environment) => Promise<void>): Promise<void> {
    const key = on.toSorted().join('-') || 'postgres';
    if (this.#open?.key !== key) {
      await this[Symbol.asyncDispose]();
      this.#open = { key, environment: await openEnvironment({ name: key, processes: 'many', on }) };
    }
    try {
      await work(this.#open.environment);
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    }
  }
}
