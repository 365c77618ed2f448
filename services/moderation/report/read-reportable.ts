import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import type { Audience } from '@waystory/proto/itineraries/audience.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { type EventOf, joinEvents, upcast } from '@waystory/proto/kit/event.ts';
import type { ReportableType } from '@waystory/proto/operations/report.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import type { TargetOwnership } from './report.ts';
import { stopItineraries } from './stop-homes.projection.ts';

/** Events that create or remove targets of reports, or change who sees them. */
const reportableEvents = joinEvents(joinEvents(joinEvents(itineraryEvents, stopEvents), postEvents), accountEvents);
type ReportableEvent = EventOf<typeof reportableEvents>;

/** State of an itinerary, post or account that reports need; null before its first event and after its deletion. */
type Reportable =
  | { kind: 'itinerary'; audience: Audience; stopIds: readonly string[]; suggested: readonly string[] }
  | { kind: 'post'; accountId: string; hidden: boolean; postableType: 'itinerary' | 'stop'; postableId: string; itineraryId: string }
  | { kind: 'account' }
  | null;

function evolveReportable(known: Reportable, event: ReportableEvent): Reportable {
  switch (event.type) {
    case 'ItineraryCreated': {
      const { accountId, visibility } = event.data;
      return { kind: 'itinerary', audience: { accountId, visibility, hidden: false }, stopIds: [], suggested: [] };
    }
    case 'PostCreated': {
      const { accountId, postableType, postableId, itineraryId } = event.data;
      return { kind: 'post', accountId, hidden: false, postableType, postableId, itineraryId };
    }
    case 'AccountCreated':
      return { kind: 'account' };
    case 'ItineraryDeleted':
    case 'PostDeleted':
    case 'AccountDeleted':
      return null;
    default:
      return known && changed(known, event);
  }
}

function changed(known: NonNullable<Reportable>, event: ReportableEvent): Reportable {
  if (known.kind === 'post') {
    if (event.type === 'PostHidden' || event.type === 'PostRestored') return { ...known, hidden: event.type === 'PostHidden' };
    return known;
  }
  if (known.kind === 'account') return known;
  const { audience, stopIds, suggested } = known;
  if (event.type === 'ItineraryVisibilityChanged') return { ...known, audience: { ...audience, visibility: event.data.visibility } };
  if (event.type === 'ItineraryHidden' || event.type === 'ItineraryRestored')
    return { ...known, audience: { ...audience, hidden: event.type === 'ItineraryHidden' } };
  const others = 'stopId' in event.data ? without(suggested, event.data.stopId) : suggested;
  if (event.type === 'StopAdded') {
    const { stopId, state } = event.data;
    return { ...known, stopIds: [...stopIds, stopId], suggested: state === 'SUGGESTED' ? [...others, stopId] : others };
  }
  if (event.type === 'StopAccepted') return { ...known, suggested: others };
  if (event.type === 'StopSuggested') return { ...known, suggested: [...others, event.data.stopId] };
  if (event.type === 'StopRemoved') return { ...known, stopIds: without(stopIds, event.data.stopId), suggested: others };
  return known;
}

const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id);

/** True when a principal who knows the id sees the itinerary. */
const seesAudience = ({ accountId, visibility, hidden }: Audience, principal: Principal): boolean =>
  isModerator(principal) || accountId === principal.accountId || (visibility !== 'PRIVATE' && !hidden);

/** True when a principal who sees the itinerary sees the stop: suggested stops are for the owner and moderators. */
const seesStop = (stopId: string, { audience, stopIds, suggested }: Extract<Reportable, { kind: 'itinerary' }>, principal: Principal): boolean =>
  stopIds.includes(stopId) && (!suggested.includes(stopId) || isModerator(principal) || audience.accountId === principal.accountId);

type Events = Pick<EventStore, 'read'>;

/** State of an itinerary, post or account, folded from its stream. */
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
): Promise<TargetOwnership | null> {
  switch (type) {
    case 'account':
      return (await read(events, 'account', id))?.kind === 'account' ? { authorId: id, itineraryId: null } : null;
    case 'itinerary':
      return readItinerary(events, id, principal);
    case 'stop': {
      // A stop never changes its itinerary, so the read model may answer even while it lags behind the log.
      const home = await reads.latest(stopItineraries, id);
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

async function readItinerary(events: Events, id: string, principal: Principal, stopId?: string): Promise<TargetOwnership | null> {
  const story = await read(events, 'itinerary', id);
  if (story?.kind !== 'itinerary' || !seesAudience(story.audience, principal)) return null;
  return stopId === undefined || seesStop(stopId, story, principal) ? { authorId: story.audience.accountId, itineraryId: id } : null;
}
