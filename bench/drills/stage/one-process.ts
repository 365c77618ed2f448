import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { roles } from '@waystory/infra/host/host.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { stateOf } from '@waystory/services/cluster/process-state.ts';
import { supervise } from '@waystory/services/cluster/supervised-process.ts';
import { path, unlimited } from '../../harness/product.ts';
import { until } from '../cluster/progress.ts';
import type { Stage, StagePlan } from './stage.ts';
import { tokensOf } from './tokens.ts';

const readyWithinMs = 120_000;

/** The product in one process as `npm start` has it, on a Postgres of its own that can die by itself. Workflows are on DBOS. */
export async function openOneProcess({ name, contexts, settings }: StagePlan): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), `waystory-drill-${name}-`));
  const logFile = join(tmpdir(), `waystory-drill-${name}-${process.pid}.log`);
  console.log(`     what the product says is in ${logFile}`);
  const said = createWriteStream(logFile);
  const dataDir = join(folder, 'postgres');
  let postgres = await launchPostgres({ dataDir });
  const [port, metricsPort = 0] = await freePorts(2);
  const env = {
    ...{ PATH: path, MALLOC_ARENA_MAX: '1', PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: folder, SEED: 'none' },
    ...{ ...unlimited, ...settings, DATABASE_URL: databaseUrl(postgres.config) },
  };
  const config = readConfig(env);
  const engines = await openAdapters(config, createLog('silent'));
  const plan = { name: 'product', roles, contexts, port, metricsPort };
  const product = supervise(plan, env, (line) => void said.write(`${new Date().toISOString()} ${line}\n`));
  const close = async (): Promise<void> => {
    await product.stop();
    await engines.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    said.end();
  };
  const ready = async (restarts: number): Promise<void> => {
    const isReady = async (): Promise<boolean> => product.restarts() >= restarts && (await stateOf(product)).health === 'ready';
    if (!(await until(isReady, readyWithinMs))) throw new Error('The product was not ready in time');
  };
  const killProduct = (): void => void process.kill(product.pid() ?? Number.NaN, 'SIGKILL');
  const killPostgres = (): void => void process.kill(postgres.pid, 'SIGKILL');
  const victims: Record<string, readonly (() => void)[]> = {
    process: [killProduct],
    postgres: [killPostgres],
    everything: [killProduct, killPostgres],
  };
  try {
    await ready(0);
    return {
      ...{ name: 'DBOS on Postgres', serverPort: port, port, engines, env, victims: Object.keys(victims), close },
      tokens: await tokensOf(engines, config),
      async strike(victim) {
        const kills = victims[victim] ?? [];
        const [at, before] = [Date.now(), product.restarts()];
        for (const kill of kills) kill();
        if (kills.includes(killPostgres)) postgres = await launchPostgres({ dataDir });
        await ready(kills.includes(killProduct) ? before + 1 : before);
        return { at, since: Date.now() };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
