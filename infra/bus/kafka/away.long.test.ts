import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { EngineUnavailable } from '../../errors.ts';
import type { EventStore } from '../../event-store/port.ts';
import { kafkaBus } from '../kafka.ts';

/** A log without events. */
const events: EventStore = {
  append: async () => ({ version: 0, position: 0, repeated: false }),
  read: async () => [],
  readMany: async () => new Map(),
  find: async () => null,
  readAll: async () => [],
  head: async () => 0,
  onAppended: () => () => {},
  readSnapshot: async () => null,
  writeSnapshot: async () => {},
  close: async () => {},
};
/** An address without a broker. */
const nobody = { brokers: ['127.0.0.1:1'] };

test('Kafka bus without a broker rejects each call with EngineUnavailable, and closes during retries of consumers and relay', async () => {
  const bus = kafkaBus(nobody, events);
  await expect(bus.heads()).rejects.toThrow(EngineUnavailable);
  await expect(bus.partitionOf('country-FR')).rejects.toThrow(EngineUnavailable);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  bus.subscribe({ group: 'away', from: async () => -1, handle: async () => {}, onError });
  bus.relay({ onError });
  await expect.poll(() => errors.length, { timeout: 15_000 }).toBeGreaterThan(1);
  expect(errors.filter((error) => !(error instanceof EngineUnavailable))).toEqual([]);
  await bus.close();
});

test('Kafka bus rejects with EngineUnavailable when a server does not answer', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  // The address of a server is a string only for Unix sockets.
  const { port } = silent.address() as AddressInfo;
  const bus = kafkaBus({ brokers: [`127.0.0.1:${port}`] }, events);
  await expect(bus.heads()).rejects.toThrow(EngineUnavailable);
  await bus.close();
  silent.close();
});
