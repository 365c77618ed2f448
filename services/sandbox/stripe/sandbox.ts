import { randomBytes } from 'node:crypto';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import { inTransaction as doInTransaction } from '@waystory/infra/postgres/transaction.ts';
import type pg from 'pg';
import { type SandboxKeys, sandboxKeys } from './keys.ts';

/** Dependencies of every part of the sandbox. */
export interface Sandbox {
  pool: pg.Pool;
  keys: SandboxKeys;
  /** Public address of the product and its hosted page. */
  origin: string;
  /** Seconds since 1970. */
  now: () => number;
  newId: (prefix: string) => string;
  /** From 0 up to 1: random delay of out-of-order deliveries. */
  random: () => number;
  /** Called when a delivery may be due. */
  wake: () => void;
}

/** The sandbox of this database, its tables brought up to date. @param chosen parts that tests choose themselves */
export const openSandbox = async (pool: pg.Pool, origin: string, chosen: Partial<Sandbox> = {}): Promise<Sandbox> => ({
  pool,
  keys: await sandboxKeys(pool),
  origin,
  now: () => Date.now() / 1_000,
  newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
  random: Math.random,
  wake: () => {},
  ...chosen,
});

/** Ids are created here, so other texts in a request cannot be one. */
export const isName = (id: string): boolean => /^\w{1,255}$/.test(id);

/** Source of queries: the pool, or one connection within a transaction. */
export type Asks = Pick<pg.Pool, 'query'>;

/**
 * Runs `work` atomically.
 * @throws EngineUnavailable
 */
export const inTransaction = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  doInTransaction(pool, work).catch((error: unknown) => {
    throw asPostgresError(error);
  });
