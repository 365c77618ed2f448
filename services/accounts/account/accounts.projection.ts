import { defineCollection, defineProjection } from '@waystory/infra/kit/projection.ts';
import { account, accountEvents, accountList } from '@waystory/proto/accounts/account.ts';
import { evolveAccount } from './account.ts';

export const accounts = defineCollection({
  name: 'accounts',
  doc: account.pick({ id: true, userName: true, aboutMe: true, avatarUrl: true, version: true, createdAt: true, updatedAt: true }),
  filterable: accountList.filterable,
  sortable: accountList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['userName'] },
  ],
  visibleTo: () => null,
});

export const accountsProjection = defineProjection({
  name: 'accounts',
  version: 1,
  collections: { accounts },
  reads: accountEvents,
  on: {
    AccountCreated: (event, docs) => docs.accounts.update(event.data.accountId, () => evolveAccount(null, event) ?? undefined),
    AccountUpdated: (event, docs) => docs.accounts.update(event.data.accountId, (doc) => evolveAccount(doc ?? null, event) ?? undefined),
    AccountDeleted: (event, docs) => docs.accounts.update(event.data.accountId, () => undefined),
  },
});
