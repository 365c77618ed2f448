import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import kafkajs, { type Admin } from 'kafkajs';
import { type Judged, reportJudged } from '../harness/bars.ts';
import { judge } from '../harness/compare.ts';
import { makeTopics } from '../harness/kafka-topic.ts';
import { type Block, type Load, measure } from '../harness/measure.ts';
import { machine } from '../harness/report.ts';
import { scratchPostgres } from '../harness/scratch-postgres.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import type { CarrierQuestion, CarrierSettings } from './carrier.ts';

const bars = { produce: { metric: 'rate', atLeast: 0.75 }, consume: { metric: 'rate', atLeast: 0.6 } } as const;

/** Relay and consumer against kafkajs alone with the same bytes, on one broker, a new topic for each block. */
export async function busBench({ short }: { short: boolean }): Promise<boolean> {
  // The last round of the relay must not be a full one.
  const { pairs, events } = short ? { pairs: 4, events: 30_500 } : { pairs: 9, events: 100_500 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const kafka = await startEngine('kafka');
  held.defer(() => kafka.close());
  const postgres = await scratchPostgres();
  held.defer(postgres.close);
  const brokers = [`127.0.0.1:${kafka.port}`];
  const database = await postgres.createDatabase('checkpoints');
  const start = (arm: CarrierSettings['arm']): Worker => {
    const settings: CarrierSettings = { arm, brokers, database, events };
    const worker = startWorker(join(import.meta.dirname, 'carrier.ts'), [JSON.stringify(settings)]);
    held.defer(worker.stop);
    return worker;
  };
  const [ours, bare] = [start('ours'), start('bare')];
  const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  held.defer(() => admin.disconnect());
  const blocks = (worker: Worker) => blocksOf(worker, { filler: bare, admin, pids: [worker.pid, kafka.pid, postgres.pid] });
  const judged: Judged[] = [];
  for (const name of ['produce', 'consume'] as const) {
    judged.push({ verdict: await judge({ name, ours: blocks(ours)[name], reference: blocks(bare)[name] }, pairs), bar: bars[name] });
  }
  return reportJudged('bus', before, judged, { events, pairs });
}

interface Surroundings {
  /** Fills topics for whoever reads them. */
  filler: Worker;
  admin: Admin;
  /** Whose time counts. */
  pids: readonly number[];
}

function blocksOf(worker: Worker, { filler, admin, pids }: Surroundings): { produce: Block; consume: Block } {
  const ask = (of: Worker, call: CarrierQuestion['call'], topic: string): Promise<Load> => of.ask<Load>({ call, topic } satisfies CarrierQuestion);
  return {
    produce: () =>
      onNewTopic(admin, async (topic) => {
        await ask(worker, 'prepare', topic);
        const measured = await measure(() => ask(worker, 'produce', topic), pids);
        await ask(worker, 'end', topic);
        return measured;
      }),
    consume: () =>
      onNewTopic(admin, async (topic) => {
        for (const call of ['prepare', 'produce', 'end'] as const) await ask(filler, call, topic);
        return measure(() => ask(worker, 'consume', topic), pids);
      }),
  };
}

async function onNewTopic<T>(admin: Admin, work: (topic: string) => Promise<T>): Promise<T> {
  const topic = `bench-${randomUUID()}`;
  await makeTopics(admin, topic);
  const result = await work(topic);
  const topics = await admin.listTopics();
  await admin.deleteTopics({ topics: topics.filter((name) => name.startsWith(topic)) });
  return result;
}
