import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../errors.ts';
import { mongoConnection } from '../projection-store/mongodb/connection.ts';
import { projectionStoreOn } from '../projection-store/mongodb.ts';
import { deadLettersContract, recordFixture } from './contract.ts';
import { mongodbDeadLetters } from './mongodb.ts';
import type { DeadLetters } from './port.ts';

const url = readConfig().MONGODB_URL;
const nowhere = 'mongodb://127.0.0.1:1';

/** Dead letters on a new connection and projection store, closed together. */
function openAt(address: string): DeadLetters {
  const connection = mongoConnection(address);
  const store = projectionStoreOn(connection);
  const deadLetters = mongodbDeadLetters(connection, store);
  return { ...deadLetters, close: () => deadLetters.close().then(store.close) };
}

/** Dead letters in a new database. */
async function made() {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(url ?? '');
  address.pathname = name;
  const opened: DeadLetters[] = [];
  const open = (): DeadLetters => {
    const deadLetters = openAt(address.href);
    opened.push(deadLetters);
    return deadLetters;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((deadLetters) => deadLetters.close()));
    const client = new MongoClient(url ?? '');
    await client.db(name).dropDatabase();
    await client.close();
  };
  return { open, close };
}

describe('MongoDB dead letters', () => {
  beforeEach((context) => {
    if (!url) context.skip('MONGODB_URL is not set');
  });
  deadLettersContract(async () => (url ? made() : { open: () => openAt(nowhere), close: async () => {} }));

  test('outlive their instance, whose calls reject with EngineUnavailable after close', async () => {
    const { open, close } = await made();
    const first = open();
    await first.add('boards@1', [{ record: recordFixture('a', 1), error: 'no' }]);
    await first.close();
    const second = open();
    expect((await second.list({ limit: 10 })).map((letter) => letter.record.offset)).toEqual([1]);
    await second.close();
    await expect(second.list({ limit: 10 })).rejects.toThrow(EngineUnavailable);
    await close();
  });
});

test('MongoDB dead letters without a server reject every call with engine/unavailable, and close', { timeout: 30_000 }, async () => {
  const deadLetters = openAt(nowhere);
  let told = 0;
  deadLetters.onRequest(() => told++);
  const calls = [
    deadLetters.add('boards@1', [{ record: recordFixture('a', 1) }]),
    deadLetters.blockedStreams('boards@1'),
    deadLetters.list({ limit: 1 }),
    deadLetters.replay('boards@1', 'a'),
    deadLetters.discard('1'),
    deadLetters.takeForReplay('boards@1', 'a', {}),
    deadLetters.remove(['1']),
    deadLetters.failed('1', 'no'),
    deadLetters.forget('boards@1'),
  ];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'engine/unavailable' } });
  await deadLetters.close();
  expect(told).toBe(0);
});
