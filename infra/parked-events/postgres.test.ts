import { testDatabase } from '../postgres/test-database.ts';
import { parkedEventsContract } from './contract.ts';
import type { ParkedEvents } from './port.ts';
import { postgresParkedEvents } from './postgres.ts';

parkedEventsContract(async () => {
  const database = await testDatabase();
  const opened: ParkedEvents[] = [];
  const open = (): ParkedEvents => {
    const parked = postgresParkedEvents(database.pool);
    opened.push(parked);
    return parked;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((parked) => parked.close()));
    await database.close();
  };
  return { open, close };
});
