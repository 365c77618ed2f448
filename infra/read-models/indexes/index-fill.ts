import type { Bus } from '../../bus/port.ts';
import type { Position, RecordedEvent } from '../../event-store/port.ts';
import type { Checkpoint } from '../../projection-store/port.ts';
import type { Refusal } from '../../search/port.ts';
import { buildName } from '../projector/projector-commit.ts';
import type { ProjectionIndex } from '../searchable.ts';
import { docsPerWrite, type IndexOptions } from './index-consumer.ts';
import { asError, holdersOf, indexBuildName, indexedDoc, type SearchedDoc, scanSearched } from './index-documents.ts';

/** A build of an index, with the build of the projection as its source. */
interface Filling {
  build: number;
  source: number;
}

export interface FillOptions extends IndexOptions {
  bus: Pick<Bus, 'partitionOf'>;
}

/** Writes all documents, and stores the checkpoints from which events must be followed afterwards. */
export async function fillIndex(options: FillOptions, { build, source }: Filling, signal: AbortSignal): Promise<void> {
  const { index, store, search } = options;
  // Read first: documents are at least that far, and later events are followed.
  const checkpoints = await store.checkpoints(buildName({ projection: index.projection, build: source }));
  const version = lowest(checkpoints);
  let docs: SearchedDoc[] = [];
  const write = async (): Promise<void> => {
    if (docs.length === 0) return;
    const refusals = await search.write(
      indexBuildName(index, build),
      docs.map((doc) => indexedDoc(doc, version)),
    );
    if (refusals.length > 0) await park(options, { build, source }, refusals);
    docs = [];
  };
  for await (const some of scanSearched({ index, store, build: source })) {
    signal.throwIfAborted();
    docs.push(...some.filter(({ searched }) => searched !== null));
    if (docs.length >= docsPerWrite) await write();
  }
  await write();
  for (const [partition, checkpoint] of Object.entries(checkpoints))
    await store.saveCheckpoint(buildName({ projection: index.as, build }), partition, checkpoint);
}

/** Position that documents of every partition have reached. */
const lowest = (checkpoints: Readonly<Record<string, Checkpoint>>): Position =>
  Math.min(...Object.values(checkpoints).map(({ watermark }) => watermark), Number.MAX_SAFE_INTEGER);

/** Parks the last event of each refused document, as if it had just arrived. */
async function park(
  { index, store, events, deadLetters, bus }: FillOptions,
  { build, source }: Filling,
  refusals: readonly Refusal[],
): Promise<void> {
  const holders = await holdersOf(
    { index, store, build: source },
    refusals.map(({ id }) => id),
  );
  for (const refusal of refusals) {
    const stream = holders.get(refusal.id);
    // The document was deleted since, and the event of its deletion is followed.
    if (stream === undefined) continue;
    const event = (await events.read(stream)).findLast((one) => isAbout(index, one, refusal.id));
    if (!event) throw asError(refusal);
    const record = { partition: await bus.partitionOf(stream), offset: event.position, event };
    await deadLetters.add(buildName({ projection: index.as, build }), [{ record, error: asError(refusal) }]);
  }
}

const isAbout = ({ searchable: { members } }: ProjectionIndex, { type, data }: RecordedEvent, id: string): boolean =>
  !members || members.idOf(data) === id || members.all.includes(type);
