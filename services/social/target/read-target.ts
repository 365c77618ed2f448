import { streamName } from '@waystory/infra/commands/decider.ts';
import { createStateCache } from '@waystory/infra/commands/stream-repository.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import type { Reach } from '@waystory/infra/read-models/projection.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import type { Filter } from '@waystory/proto/kit/filter.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import { type TargetDocs, targetEvents, targetHandlers } from './target.ts';
import { targets } from './targets.projection.ts';

/** Target of a comment, reaction or save in a request; `itineraryId` is set when it is known. */
export interface TargetReference {
  kind: Target['kind'];
  id: string;
  itineraryId?: string;
}

/** Finds a target in the stream of its itinerary, as current as the last write. Null when it does not exist or the principal may not see it. */
export type ReadTarget = (reference: TargetReference, principal: Principal, reads: Pick<Reads, 'latest'>) => Promise<Target | null>;

type Story = ReadonlyMap<string, Target>;

/** True when a principal with the link sees the target. */
export function seesTargetByLink(principal: Principal, target: Target): boolean {
  const condition = targets.visibleTo(principal, 'linked');
  return !condition || matches(condition, target);
}

/** Reads targets from the log. Recent streams are cached, so only new events are read. */
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
    // A stop never changes its itinerary, so the read model may answer even while it lags behind the log.
    const itineraryId = kind === 'itinerary' ? id : (known.itineraryId ?? (await reads.latest(targets, id))?.itineraryId);
    const target = itineraryId === undefined ? undefined : (await readStory(itineraryId)).get(id);
    return target?.kind === kind && seesTargetByLink(principal, target) ? target : null;
  };
}

/** Applies events to the targets of a story; unchanged targets keep their object identity. */
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
    // as: the handler under a type takes events of that type, a pair that TypeScript cannot express
    const handler = targetHandlers[type as keyof typeof targetHandlers] as (event: object, docs: TargetDocs) => void;
    handler({ type, data: upcast(targetEvents, { type, schema, data }), stream }, docs);
  }
  return next;
}

/** True when the filter matches only documents with one of its explicitly given values in the field. */
function names(filter: Filter, field: string): boolean {
  switch (filter.op) {
    case 'eq':
    case 'in':
      return filter.field === field;
    case 'and':
      return filter.of.some((one) => names(one, field));
    case 'or':
      return filter.of.length > 0 && filter.of.every((one) => names(one, field));
    default:
      return false;
  }
}

/** `linked` when the filter gives the id of the target, because the caller then has its link and may read unlisted targets; otherwise `listed`. */
export const reachOf = (filter: Filter | null | undefined, field: string): Reach => (filter && names(filter, field) ? 'linked' : 'listed');
