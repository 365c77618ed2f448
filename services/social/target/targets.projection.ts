import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { defineCollection, defineProjection, type Reach } from '@waystory/infra/read-models/projection.ts';
import { allOf, anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { target } from '@waystory/proto/social/target.ts';
import { targetEvents, targetHandlers } from './target.ts';

const inSight = allOf(eq('hidden', false), eq('isAccepted', true));
const open: Readonly<Record<Reach, Filter>> = {
  listed: eq('visibility', 'PUBLIC'),
  linked: { op: 'in', field: 'visibility', values: ['PUBLIC', 'UNLISTED'] },
};

/**
 * Everyone sees public targets that are accepted and not hidden, holders of the link also unlisted ones, owners all of their own. Null for
 * moderators, who see all.
 */
function visibleTo(principal: Principal, reach: Reach): Filter | null {
  if (isModerator(principal)) return null;
  const seen = allOf(open[reach], inSight) ?? open[reach];
  return principal.accountId ? anyOf(seen, eq('accountId', principal.accountId)) : seen;
}

export const targets = defineCollection({
  name: 'targets',
  doc: target,
  filterable: { id: 'id', kind: 'text', itineraryId: 'id', accountId: 'id', visibility: 'text', hidden: 'flag', isAccepted: 'flag' },
  sortable: [],
  indexes: [],
  visibleTo,
});

export const targetsProjection = defineProjection({
  name: 'targets',
  version: 2,
  collections: { targets },
  reads: targetEvents,
  on: targetHandlers,
});
