import { randomBytes } from 'node:crypto';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import { inTransaction as doInTransaction } from '@waystory/infra/postgres/transaction.ts';
import type pg from 'pg';
import type { z } from 'zod';
import { type SandboxKeys, sandboxKeys } from './keys.ts';

/** Dependencies of every part of the sandbox. */
export interface Sandbox {
  pool: pg.Pool;
  keys: SandboxKeys;
  /** Public origin of the product and its hosted page. */
  origin: string;
  /** Current time, seconds since 1970. */
  now: () => number;
  newId: (prefix: string) => string;
  /** Random number from 0 up to 1, for the delay of reordered deliveries. */
  random: () => number;
  /** Called when a delivery may be due. */
  wake: () => void;
}

/** Opens the sandbox of this database, and migrates its tables. @param chosen Dependencies that a test replaces. */
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

/** Whether a text can be an id. The sandbox creates all ids in this format, so any other text matches no object. */
export const isObjectId = (id: string): boolean => /^\w{1,255}$/.test(id);

/** Source of queries: the pool, or one connection within a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/**
 * Runs `work` in a transaction.
 * @throws EngineUnavailable
 */
export const inTransaction = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  doInTransaction(pool, work).catch((error: unknown) => {
    throw asPostgresError(error);
  });

/** Value of a setting, or its default. */
export async function readSetting<S extends z.ZodType>(asks: Queryable, name: string, schema: S, usual: z.output<S>): Promise<z.output<S>> {
  const { rows } = await asks.query<{ value: unknown }>('select value from stripe_settings where name = $1', [name]);
  return rows[0] ? schema.parse(rows[0].value) : usual;
}

/** Stores a setting for every process, from now on. */
export async function keepSetting(asks: Queryable, name: string, value: unknown): Promise<void> {
  await asks.query('insert into stripe_settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value', [
    name,
    JSON.stringify(value),
  ]);
}

export const forgetSettings = async (asks: Queryable): Promise<void> => {
  await asks.query('delete from stripe_settings');
};
