import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../errors.ts';
import { personalKeysContract } from './contract.ts';
import { mongodbPersonalKeys } from './mongodb.ts';
import { beforeFirstKey, type PersonalKeys } from './port.ts';

const url = readConfig().MONGODB_URL;

/** Key stores over a temporary database. */
async function made() {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(url ?? '');
  address.pathname = name;
  const opened: PersonalKeys[] = [];
  const open = (): PersonalKeys => {
    const keys = mongodbPersonalKeys(address.href);
    opened.push(keys);
    return keys;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((keys) => keys.close()));
    const client = new MongoClient(url ?? '');
    await client.db(name).dropDatabase();
    await client.close();
  };
  return { open, close };
}

describe('MongoDB personal keys', () => {
  beforeEach((context) => {
    if (!url) context.skip('MONGODB_URL is not set');
  });
  personalKeysContract(async () => (url ? made() : { open: () => mongodbPersonalKeys('mongodb://127.0.0.1:1'), close: async () => {} }));
});

test('MongoDB personal keys throw EngineUnavailable for an unavailable server', { timeout: 20_000 }, async () => {
  const keys = mongodbPersonalKeys('mongodb://127.0.0.1:1');
  const calls = [keys.read(['a']), keys.add([{ accountId: 'a', life: 1, key: null }]), keys.destroy('a', 1), keys.list(beforeFirstKey, 1)];
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
  await keys.close();
});
