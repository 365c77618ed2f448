import { testDatabase } from '../postgres/test-database.ts';
import { processesContract } from './contract.ts';
import { postgresProcesses } from './postgres.ts';

processesContract(async () => {
  const database = await testDatabase();
  return { open: () => postgresProcesses(database.pool), close: database.close };
});
