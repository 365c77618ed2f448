import { streamName } from '@waystory/infra/commands/decider.ts';
import { createStateCache } from '@waystory/infra/commands/stream-repository.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import { type TargetDocs, targetEvents, targetHandlers } from './target.ts';
import { targets } from './targets.projection.ts';

/** Something to comment on, react to or save, as a caller names it; with its itinerary where that is known. */
export interface Reference {
  kind: Target['kind'];
  id: string;
  itineraryId?: string;
}

/**
 * What a reference names, as of the last write: the itinerary's own stream decides whether it is there and who sees it.
 * Null when it is not there or the principal may not know of it, which is the same to them.
 */
export type ReadTarget = (reference: Reference, principal: Principal, reads: Pick<Reads, 'latest'>) => Promise<Target | null>;

type Story = ReadonlyMap<string, Target>;

/** Whether a principal who has its link sees a target. */
export function sees(principal: Principal, target: Target): boolean {
  const condition = targets.visibleTo(principal, 'linked');
  return !condition || matches(condition, target);
}

/** Reads targets from the log. Streams that were read last are remembered, so that only what is new in them is read again. */
export function targetReader(events: Pick<EventStore, 'read'>): ReadTarget {
  const cache = createStateCache();
  async function readStory(itineraryId: string): Promise<Story> {
    const stream = streamName('itinerary', itineraryId);
    const known = cache.get<Story>(stream) ?? { state: new Map(), version: 0 };
    const recorded = await events.read(stream, known.version);
    const last = recorded.at(-1);
    if (!last) return known.state;
    const state = evolve(known.state, recorded);
    cache.set(stream, { state, version: last.version });
    return state;
  }
  return async ({ kind, id, ...known }, principal, reads) => {
    // Which itinerary a stop belongs to never changes, so the read model may tell.
    const itineraryId = kind === 'itinerary' ? id : (known.itineraryId ?? (await reads.latest(targets, id))?.itineraryId);
    const target = itineraryId === undefined ? undefined : (await readStory(itineraryId)).get(id);
    return target?.kind === kind && sees(principal, target) ? target : null;
  };
}

/** The targets of a story after more of its events; those before are left as they are. */
function evolve(story: Story, recorded: readonly RecordedEvent[]): Story {
  const next = new Map(story);
  const docs: TargetDocs = {
    targets: {
      get: (id) => next.get(id),
      update(id, change) {
        const doc = change(next.get(id));
        if (doc) next.set(id, doc);
        else next.delete(id);
      },
      create: (id, doc) => void next.set(id, doc),
    },
  };
  for (const { type, schema, data, stream } of recorded) {
    if (!Object.hasOwn(targetHandlers, type)) continue;
    // The handler found under an event's type takes that event; TypeScript cannot pair the two.
    const handler = targetHandlers[type as keyof typeof targetHandlers] as (event: object, docs: TargetDocs) => void;
    handler({ type, data: upcast(targetEvents, { type, schema, data }), stream }, docs);
  }
  return next;
}
