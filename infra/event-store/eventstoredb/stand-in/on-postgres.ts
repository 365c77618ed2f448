import { EventStoreDBClient } from '@eventstore/db-client';
import { createPool } from '../../../postgres/pool.ts';
import { type TestDatabase, testDatabase } from '../../../postgres/test-database.ts';
import type { EventStore } from '../../port.ts';
import { postgresEventStore } from '../../postgres.ts';
import { type StandIn, startStandIn } from './server.ts';

export interface StandInOnPostgres extends StandIn {
  /** Store of the stand-in's log. */
  log: EventStore;
  /** Database of that store. */
  database: TestDatabase;
  close(): Promise<void>;
}

/** A stand-in on its own database. */
export async function standInOnPostgres(): Promise<StandInOnPostgres> {
  const database = await testDatabase();
  const pool = createPool(database.config, { max: 5 });
  const log = postgresEventStore(pool);
  const server = await startStandIn(log);
  const close = async (): Promise<void> => {
    server.crash();
    await log.close();
    await pool.end();
    await database.close();
  };
  return { ...server, log, database, close };
}

/** Deletes the server's streams with events after `start`. */
export async function deleteStreams(url: string, store: EventStore, start: number): Promise<void> {
  const streams = new Set<string>();
  for (let after = start; ; ) {
    const events = await store.readAll(after, 1_000);
    for (const { stream } of events) streams.add(stream);
    after = events.at(-1)?.position ?? after;
    if (events.length < 1_000) break;
  }
  const client = EventStoreDBClient.connectionString(url);
  for (const stream of streams) await client.deleteStream(stream);
  await client.dispose();
}
