import type pg from 'pg';

/** URL of a pool configuration in the format of DATABASE_URL, also for a unix socket. */
export const databaseUrl = ({ host = '', port = 5432, user, database }: pg.PoolConfig): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
