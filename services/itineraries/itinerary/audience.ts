import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Reach } from '@waystory/infra/read-models/projection.ts';
import { allOf, anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';

const inSight = eq('hidden', false);
const listed = allOf(eq('visibility', 'PUBLIC'), inSight);
const linked = allOf({ op: 'in', field: 'visibility', values: ['PUBLIC', 'UNLISTED'] }, inSight);

/** Who sees an itinerary and all that hangs on it: everyone what is public, holders of the link what is unlisted, owners and moderators all. */
export function visibleToAudience(principal: Principal, reach: Reach): Filter | null {
  if (isModerator(principal)) return null;
  const open = reach === 'listed' ? listed : linked;
  return open && principal.accountId ? anyOf(open, eq('accountId', principal.accountId)) : open;
}
