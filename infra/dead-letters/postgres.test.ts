import { testDatabase } from '../postgres/test-database.ts';
import { deadLettersContract } from './contract.ts';
import type { DeadLetters } from './port.ts';
import { postgresDeadLetters } from './postgres.ts';

deadLettersContract(async () => {
  const database = await testDatabase();
  const opened: DeadLetters[] = [];
  const open = (): DeadLetters => {
    const deadLetters = postgresDeadLetters(database.pool);
    opened.push(deadLetters);
    return deadLetters;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((deadLetters) => deadLetters.close()));
    await database.close();
  };
  return { open, close };
});
