import { createPool } from '@waystory/infra/postgres/pool.ts';
import kafkajs, { type Kafka, type KafkaMessage } from 'kafkajs';
import { MongoClient } from 'mongodb';
import pg from 'pg';
import { nameOf, placeEvent, placeId, writeNamed } from './places.ts';
import type { StageSettings, Stages } from './stage.ts';

const connections = 16;
const partitions = 4;
const pollMs = 500;

/** Tells of the very row, so that the order in which rows are committed cannot hide one. */
const insert = `with added as (insert into log (place, data) values ($1, $2) returning position)
  select pg_notify('log', position::text) from added`;
const table = 'create table if not exists log (position bigint generated always as identity primary key, place text not null, data jsonb not null)';
const read = 'select position, place, data from log where position = any($1) order by position';

interface Row {
  position: string;
  place: string;
  data: { name: string };
}

/** pg, kafkajs and mongodb with nothing around them: no fences, no order of commits, no rounds of its own. */
export function bareStages(settings: StageSettings): Stages {
  const kafka = new kafkajs.Kafka({ brokers: settings.brokers, logLevel: kafkajs.logLevel.NOTHING });
  return {
    writer: () => openWriter(settings),
    relay: () => startRelay(kafka, settings),
    projector: (visible) => startProjector(kafka, settings, visible),
  };
}

function openWriter({ database }: StageSettings): ReturnType<Stages['writer']> {
  const pool = createPool(database, { max: connections });
  const write = async (n: number): Promise<void> => {
    const data = { ...placeEvent(n).data, name: nameOf(n) };
    await pool.query({ name: 'insert', text: insert, values: [placeId(n), JSON.stringify(data)] });
  };
  return { write, close: () => pool.end() };
}

async function startRelay(kafka: Kafka, { database, topic }: StageSettings): ReturnType<Stages['relay']> {
  const pool = createPool(database, { max: 1 });
  await pool.query(table);
  const { DefaultPartitioner: createPartitioner } = kafkajs.Partitioners;
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false, createPartitioner });
  await producer.connect();
  const carry = createBatches(async (positions: readonly string[]) => {
    const { rows } = await pool.query<Row>({ name: 'read', text: read, values: [positions] });
    await producer.send({ topic, acks: -1, messages: rows.map(({ place, data }) => ({ key: place, value: JSON.stringify(data) })) });
  });
  const listener = new pg.Client(database);
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => carry(payload));
  await listener.query('listen log');
  return async () => {
    await listener.end();
    await producer.disconnect();
    await pool.end();
  };
}

async function startProjector(
  kafka: Kafka,
  { mongodb, topic }: StageSettings,
  visible: (writes: readonly number[]) => void,
): ReturnType<Stages['projector']> {
  const client = await new MongoClient(mongodb, { writeConcern: { w: 'majority', journal: true } }).connect();
  const documents = client.db().collection<{ _id: string; name: string }>('bare_places');
  const progress = client.db().collection<{ _id: string }>('bare_progress');
  const project = async (partition: number, messages: readonly KafkaMessage[]): Promise<void> => {
    const updates = messages.map(({ key, value }) => ({ _id: String(key), name: JSON.parse(String(value)).name as string })); // our relay wrote it
    await documents.bulkWrite(
      updates.map(({ _id, name }) => ({ updateOne: { filter: { _id }, update: { $set: { name } }, upsert: true } })),
      { ordered: false },
    );
    await progress.updateOne({ _id: 'bare' }, { $set: { [`p${partition}`]: messages.at(-1)?.offset } }, { upsert: true });
    visible(updates.map(({ name }) => writeNamed(name)));
  };
  const consumer = kafka.consumer({ groupId: `${topic}.bare`, maxWaitTimeInMs: pollMs });
  const joined = Promise.withResolvers<void>();
  consumer.on(consumer.events.GROUP_JOIN, () => joined.resolve());
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ partitionsConsumedConcurrently: partitions, eachBatch: ({ batch }) => project(batch.partition, batch.messages) });
  await joined.promise;
  return async () => {
    await consumer.disconnect();
    await client.close();
  };
}

/** One batch at a time; what comes meanwhile is the next one. */
function createBatches<T>(work: (batch: readonly T[]) => Promise<void>): (one: T) => void {
  const waiting: T[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) await work(waiting.splice(0));
    running = false;
  };
  return (one) => {
    waiting.push(one);
    if (!running) void run();
  };
}
