import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Reach } from '@waystory/infra/read-models/projection.ts';
import { allOf, anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { accepted } from '../stop/stop.filters.ts';

const inSight = eq('hidden', false);
const listed = allOf(eq('visibility', 'PUBLIC'), inSight);
const linked = allOf({ op: 'in', field: 'visibility', values: ['PUBLIC', 'UNLISTED'] }, inSight);

/** Visibility of an itinerary and its parts: public for everyone, unlisted with the link, all for owners and moderators. */
export const visibleToAudience = (principal: Principal, reach: Reach): Filter | null => visibleIf(null, principal, reach);

/** Visibility of stops: a suggested stop is visible to its owner and moderators only. */
export const visibleStops = (principal: Principal, reach: Reach): Filter | null => visibleIf(accepted, principal, reach);

function visibleIf(condition: Filter | null, principal: Principal, reach: Reach): Filter | null {
  if (isModerator(principal)) return null;
  const open = allOf(reach === 'listed' ? listed : linked, condition);
  return open && principal.accountId ? anyOf(open, eq('accountId', principal.accountId)) : open;
}
