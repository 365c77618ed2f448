import { createHash } from 'node:crypto';
import type pg from 'pg';
import { errorBody, StripeRefusal } from '../refusal.ts';
import { inTransaction, type Sandbox } from '../sandbox.ts';

/** An answer as it is sent, and stored for replays. */
export interface Answer {
  status: number;
  body: object;
  isReplayed: boolean;
}

export interface KeyedCall {
  /** Idempotency key of the caller; null without one. */
  key: string | null;
  requestId: string;
  /** Method, path and body. */
  request: readonly string[];
}

interface Row {
  digest: string;
  status: number;
  body: object;
}

const keptFor = 24 * 3_600;
const longestKey = 255;

/**
 * Runs a call once for its key, in one transaction with its stored answer. A concurrent call with the same key waits. Refusals by a rule are stored
 * too; other failures had no effect.
 * @throws StripeRefusal when the key belongs to another call
 */
export async function once(
  sandbox: Sandbox,
  { key, requestId, request }: KeyedCall,
  work: (client: pg.PoolClient) => Promise<object>,
): Promise<Answer> {
  if (key !== null && key.length > longestKey)
    throw new StripeRefusal(400, { type: 'idempotency_error', message: `Idempotency keys may be at most ${longestKey} characters long.` });
  return inTransaction(sandbox.pool, async (client) => {
    if (key === null) return { status: 200, body: await work(client), isReplayed: false };
    const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
    const kept = await take(client, sandbox, key, digest);
    if (kept) {
      if (kept.digest !== digest) throw new StripeRefusal(400, { type: 'idempotency_error', message: otherCall(key) });
      return { status: kept.status, body: kept.body, isReplayed: true };
    }
    const answer = await answerOf(client, requestId, work);
    await client.query('update stripe_requests set status = $2, body = $3 where key = $1', [key, answer.status, JSON.stringify(answer.body)]);
    return answer;
  });
}

/** Claims the key. If another request holds it, returns its answer as soon as it is stored. */
async function take(client: pg.PoolClient, { now }: Sandbox, key: string, digest: string): Promise<Row | undefined> {
  const { rowCount } = await client.query(
    `insert into stripe_requests (key, digest, created_at) values ($1, $2, to_timestamp($3))
     on conflict (key) do update set digest = excluded.digest, status = null, body = null, created_at = excluded.created_at
       where stripe_requests.created_at < to_timestamp($4)`,
    [key, digest, now(), now() - keptFor],
  );
  if (rowCount === 1) return undefined;
  const { rows } = await client.query<Row>('select digest, status, body from stripe_requests where key = $1', [key]);
  return rows[0];
}

async function answerOf(client: pg.PoolClient, requestId: string, work: (client: pg.PoolClient) => Promise<object>): Promise<Answer> {
  await client.query('savepoint work');
  try {
    return { status: 200, body: await work(client), isReplayed: false };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    await client.query('rollback to savepoint work');
    return { status: error.status, body: errorBody(error, requestId), isReplayed: false };
  }
}

const otherCall = (key: string): string =>
  `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
