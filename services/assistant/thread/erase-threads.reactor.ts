import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { eraseAll } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { threadStream } from './thread.ts';
import { threads } from './threads.projection.ts';

/** Conversations go with whoever had them. */
export const eraseThreads = ({ commands, reads }: ReactorServices): Reactor =>
  defineReactor({
    name: 'erase-threads',
    reads: accountEvents,
    on: {
      AccountDeleted: (event) =>
        eraseAll(
          { collection: threads, erase: (id, context) => commands.execute(threadStream, id, [{ type: 'EraseThread' }], context) },
          reads,
          event,
          'accountId',
          event.data.accountId,
        ),
    },
  });
