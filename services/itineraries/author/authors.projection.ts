import { mergeDefined } from '@waystory/infra/commands/decider.ts';
import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { author } from '@waystory/proto/itineraries/itinerary.ts';

export const authors = defineCollection({
  name: 'authors',
  doc: author,
  filterable: { id: 'id', userName: 'text' },
  sortable: ['userName'],
  indexes: [],
  visibleTo: () => null,
});

/** Names and pictures of authors, as cards and stories show them. */
export const authorsProjection = defineProjection({
  name: 'authors',
  version: 1,
  collections: { authors },
  reads: accountEvents,
  on: {
    AccountCreated: ({ data }, docs) => docs.authors.update(data.accountId, () => ({ id: data.accountId, userName: null, avatarUrl: null })),
    AccountUpdated: ({ data }, docs) => {
      const { userName, avatarUrl } = data.changes;
      docs.authors.update(data.accountId, (doc) => doc && mergeDefined(doc, { userName, avatarUrl }));
    },
    AccountDeleted: ({ data }, docs) => docs.authors.update(data.accountId, () => undefined),
  },
});
