import type pg from 'pg';

/** A configuration as the setting DATABASE_URL takes it, also where the server listens on a unix socket. */
export const databaseUrl = ({ host = '', port = 5432, user, database }: pg.PoolConfig): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
