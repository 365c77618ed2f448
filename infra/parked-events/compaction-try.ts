import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { kafkaClient } from '../bus/kafka-client.ts';
import { record } from './contract.ts';
import { kafkaParkedEvents } from './kafka.ts';

const brokers = ['127.0.0.1:29670'];
const topic = `test.compaction.${randomUUID()}`;
const one = kafkaParkedEvents({ brokers, topic }),
  two = kafkaParkedEvents({ brokers, topic });
await one.list({ limit: 1 });
const kafka = await kafkaClient({ brokers })(() => {});
const admin = kafka.admin();
await admin.connect();
await admin.alterConfigs({
  validateOnly: false,
  resources: [
    {
      type: 2,
      name: topic,
      configEntries: [
        { name: 'cleanup.policy', value: 'compact' },
        { name: 'segment.ms', value: '1000' },
        { name: 'min.cleanable.dirty.ratio', value: '0.01' },
        { name: 'delete.retention.ms', value: '1' },
      ],
    },
  ],
});
const pick = <T>(a: readonly T[]) => a[Math.floor(Math.random() * a.length)]!;
const cs = ['x@1', 'y@1'],
  ss = ['a', 'b', 'c'];
const pool = Array.from({ length: 30 }, (_, i) => record(ss[i % 3]!, i + 1));
const view = async (p: typeof one) =>
  JSON.stringify([
    await p.list({ limit: 1000 }),
    ...(await Promise.all(cs.map((c) => p.parkedStreams(c).then((l) => l.toSorted((a, b) => a.stream.localeCompare(b.stream)))))),
  ]);
const act = async (p: typeof one) => {
  const known = (await p.list({ limit: 1000 })).map(({ id }) => id);
  const c = pick(cs);
  switch (Math.floor(Math.random() * 12)) {
    case 0:
    case 1:
    case 2: case 7: case 8: case 9:
      return p.park(c, [{ record: pick(pool), ...(Math.random() < 0.5 && { error: 'no' }) }]);
    case 3:
      return p.replay(c, pick(ss));
    case 4:
      return known.length ? p.failed(pick(known), `e${Math.random()}`) : undefined;
    case 5:
      return known.length ? p.discard(pick(known)) : undefined;
    case 10: return p.takeForReplay(c, pick(ss), { '0': 99 });
    default:
      return known.length ? p.remove([pick(known)]) : p.takeForReplay(c, pick(ss), { '0': 99 });
  }
};
const end = Date.now() + 50_000;
let acts = 0;
while (Date.now() < end) {
  await Promise.all([act(one), act(two), act(one)]);
  acts += 3;
  await pause(60);
}
const [o] = await admin.fetchTopicOffsets(topic);
const late = kafkaParkedEvents({ brokers, topic });
const views = [await view(one), await view(two), await view(late)];
let read = 0;
const c = kafka.consumer({ groupId: randomUUID() });
await c.connect();
await c.subscribe({ topic, fromBeginning: true });
await c.run({
  eachMessage: async () => {
    read++;
  },
});
await pause(2500);
await c.disconnect();
console.log('acts', acts, 'offsets', o, 'records left', read, 'parked', JSON.parse(views[0]!)[0].length);
deepStrictEqual(views[1], views[0]);
deepStrictEqual(views[2], views[0]);
console.log('equal');
await Promise.all([one, two, late].map((p) => p.close()));
await admin.deleteTopics({ topics: [topic] });
await admin.disconnect();
