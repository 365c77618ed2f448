import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { launchPostgres } from './launcher.ts';

/** Address of the one server of a test run. */
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

/** One Postgres for the whole test run, in a folder that goes with it. */
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

/** Waiting for the disk protects what must outlive a crash of the machine, and nothing of a test run has to. */
async function withoutSync(config: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
