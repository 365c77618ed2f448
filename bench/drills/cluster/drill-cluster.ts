import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@waystory/infra/config.ts';
import { type EngineServer, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { type Engines, openEngines } from '@waystory/infra/engines.ts';
import type { AnyProjection } from '@waystory/infra/kit/projection.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { definitions } from '@waystory/services/all.ts';
import { startCluster } from '@waystory/services/cluster/cluster.ts';
import type { SupervisedProcess } from '@waystory/services/cluster/supervised-process.ts';
import { issueToken } from '@waystory/services/sandbox/oidc/token.ts';
import { unlimited } from '../../harness/product.ts';

/** All that the processes get to know of this shell. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Without what is drawn at the first start: nobody looks at a map here. */
const contexts: readonly string[] = ['accounts', 'itineraries', 'media', 'web'];
/** Longest that all processes may take to become ready, milliseconds; other work may be running on the machine. */
const readyWithinMs = 240_000;
const tokenSeconds = 3_600;

/** The product as many processes on Kafka, MongoDB and Postgres, with nothing in it. */
export interface DrillCluster {
  /** Of the gateway, on this machine. */
  port: number;
  /** Access token of a ready user. */
  token: string;
  processes: readonly SupervisedProcess[];
  servers: Readonly<Record<'kafka' | 'mongodb', EngineServer>>;
  /** The same engines, for looking at what the processes did. */
  engines: Engines;
  projections: readonly AnyProjection[];
  /** Ends everything and removes its data. */
  close(): Promise<void>;
}

/** Starts it as `npm run cluster` does, within this process, so that its servers and processes can be got at. */
export async function openDrillCluster(name: string): Promise<DrillCluster> {
  const folder = mkdtempSync(join(tmpdir(), `waystory-drill-${name}-`));
  const logFile = join(tmpdir(), `waystory-drill-${name}.log`);
  const written = createWriteStream(logFile);
  const say = (line: string): void => void written.write(`${new Date().toISOString()} ${line}\n`);
  console.log(`     what the processes say is in ${logFile}`);
  const closes: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closes.splice(0).reverse()) await one();
    written.end();
  };
  try {
    return { ...(await openParts(folder, say, (one) => closes.push(one))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(folder: string, say: (line: string) => void, onClose: (one: () => Promise<unknown>) => void) {
  const postgres = await launchPostgres({ dataDir: join(folder, 'postgres') });
  onClose(() => postgres.stop());
  const start = async (name: string): Promise<EngineServer> => {
    const server = await startEngine(name, { dataDir: join(folder, name), progress: say });
    onClose(() => server.close());
    return server;
  };
  const servers = { kafka: await start('kafka'), mongodb: await start('mongodb') };
  const [port] = await freePorts(1);
  const settings = { ...servers.kafka.settings, ...servers.mongodb.settings, DATABASE_URL: databaseUrl(postgres.config) };
  const env = { PATH: path, PORT: String(port), DATA_DIR: folder, SEED: 'none', ...unlimited, ...settings };
  const config = readConfig(env);
  const late = AbortSignal.timeout(readyWithinMs);
  const cluster = await startCluster(config, env, say, late, contexts);
  onClose(() => cluster.stop());
  if (late.aborted) throw new Error('The processes were not ready in time');
  const engines = await openEngines(config, createLog('silent'));
  onClose(() => engines.close());
  if (!engines.pool) throw new Error('Events are kept in Postgres here');
  const { PUBLIC_ORIGIN: origin, OIDC_AUDIENCE: audience } = config;
  return {
    port,
    token: await issueToken({ pool: engines.pool, origin, audience, who: 'traveller', ttlSeconds: tokenSeconds }),
    processes: cluster.processes,
    servers,
    engines,
    projections: definitions.filter(({ name }) => contexts.includes(name)).flatMap((definition) => definition.projections),
  };
}
