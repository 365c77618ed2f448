import type pg from 'pg';
import { UnfitEngine } from '../errors.ts';
import { asPostgresError } from './pool.ts';

/** Oldest accepted major version of Postgres, because it introduced the collation that search uses. */
const oldest = 17;

const settings = `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as readonly, pg_backend_pid() as backend`;

interface Settings {
  version: number;
  encoding: string;
  standby: boolean;
  readonly: string;
  backend: number;
}

/**
 * Checks that an external server fits the product.
 * @throws UnfitEngine with setting and remedy, EngineUnavailable when unreachable.
 */
export async function requireFitPostgres(pool: pg.Pool): Promise<void> {
  const clients: pg.PoolClient[] = [];
  const ask = async (): Promise<Settings> => {
    const client = await pool.connect();
    clients.push(client);
    const [row] = (await client.query<Settings>(settings)).rows;
    if (!row) throw new Error('Postgres does not tell its settings');
    return row;
  };
  try {
    const first = await ask();
    // Two concurrent sessions must have two backends; a statement pooler would share one.
    const second = pool.options.max === 1 ? null : await ask();
    const sentence = reasonAgainst(first, second);
    if (sentence) throw new UnfitEngine('postgres', sentence);
  } catch (error) {
    throw asPostgresError(error);
  } finally {
    for (const client of clients) client.release();
  }
}

/** Reason against a server with these settings; null when it fits. */
function reasonAgainst({ version, encoding, standby, readonly, backend }: Settings, second: Settings | null): string | null {
  if (version < oldest) return `Postgres is version ${version}; it must be ${oldest} or newer`;
  if (encoding !== 'UTF8')
    return `The database of DATABASE_URL has the encoding ${encoding}; make one with: create database waystory encoding 'UTF8' template template0`;
  if (standby)
    return 'The server of DATABASE_URL is a standby, which takes no writes; name the primary, for example with target_session_attrs=read-write';
  if (readonly === 'on') return 'The database of DATABASE_URL has default_transaction_read_only=on; set it to off';
  if (second && second.backend === backend)
    return 'DATABASE_URL leads to a pooler that lends a server for one transaction only, so that locks and notices get lost; set pool_mode=session, or name Postgres itself';
  return null;
}
