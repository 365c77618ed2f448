import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { type DocOf, type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { type AccountEvent, accountEvents } from '@waystory/proto/accounts/account.ts';
import { id, instant } from '@waystory/proto/kit/field.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { z } from 'zod';
import { evolveStanding, goodStanding } from '../account/standing.ts';

const suspension = z.object({
  by: z.enum(['moderator', 'admin']),
  reason: z.string().nullable(),
  until: instant.nullable(),
  version: z.int(),
});

/** Accounts with a suspension or deletion; all others are in good standing. */
export const standings = defineCollection({
  name: 'standings',
  doc: z.object({ id, suspended: z.boolean(), suspension: suspension.nullable(), deletedAt: instant.nullable() }),
  filterable: { id: 'id', suspended: 'flag', deletedAt: 'time' },
  sortable: [],
  indexes: [
    { kind: 'ordered', on: ['suspended'] },
    { kind: 'ordered', on: ['deletedAt'] },
  ],
  // No caller may read this internal collection.
  visibleTo: () => eq('id', ''),
});

function changed(event: AccountEvent & EventContext, { standings: docs }: { standings: Docs<DocOf<typeof standings>> }): void {
  const { accountId } = event.data;
  docs.update(accountId, (doc) => {
    const { suspension, deletedAt } = evolveStanding(doc ?? goodStanding, event);
    return suspension || deletedAt ? { id: accountId, suspended: suspension !== null, suspension, deletedAt } : undefined;
  });
}

export const standingsProjection = defineProjection({
  name: 'standings',
  version: 2,
  collections: { standings },
  reads: accountEvents,
  on: { AccountSuspended: changed, AccountReinstated: changed, AccountDeleted: changed },
});
