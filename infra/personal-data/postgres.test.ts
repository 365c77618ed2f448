import { testDatabase } from '../postgres/test-database.ts';
import { personalKeysContract } from './contract.ts';
import { postgresPersonalKeys } from './postgres.ts';

personalKeysContract(async () => {
  const database = await testDatabase();
  return { open: () => postgresPersonalKeys(database.pool), close: database.close };
});
