import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { Doc } from '@waystory/infra/projection-store/port.ts';
import type { AnyProjection, Docs } from '@waystory/infra/read-models/projection.ts';
import { inContext } from '@waystory/infra/read-models/projector/fold.ts';

/** What a projection makes of a log, by collection and id; null for what was touched and is not there. */
export type Outcome = Map<string, Map<string, Doc | null>>;

/** Handlers only, one event after the other in the order of the log: nothing of the projector that could hide its own faults. */
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
