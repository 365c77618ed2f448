import type pg from 'pg';

/** Tables with a row for each secret of this installation: `name text primary key, value json not null`. */
type SecretsTable = 'oidc_secrets' | 'stripe_secrets';

/** The secret of this name, which every process on this database has; made by the first that asks. Of several at once, the first to store it wins. */
export async function keptSecret<T>(pool: pg.Pool, table: SecretsTable, name: string, make: () => T | Promise<T>): Promise<T> {
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
