import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { type Erasure, eraseAll } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { collectionStream } from './collection.ts';
import { collections } from './collections.projection.ts';

/** Lists go with their account. What is on them and goes itself is out of sight from then on, as if it were private. */
export const eraseCollections = ({ commands, reads }: ReactorServices): Reactor => {
  const erasure: Erasure<typeof collections.doc> = {
    collection: collections,
    erase: (id, context) => commands.execute(collectionStream, id, [{ type: 'EraseCollection' }], context),
  };
  return defineReactor({
    name: 'erase-collections',
    reads: accountEvents,
    on: { AccountDeleted: (event) => eraseAll(erasure, reads, event, 'accountId', event.data.accountId) },
  });
};
