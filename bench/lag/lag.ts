import { join } from 'node:path';
import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import kafkajs from 'kafkajs';
import { type Bar, barText, held } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { makeTopics } from '../harness/kafka-topic.ts';
import { type Block, type Load, measure } from '../harness/measure.ts';
import { quantile } from '../harness/quantiles.ts';
import { keep, type Machine, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { scratchPostgres } from '../harness/scratch-postgres.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { places } from './places.ts';
import type { Role, StageQuestion, StageSettings, Times } from './stage.ts';

const bars: readonly Bar[] = [
  { metric: 'p50', atMost: 1.15 },
  { metric: 'p99', atMost: 1.4 },
];
/** Share of what ours can do at most, at which the lag is measured. */
const share = 0.3;
const burstCallers = 64;

/** From a write being acknowledged to its document in MongoDB: ours against the same hops without anything around them. */
export async function lagBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 5, seconds: 3 } : { pairs: 12, seconds: 10 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const kafka = await startEngine('kafka');
  held.defer(() => kafka.close());
  const mongodb = await startEngine('mongodb', { inMemory: true });
  held.defer(() => mongodb.close());
  const postgres = await scratchPostgres();
  held.defer(postgres.close);
  const brokers = [`127.0.0.1:${kafka.port}`];
  const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  held.defer(() => admin.disconnect());
  const servers = [kafka.pid, mongodb.pid, postgres.pid];
  const open = async (arm: StageSettings['arm']): Promise<Path> => {
    const database = await postgres.createDatabase(arm);
    const address = { brokers, mongodb: `mongodb://127.0.0.1:${mongodb.port}/${arm}`, topic: `bench.${arm}` };
    await makeTopics(admin, address.topic);
    const start = (role: Role): Worker => {
      const settings: StageSettings = { arm, role, database, ...address };
      const worker = startWorker(join(import.meta.dirname, 'stage.ts'), [JSON.stringify(settings)]);
      held.defer(worker.stop);
      return worker;
    };
    return openPath(start, servers);
  };
  const [ours, bare] = [await open('ours'), await open('bare')];
  const capacity = { ours: await ours.capacity(), bare: await bare.capacity() };
  const rate = Math.floor(share * capacity.ours);
  const name = `${rate} writes a second`;
  const verdict = await judge({ name, ours: ours.block(rate, seconds), reference: bare.block(rate, seconds) }, pairs, 'p50');
  return report(before, verdict, { ours: ours.skipped(), bare: bare.skipped() }, { capacity, rate, pairs, seconds });
}

/** The processes of one arm from one end to the other. */
interface Path {
  /** Writes a second that it brings through when it gets them as fast as they are acknowledged. */
  capacity(): Promise<number>;
  block(rate: number, seconds: number): Block;
  /** Writes that were acknowledged and never became visible. */
  skipped(): number;
}

function openPath(start: (role: Role) => Worker, servers: readonly number[]): Path {
  const [relay, projector, writer] = [start('relay'), start('projector'), start('writer')];
  const pids = [...servers, relay.pid, projector.pid, writer.pid];
  let [from, skipped] = [0, 0];

  const bringThrough = async (count: number, pace: (StageQuestion & { ask: 'write' })['pace']) => {
    const acknowledged = await writer.ask<Times>({ ask: 'write', from, count, pace } satisfies StageQuestion);
    const seen = await projector.ask<Times>({ ask: 'seen', from, count } satisfies StageQuestion);
    from += count;
    skipped += seen.filter((time) => time === null).length;
    const both = acknowledged.flatMap((at, index) => {
      const seenAt = seen[index] ?? null;
      return at === null || seenAt === null ? [] : [{ at, seenAt }];
    });
    return { both, seconds: (Math.max(...seen.map(Number)) - Math.min(...acknowledged.map(Number))) / 1000 };
  };
  return {
    skipped: () => skipped,
    capacity: async () => {
      // The first round makes the places and warms everything up.
      await bringThrough(places, { callers: burstCallers });
      const { seconds } = await bringThrough(places, { callers: burstCallers });
      return places / seconds;
    },
    block: (rate, seconds) => () =>
      measure(async (): Promise<Load> => {
        const { both, ...took } = await bringThrough(rate * seconds, { rate });
        const lags = both.map(({ at, seenAt }) => seenAt - at);
        return { operations: both.length, seconds: took.seconds, p50: quantile(lags, 0.5), p99: quantile(lags, 0.99) };
      }, pids),
  };
}

function report(before: Machine, verdict: Verdict, skipped: { ours: number; bare: number }, notes: Record<string, unknown>): boolean {
  const { ours, reference, ratio, nullRatio } = verdict;
  console.log(`lag: ${machineText()}`);
  console.log(JSON.stringify(notes));
  const rows = bars.map((bar) => [
    `${bar.metric}, ${verdict.name}`,
    ratioText(nullRatio),
    ratioText(ratio[bar.metric]),
    `${numberText(ours[bar.metric])} / ${numberText(reference[bar.metric])}`,
    ratioText(ratio.cpu),
    `${numberText(ours.cpu)} / ${numberText(reference.cpu)}`,
    barText(bar),
    held(verdict, bar),
  ]);
  const whole = skipped.ours === 0 ? 'held' : 'missed';
  rows.push(['skipped', '', '', `${skipped.ours} / ${skipped.bare}`, '', '', '= 0', whole]);
  printTable(['lag', 'null p50', 'ratio', 'ms ours / ref', 'CPU/op', 'CPU ms/op', 'bar', 'verdict'], rows);
  console.log(keep('lag', before, { notes, ...verdict, skipped, bars: bars.map((bar) => ({ ...bar, held: held(verdict, bar) })) }));
  return whole === 'held' && bars.every((bar) => held(verdict, bar) !== 'missed');
}
