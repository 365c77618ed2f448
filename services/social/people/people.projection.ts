import { mergeDefined } from '@waystory/infra/commands/decider.ts';
import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { author } from '@waystory/proto/itineraries/itinerary.ts';

export const people = defineCollection({
  name: 'people',
  doc: author,
  filterable: { id: 'id', userName: 'text' },
  sortable: ['userName'],
  indexes: [],
  visibleTo: () => null,
});

/** Names and pictures of authors. */
export const peopleProjection = defineProjection({
  name: 'people',
  version: 1,
  collections: { people },
  reads: accountEvents,
  on: {
    AccountCreated: ({ data }, docs) => docs.people.update(data.accountId, () => ({ id: data.accountId, userName: null, avatarUrl: null })),
    AccountUpdated: ({ data }, docs) => {
      const { userName, avatarUrl } = data.changes;
      docs.people.update(data.accountId, (doc) => doc && mergeDefined(doc, { userName, avatarUrl }));
    },
    AccountDeleted: ({ data }, docs) => docs.people.update(data.accountId, () => undefined),
  },
});
