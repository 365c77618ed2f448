import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import type { Checkout } from './checkout/checkout.ts';
import { inTransaction } from './sandbox.ts';

/** SQLSTATE `undefined_table`: the tables exist only after the first use of the sandbox. */
const noTable = '42P01';

/** Removes the e-mail and return URLs of an account from checkouts, events and stored answers. Amounts stay, as at Stripe. */
export async function forgetCustomer(pool: pg.Pool, origin: string, accountId: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ id: string }>(`select id from stripe_checkouts where state -> 'metadata' ->> 'accountId' = $1`, [accountId]);
    for (const { id } of rows) await inTransaction(pool, (client) => forget(client, id, new URL(origin).href));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === noTable) return;
    throw asPostgresError(error);
  }
}

/** A text with the escapes that it has inside a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

async function forget(client: pg.PoolClient, id: string, home: string): Promise<void> {
  const { rows } = await client.query<{ state: Checkout }>('select state from stripe_checkouts where id = $1 for update', [id]);
  const [row] = rows;
  if (!row) return;
  const { successUrl, cancelUrl, email } = row.state;
  const after: Checkout = { ...row.state, successUrl: home, cancelUrl: cancelUrl && home, email: null };
  await client.query('update stripe_checkouts set state = $2 where id = $1', [id, JSON.stringify(after)]);
  // Longest first, because one URL may be a prefix of another.
  const said = [successUrl, cancelUrl, email].filter((one) => one !== null && one !== home).toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0));
  for (const one of said) {
    const words = [inJson(one ?? ''), inJson(one === email ? '' : home), id];
    await client.query('update stripe_events set body = replace(body::text, $1, $2)::json where checkout = $3', words);
    await client.query('update stripe_requests set body = replace(body, $1, $2) where strpos(body, $3) > 0', words);
  }
}
