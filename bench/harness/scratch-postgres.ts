import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LaunchedPostgres, launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';

/** Temporary Postgres server. */
export interface ScratchPostgres {
  pid: number;
  config: pg.PoolConfig;
  /** Creates an empty database. */
  createDatabase(name: string): Promise<pg.PoolConfig>;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/** Starts the product's Postgres, with its settings, on a temporary folder. */
export async function scratchPostgres(): Promise<ScratchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-bench-'));
  const server: LaunchedPostgres = await launchPostgres({ dataDir: join(folder, 'postgres') });
  return {
    pid: server.pid,
    config: server.config,
    createDatabase: async (name) => {
      const pool = createPool(server.config, { max: 1 });
      await pool.query(`create database ${name}`);
      await pool.end();
      return { ...server.config, database: name };
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
