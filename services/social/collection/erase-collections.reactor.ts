import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { type Erasure, eraseAll, eraseIfAccountGone, eraseOfGoneAccounts } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { collectionEvents } from '@waystory/proto/social/collection.ts';
import { collectionStream } from './collection.ts';
import { collections } from './collections.projection.ts';

/** Erases collections with their account. An entry of a deleted target stays, but is not visible. */
export const eraseCollections = (services: ReactorServices): Reactor => {
  const { commands, reads } = services;
  const erasure: Erasure<typeof collections.doc> = {
    collection: collections,
    erase: (id, context) => commands.execute(collectionStream, id, [{ type: 'EraseCollection' }], context),
  };
  return defineReactor({
    name: 'erase-collections',
    reads: joinEvents(accountEvents, collectionEvents),
    on: {
      AccountDeleted: (event) => eraseAll(erasure, reads, event, 'accountId', event.data.accountId),
      CollectionCreated: (event) => eraseIfAccountGone(services, event, erasure.erase),
    },
    together: { CollectionCreated: (events) => eraseOfGoneAccounts(services, events, erasure.erase) },
  });
};
