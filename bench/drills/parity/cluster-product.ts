import { join } from 'node:path';
import { environmentWith, readConfig } from '@waystory/infra/config.ts';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { startCluster } from '@waystory/services/cluster/cluster.ts';
import { startEngines } from '@waystory/services/cluster/cluster-engines.ts';
import type pg from 'pg';
import { unlimited } from '../../harness/product.ts';

/** Longest that all processes may take to become ready, milliseconds; other work may be running on the machine. */
const readyWithinMs = 300_000;
/** Last lines that are told when they do not. */
const linesTold = 20;

export interface ClusterProduct {
  port: number;
  /** Its database of events. */
  database: pg.PoolConfig;
  stop(): Promise<void>;
}

/**
 * Starts the product of the parts that `npm run cluster` starts it of, empty.
 * @param origin address that people reach it under
 * @param contexts what its processes run
 * @param named engines as `npm run cluster` takes them; all unless given
 */
export async function startClusterProduct(
  dataDir: string,
  origin: string,
  contexts: readonly string[],
  named: readonly string[] = [],
): Promise<ClusterProduct> {
  const lines: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
    if (lines.length > linesTold) lines.shift();
  };
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
    stops.push(() => postgres.stop());
    const [port] = await freePorts(1);
    const own = {
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      SEED: 'none',
      ...unlimited,
      DATABASE_URL: databaseUrl(postgres.config),
    };
    const engines = await startEngines(named, readConfig(own), say);
    stops.push(() => engines.stop());
    const env = environmentWith({ ...own, ...engines.settings });
    const late = AbortSignal.timeout(readyWithinMs);
    const cluster = await startCluster(readConfig(env), env, say, late, contexts);
    stops.push(() => cluster.stop());
    if (late.aborted) throw new Error(`The processes were not ready in time:\n${lines.join('\n')}`);
    return { port, database: postgres.config, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
