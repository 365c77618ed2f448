import type pg from 'pg';

/** Tables with one row per secret of this installation: `name text primary key, value json not null`. */
type SecretsTable = 'oidc_secrets' | 'stripe_secrets';

/** Returns the secret of this name, which all processes on the database share. The first process to store it wins; later ones read its value. */
export async function sharedSecret<T>(pool: pg.Pool, table: SecretsTable, name: string, make: () => T | Promise<T>): Promise<T> {
  const read = async (): Promise<T | undefined> => {
    const { rows } = await pool.query<{ value: T }>(`select value from ${table} where name = $1`, [name]);
    return rows[0]?.value;
  };
  const stored = await read();
  if (stored !== undefined) return stored;
  const made = await make();
  await pool.query(`insert into ${table} (name, value) values ($1, $2) on conflict do nothing`, [name, JSON.stringify(made)]);
  return (await read()) ?? made;
}
