import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kafkaClient } from '@waystory/infra/bus/kafka/client.ts';
import { kafkaBus } from '@waystory/infra/bus/kafka.ts';
import type { BusBatch } from '@waystory/infra/bus/port.ts';
import type { EventStore, NewEvent, Position } from '@waystory/infra/event-store/port.ts';
import type pg from 'pg';
import { until } from '../environment/progress.ts';
import type { Tally } from '../tally.ts';

const relayProcess = join(import.meta.dirname, 'relay-process.ts');
const waitMs = 60_000;
const askEveryMs = 5;
const togetherMs = 500;

interface RelayKills {
  database: pg.PoolConfig;
  events: EventStore;
  brokers: string[];
  topic: string;
  kills: number;
  tally: Tally;
}

/** Kills the active relay (SIGKILL) repeatedly while its successor starts. Consumers must receive every event once and in order. */
export async function killRelays({ database, events, brokers, topic, kills, tally }: RelayKills): Promise<void> {
  const bus = kafkaBus({ brokers, topic }, events);
  const partitions = Object.keys(await bus.heads()).length;
  const seen = watching(partitions);
  bus.subscribe({ group: 'watcher', from: async () => 0, handle: seen.handle, onError: () => {} });
  const relay = (): ChildProcess =>
    fork(relayProcess, [JSON.stringify(database), brokers.join(','), topic], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const writing = new AbortController();
  const written = write(events, writing.signal);
  let current = relay();
  try {
    for (let kill = 0; kill < kills; kill++) {
      const head = await events.head();
      if (!(await until(() => seen.least() > head, waitMs, askEveryMs))) throw new Error('The relay sends nothing');
      const next = relay();
      await once(next, 'message', { signal: AbortSignal.timeout(waitMs) });
      await pause(Math.random() * togetherMs);
      current.kill('SIGKILL');
      current = next;
    }
    writing.abort();
    await written;
    const head = await events.head();
    const reached = await until(() => seen.least() >= head, waitMs, askEveryMs);
    const { ids, again, misplaced } = seen.state();
    const log = await allIds(events, head);
    const missing = log.filter((id) => !ids.has(id)).length;
    const records = await countRecords(brokers, topic);
    tally.record(
      records > log.length,
      `control: ${kills} relays killed while they sent; the topic has ${records - log.length} records of events that it had before`,
    );
    const well = reached && missing + again + misplaced === 0;
    tally.record(well, `${kills} relays killed: of ${log.length} events ${missing} were skipped, ${again} came twice, ${misplaced} out of order`);
  } finally {
    writing.abort();
    current.kill('SIGKILL');
    await bus.close();
  }
}

function watching(partitions: number) {
  const ids = new Set<string>();
  const last = new Map<string, Position>();
  const watermarks = new Map<string, Position>();
  const wrong = { again: 0, misplaced: 0 };
  return {
    handle: async ({ partition, records, watermark }: BusBatch) => {
      for (const { offset, event } of records) {
        if (ids.has(event.id)) wrong.again += 1;
        ids.add(event.id);
        if (offset <= (last.get(partition) ?? 0)) wrong.misplaced += 1;
        last.set(partition, offset);
      }
      watermarks.set(partition, watermark);
    },
    least: (): Position => (watermarks.size < partitions ? 0 : Math.min(...watermarks.values())),
    state: () => ({ ids, ...wrong }),
  };
}

async function write(events: EventStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await events.append(`country-${randomUUID()}`, 0, [deletion(), deletion()]);
    await pause(askEveryMs);
  }
}

const deletion = (): NewEvent => ({
  id: randomUUID(),
  type: 'CountryDeleted',
  schema: 1,
  data: { countryId: randomUUID() },
  at: new Date().toISOString(),
  meta: { actorId: null, commandId: randomUUID() },
});

async function allIds(events: EventStore, head: Position): Promise<string[]> {
  const ids: string[] = [];
  for (let position = 0; position < head; ) {
    const page = await events.readAll(position, 5_000);
    ids.push(...page.map(({ id }) => id));
    position = page.at(-1)?.position ?? head;
  }
  return ids;
}

/** Number of records with an event, including those that consumers drop. */
async function countRecords(brokers: string[], topic: string): Promise<number> {
  const kafka = await kafkaClient({ brokers })(() => {});
  const admin = kafka.admin();
  await admin.connect();
  const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, BigInt(high)]));
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: `${topic}.count-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  let events = 0;
  const { promise: counted, resolve } = Promise.withResolvers<void>();
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ partition, message }) => {
      if (message.value) events += 1;
      if (BigInt(message.offset) + 1n >= (ends.get(partition) ?? 0n)) ends.delete(partition);
      if (ends.size === 0) resolve();
    },
  });
  await counted;
  await consumer.disconnect();
  return events;
}
