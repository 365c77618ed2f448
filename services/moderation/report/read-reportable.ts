import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import type { ReportableType } from '@waystory/proto/operations/report.ts';
import type { Ownership } from './report.ts';
import { evolveReportable, type Reportable, type ReportableEvent, reportableEvents, seesAudience, seesStop } from './reportable.ts';
import { stopHomes } from './stop-homes.projection.ts';

type Events = Pick<EventStore, 'read'>;

/** Current state of a reportable in the log. */
async function read(events: Events, kind: NonNullable<Reportable>['kind'], id: string): Promise<Reportable> {
  const recorded = (await events.read(streamName(kind, id))).filter(({ type }) => Object.hasOwn(reportableEvents.schemas, type));
  return recorded.reduce<Reportable>((known, { type, schema, data }) => {
    const event = { type, data: upcast(reportableEvents, { type, schema, data }) };
    return evolveReportable(known, event as ReportableEvent); // as: the log pairs type and data
  }, null);
}

/**
 * Finds author and itinerary of a target in the log, as current as the last write.
 * Null when the principal does not see the target. @throws EngineUnavailable
 */
export async function readReportable(
  events: Events,
  type: ReportableType,
  id: string,
  principal: Principal,
  reads: Pick<Reads, 'latest'>,
): Promise<Ownership | null> {
  switch (type) {
    case 'account':
      return (await read(events, 'account', id))?.kind === 'account' ? { authorId: id, itineraryId: null } : null;
    case 'itinerary':
      return readItinerary(events, id, principal);
    case 'stop': {
      // A stop never changes its itinerary, so a lagging read model may answer.
      const home = await reads.latest(stopHomes, id);
      return home && readItinerary(events, home.itineraryId, principal, id);
    }
    case 'post': {
      const post = await read(events, 'post', id);
      if (post?.kind !== 'post') return null;
      if (post.hidden && post.accountId !== principal.accountId && !isModerator(principal)) return null;
      const story = await readItinerary(events, post.itineraryId, principal, post.postableType === 'stop' ? post.postableId : undefined);
      return story && { ...story, authorId: post.accountId };
    }
    default:
      return type satisfies never;
  }
}

async function readItinerary(events: Events, id: string, principal: Principal, stopId?: string): Promise<Ownership | null> {
  const story = await read(events, 'itinerary', id);
  if (story?.kind !== 'itinerary' || !seesAudience(story.audience, principal)) return null;
  return stopId === undefined || seesStop(stopId, story, principal) ? { authorId: story.audience.accountId, itineraryId: id } : null;
}
