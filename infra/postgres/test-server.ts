import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { launchPostgres } from './launcher.ts';

/** Address of the test run's server. */
export interface TestServer {
  host: string;
  port: number;
  user: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

/** One Postgres for the whole test run, in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-test-'));
  const server = await launchPostgres({ dataDir: join(folder, 'postgres') });
  await withoutSync(server.config);
  const { host = '', port = 0, user = '' } = server.config;
  project.provide('postgres', { host, port, user });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Test data need not survive a crash of the machine, so the server does not sync. */
async function withoutSync(config: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
