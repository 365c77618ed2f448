import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { type Erasure, eraseAll, eraseIfAccountGone, eraseOfGoneAccounts } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { threadEvents } from '@waystory/proto/assistant/thread.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { threadStream } from './thread.ts';
import { threads } from './threads.projection.ts';

/** Erases the conversations of a deleted account. */
export const eraseThreads = (services: ReactorServices): Reactor => {
  const { commands, reads } = services;
  const erasure: Erasure<typeof threads.doc> = {
    collection: threads,
    erase: (id, context) => commands.execute(threadStream, id, [{ type: 'EraseThread' }], context),
  };
  return defineReactor({
    name: 'erase-threads',
    reads: joinEvents(accountEvents, threadEvents),
    on: {
      AccountDeleted: (event) => eraseAll(erasure, reads, event, 'accountId', event.data.accountId),
      ThreadBegun: (event) => eraseIfAccountGone(services, event, erasure.erase),
    },
    together: { ThreadBegun: (events) => eraseOfGoneAccounts(services, events, erasure.erase) },
  });
};
