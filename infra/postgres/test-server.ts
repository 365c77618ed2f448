import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const { host = '', port = 0, user = '' } = server.config;
  project.provide('postgres', { host, port, user });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
