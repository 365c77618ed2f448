import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type pg from 'pg';

interface Row {
  payload: AdapterPayload;
  consumed_at: Date | null;
}

/** Format of record ids, which the provider creates; any other text from a request matches no record. */
const identifier = /^[\w-]{1,200}$/;

/** Longest record, characters. It is several times the usual length, because clients choose values such as `state` and `nonce`. */
const longestRecord = 4_000;
/** Most pending sign-ins. Anybody can start one, so without this limit only the rate limit would bound their number. */
const mostInteractions = 20_000;
/** Most registered clients. Anybody can register one, so those without consent are removed first. */
const mostClients = 2_000;
/** Lifetime of a client registration after consent, seconds; longer than its grant of 14 days. */
const afterLetIn = 30 * 24 * 3_600;

/** Creates errors of oidc-provider, which turns them into OAuth error responses. */
export interface RecordErrors {
  /** For a code or refresh token that another request used concurrently. */
  alreadyUsed(): Error;
  /** For a request whose record would exceed `longestRecord`. */
  tooLarge(): Error;
}

/** Stores all records of the provider in `oidc_records`, such as sessions, grants, tokens, interactions and client registrations. */
export function postgresRecords(pool: pg.Pool, refusals: RecordErrors): AdapterFactory {
  const query = (text: string, values: unknown[]): Promise<pg.QueryResult<Row>> =>
    pool.query<Row>(text, values).catch((error: unknown) => Promise.reject(asPostgresError(error)));

  return (kind): Adapter => {
    const findBy = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> => {
      if (!identifier.test(value ?? '')) return undefined;
      const { rows } = await query(
        `select payload, consumed_at from oidc_records where kind = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
        [kind, value],
      );
      const row = rows[0];
      return row && { ...row.payload, ...(row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }) };
    };
    return {
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('user_code', userCode),
      async upsert(id, payload, expiresIn) {
        const text = JSON.stringify(payload);
        if (text.length > longestRecord) throw refusals.tooLarge();
        await query(
          `insert into oidc_records (kind, id, payload, grant_id, uid, user_code, expires_at)
           values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
           on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
             user_code = excluded.user_code, expires_at = excluded.expires_at`,
          [kind, id, text, payload.grantId ?? null, payload.uid ?? null, payload.userCode ?? null, expiresIn ?? null],
        );
      },
      async consume(id) {
        // Optimistic concurrency: the provider reads before it consumes, so only one of two concurrent requests may succeed.
        const { rowCount } = await query('update oidc_records set consumed_at = now() where kind = $1 and id = $2 and consumed_at is null', [
          kind,
          id,
        ]);
        if (rowCount === 0) throw refusals.alreadyUsed();
      },
      async destroy(id) {
        await query('delete from oidc_records where kind = $1 and id = $2', [kind, id]);
      },
      async revokeByGrantId(grantId) {
        await query('delete from oidc_records where kind = $1 and grant_id = $2', [kind, grantId]);
      },
    };
  };
}

/**
 * Removes expired records. Beyond the limits it also removes the interactions and registered clients that expire first.
 * @returns Number of removed records.
 */
export async function removeExpired(pool: pg.Pool, most: { mostInteractions?: number; mostClients?: number } = {}): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from oidc_records where expires_at < now() or ${isBeyond('Interaction', '$1')} or ${isBeyond('Client', '$2')}`,
    [most.mostInteractions ?? mostInteractions, most.mostClients ?? mostClients],
  );
  return rowCount ?? 0;
}

const isBeyond = (kind: 'Interaction' | 'Client', most: string): string => `(kind = '${kind}' and expires_at <=
  (select expires_at from oidc_records where kind = '${kind}' and expires_at is not null order by expires_at desc offset ${most} limit 1))`;

/** Extends the lifetime of a client registration after consent. */
export async function extendClient(pool: pg.Pool, clientId: string): Promise<void> {
  const text = `update oidc_records set expires_at = now() + make_interval(secs => $2) where kind = 'Client' and id = $1`;
  await pool.query(text, [clientId, afterLetIn]).catch((error: unknown) => Promise.reject(asPostgresError(error)));
}

/** Deletes all sessions, grants and tokens of a user. The user id is at different JSON paths, so records are searched as text. */
export async function signOut(pool: pg.Pool, userId: string): Promise<void> {
  await pool.query('delete from oidc_records where strpos(payload::text, $1) > 0', [JSON.stringify(userId)]);
}
