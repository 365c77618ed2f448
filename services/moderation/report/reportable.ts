import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import type { Audience } from '@waystory/proto/itineraries/audience.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { type EventOf, joinEvents } from '@waystory/proto/kit/event.ts';
import { postEvents } from '@waystory/proto/social/post.ts';

/** Events that create or remove targets of reports, or change who sees them. */
export const reportableEvents = joinEvents(joinEvents(joinEvents(itineraryEvents, stopEvents), postEvents), accountEvents);
export type ReportableEvent = EventOf<typeof reportableEvents>;

/** State of one stream as far as reports need it; null before its first event and after its last. */
export type Reportable =
  | { kind: 'itinerary'; audience: Audience; stopIds: readonly string[]; suggested: readonly string[] }
  | { kind: 'post'; accountId: string; hidden: boolean; postableType: 'itinerary' | 'stop'; postableId: string; itineraryId: string }
  | { kind: 'account' }
  | null;

export function evolveReportable(known: Reportable, event: ReportableEvent): Reportable {
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

/** True when a principal with the link sees the itinerary. */
export const seesAudience = ({ accountId, visibility, hidden }: Audience, principal: Principal): boolean =>
  isModerator(principal) || accountId === principal.accountId || (visibility !== 'PRIVATE' && !hidden);

/** True when a principal who sees the itinerary sees the stop: suggested stops are for the owner and moderators. */
export const seesStop = (
  stopId: string,
  { audience, stopIds, suggested }: Extract<Reportable, { kind: 'itinerary' }>,
  principal: Principal,
): boolean => stopIds.includes(stopId) && (!suggested.includes(stopId) || isModerator(principal) || audience.accountId === principal.accountId);
