import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '../event-store/postgres.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { busContract } from './contract.ts';
import { postgresBus } from './postgres.ts';

busContract(async () => {
  const database = await testDatabase();
  const events = postgresEventStore(database.pool);
  const closes: (() => Promise<void>)[] = [];
  const open = async () => {
    const name = `bus-${randomUUID()}`;
    const pool = createPool({ ...database.config, application_name: name }, { max: 3 });
    const log = postgresEventStore(pool);
    const bus = postgresBus(pool, log);
    closes.push(async () => {
      await bus.close();
      await log.close();
      await pool.end();
    });
    const cutOff = async (): Promise<void> => {
      await database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    };
    return { bus, cutOff };
  };
  const close = async (): Promise<void> => {
    for (const one of closes) await one();
    await events.close();
    await database.close();
  };
  return { events, open, close };
});
