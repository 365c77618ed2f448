import type { BusRecord } from '@waystory/infra/bus/port.ts';
import { beforeFirstOffset } from '@waystory/infra/consumers/consumer.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { Doc } from '@waystory/infra/projection-store/port.ts';
import type { AnyProjection, Docs } from '@waystory/infra/read-models/projection.ts';
import { handlesType, inContext } from '@waystory/infra/read-models/projector/fold.ts';
import { buildName, foldAndCommit } from '@waystory/infra/read-models/projector/projector-commit.ts';
import type { Draw } from '../requests/draw.ts';
import { type CrashingStore, type HistoryEngine, SimulatedCrash } from './mortal-stores.ts';

/** One batch in this number is delivered again later, as by a consumer that has lost its lease. */
const againOnceIn = 5;
const largestBatch = 4;

export interface Delivery {
  projection: AnyProjection;
  build: number;
  engine: Pick<HistoryEngine, 'open'>;
  /** Number of engine calls after which the first attempt of a commit dies. */
  dieAfter: number;
}

/** Splits the log into two partitions. All events of a stream are in the same partition. */
export function splitIntoPartitions(log: readonly RecordedEvent[], run: string, draw: Draw): BusRecord[][] {
  const partitions: BusRecord[][] = [[], []];
  const partitionOf = new Map<string, number>();
  for (const event of log) {
    const number = partitionOf.get(event.stream) ?? draw.below(partitions.length);
    partitionOf.set(event.stream, number);
    const records = partitions[number];
    records?.push({ partition: `${run}-${number}`, offset: records.length, event });
  }
  return partitions;
}

/** Delivers a partition to projectors that die within commits, each succeeded by another, until it is committed. @returns number of deaths */
export async function deliver({ projection, build, engine, dieAfter }: Delivery, records: readonly BusRecord[], draw: Draw): Promise<number> {
  const relevant = records.filter(({ event }) => handlesType(projection, event.type));
  const [first] = relevant;
  if (!first) return 0;
  let deaths = 0;
  let process = engine.open();
  let next = 0;
  const take = async (batch: readonly BusRecord[], limit: number): Promise<void> => {
    process.dieAfter(limit);
    await applyBatch(process, { projection, build }, batch);
  };
  while (next < relevant.length) {
    const batch = relevant.slice(next, next + 1 + draw.below(largestBatch));
    try {
      await take(batch, dieAfter);
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
      deaths += 1;
      process.leave();
      process = engine.open();
      const stored = await reached(process, { projection, build }, relevant);
      // The successor continues after the checkpoint. After a lost reply it receives the committed batch again in half of the cases.
      if (stored > next && draw.once(2)) {
        next = stored;
        continue;
      }
      await take(batch, Number.POSITIVE_INFINITY);
    }
    next += batch.length;
    if (draw.once(againOnceIn)) await take(relevant.slice(draw.below(next), next), Number.POSITIVE_INFINITY);
  }
  process.leave();
  return deaths;
}

type Of = Pick<Delivery, 'projection' | 'build'>;

async function reached({ store }: CrashingStore, of: Of, records: readonly BusRecord[]): Promise<number> {
  const { offset = beforeFirstOffset } = (await store.checkpoints(buildName(of)))[records[0]?.partition ?? ''] ?? {};
  return records.filter((record) => record.offset <= offset).length;
}

async function applyBatch({ store }: CrashingStore, of: Of, batch: readonly BusRecord[]): Promise<void> {
  const last = batch.at(-1);
  if (!last) return;
  const checkpoint = { offset: last.offset, watermark: last.event.position };
  await foldAndCommit(
    { ...of, store },
    last.partition,
    checkpoint,
    () => batch,
    async ({ failures }) => {
      for (const { record, error } of failures) throw new Error(`${of.projection.name} could not take ${record.event.type}: ${String(error)}`);
    },
  );
}

/** Documents by collection and id; null for deleted ones. */
type Outcome = Map<string, Map<string, Doc | null>>;

/** Runs the handlers alone in the order of the log, without the projector and its faults. */
export function replay(projection: AnyProjection, log: readonly RecordedEvent[]): Outcome {
  const outcome: Outcome = new Map(Object.keys(projection.collections).map((key) => [key, new Map()]));
  const docs = Object.fromEntries([...outcome].map(([key, held]) => [key, docsIn(held)]));
  for (const event of log) projection.on[event.type]?.(inContext(projection.reads, event), docs);
  return outcome;
}

const docsIn = (held: Map<string, Doc | null>): Docs<Doc> => ({
  get: (id) => held.get(id) ?? undefined,
  update: (id, change) => void held.set(id, change(held.get(id) ?? undefined) ?? null),
  create: (id, doc) => void held.set(id, doc),
});
