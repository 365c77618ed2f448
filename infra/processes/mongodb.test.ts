import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../errors.ts';
import { processesContract } from './contract.ts';
import { mongodbProcesses } from './mongodb.ts';
import type { Processes } from './port.ts';

const url = readConfig().MONGODB_URL;

/** Registry in a temporary database. */
async function made() {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(url ?? '');
  address.pathname = name;
  const opened: Processes[] = [];
  const open = (): Processes => {
    const processes = mongodbProcesses(address.href);
    opened.push(processes);
    return processes;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((processes) => processes.close()));
    const client = new MongoClient(url ?? '');
    await client.db(name).dropDatabase();
    await client.close();
  };
  return { open, close };
}

describe('MongoDB process registry', () => {
  beforeEach((context) => {
    if (!url) context.skip('MONGODB_URL is not set');
  });
  processesContract(async () => (url ? made() : { open: () => mongodbProcesses('mongodb://127.0.0.1:1'), close: async () => {} }));
});

test('MongoDB process registry throws EngineUnavailable for an unavailable server', { timeout: 20_000 }, async () => {
  const processes = mongodbProcesses('mongodb://127.0.0.1:1');
  await expect(processes.list()).rejects.toBeInstanceOf(EngineUnavailable);
  await processes.close();
});
