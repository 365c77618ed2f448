import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { type EngineServer, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { definitions } from '@waystory/services/all.ts';
import { startCluster } from '@waystory/services/cluster/cluster.ts';
import type { SupervisedProcess } from '@waystory/services/cluster/supervised-process.ts';
import type { ReadyName } from '@waystory/services/sandbox/oidc/ready-users.ts';
import type pg from 'pg';
import { path, unlimited } from '../../harness/product.ts';
import { tokensOf } from '../stage/tokens.ts';
import type { Acknowledged } from './writer.ts';

/** Without what is drawn at the first start: nobody looks at a map here. */
const usualContexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'web'];
/** With nothing in the log; other work may be running on the machine. */
const usuallyReadyWithinMs = 240_000;

/** Adapters of which a drill has a server; what is not among them is on Postgres, and uploads in a folder. */
export const everyEngine = ['kafka', 'mongodb', 'elasticsearch', 'temporal', 'azurite'] as const;
export type EngineName = (typeof everyEngine)[number];

/** The product as many processes on some engines and Postgres, with nothing in it. */
export interface DrillCluster {
  /** Of the gateway, on this machine. */
  port: number;
  /** Access token of the traveller. */
  token: string;
  tokens: Readonly<Record<ReadyName, string>>;
  processes: readonly SupervisedProcess[];
  /** The server of an engine. @throws Error when it was not started. */
  server(name: EngineName): EngineServer;
  /** The same engines, for looking at what the processes did. */
  engines: Adapters;
  projections: readonly AnyProjection[];
  /** Settings with which other commands work on it. */
  env: Readonly<Record<string, string>>;
  /** What drills have written here, as it was acknowledged last. */
  written: Acknowledged[];
  /** Has something end before it, however that comes about. */
  endFirst(one: () => Promise<void>): void;
  /** Ends everything and removes its data. */
  close(): Promise<void>;
}

/** Clusters of this run: what the processes of one said is not lost with the next. */
let opened = 0;

interface Further {
  contexts: readonly string[];
  settings: Readonly<Record<string, string>>;
  /** Longest that all processes may take to become ready, milliseconds. */
  readyWithinMs?: number;
  /** Writes a log before any process starts, as a restore does. */
  fill?: (database: pg.PoolConfig) => Promise<void>;
}

/**
 * Starts it as `npm run cluster` does, within this process, so that its servers and processes can be got at.
 * @param further contexts in place of the usual ones, settings beside those of the engines, and what is in the log
 */
export async function openDrillCluster(name: string, on: readonly EngineName[], further?: Further): Promise<DrillCluster> {
  const folder = mkdtempSync(join(tmpdir(), `waystory-drill-${name}-`));
  const logFile = join(tmpdir(), `waystory-drill-${name}-${++opened}.log`);
  const written = createWriteStream(logFile);
  const say = (line: string): void => void written.write(`${new Date().toISOString()} ${line}\n`);
  console.log(`     what the processes say is in ${logFile}`);
  const closes: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closes.splice(0).reverse()) await one();
    written.end();
  };
  try {
    const endFirst: DrillCluster['endFirst'] = (one) => void closes.push(one);
    return { ...(await openParts(folder, on, say, (one) => closes.push(one), further)), endFirst, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  folder: string,
  on: readonly EngineName[],
  say: (line: string) => void,
  onClose: (one: () => Promise<unknown>) => void,
  { contexts, settings: more, readyWithinMs = usuallyReadyWithinMs, fill }: Further = { contexts: usualContexts, settings: {} },
): Promise<Omit<DrillCluster, 'close' | 'endFirst'>> {
  const postgres = await launchPostgres({ dataDir: join(folder, 'postgres') });
  onClose(() => postgres.stop());
  await fill?.(postgres.config);
  const servers = new Map<EngineName, EngineServer>();
  for (const name of on) {
    const server = await startEngine(name, { dataDir: join(folder, name), progress: say });
    onClose(() => server.close());
    servers.set(name, server);
  }
  const [port] = await freePorts(1);
  const settings = Object.assign({}, ...[...servers.values()].map((server) => server.settings));
  const env = {
    PATH: path,
    PORT: String(port),
    DATA_DIR: folder,
    SEED: 'none',
    ...unlimited,
    ...settings,
    ...more,
    DATABASE_URL: databaseUrl(postgres.config),
  };
  const config = readConfig(env);
  const late = AbortSignal.timeout(readyWithinMs);
  const cluster = await startCluster(config, env, say, late, contexts);
  onClose(() => cluster.stop());
  if (late.aborted) throw new Error('The processes were not ready in time');
  const engines = await openAdapters(config, createLog('silent'));
  onClose(() => engines.close());
  const tokens = await tokensOf(engines, config);
  return {
    port,
    token: tokens.traveller,
    tokens,
    processes: cluster.processes,
    env,
    server: (name) => servers.get(name) ?? notStarted(name),
    engines,
    written: [],
    projections: definitions.filter(({ name }) => contexts.includes(name)).flatMap((definition) => definition.projections),
  };
}

const notStarted = (name: EngineName): never => {
  throw new Error(`${name} was not started`);
};
