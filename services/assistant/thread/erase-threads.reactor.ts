import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { threadStream } from './thread.ts';
import { threads } from './threads.projection.ts';

const batch = 100;

/** Conversations go with whoever had them. */
export const eraseThreads = ({ commands, reads }: ReactorServices): Reactor =>
  defineReactor({
    name: 'erase-threads',
    reads: accountEvents,
    on: {
      AccountDeleted: async ({ data, at, stream, position }) => {
        for (let after = position; ; ) {
          const left = await reads(after).all(threads, eq('accountId', data.accountId), [{ field: 'createdAt', direction: 1 }], batch);
          for (const { id } of left) {
            const context = { actorId: null, now: at, commandId: derivedId('erase', stream, id) };
            const { position: erased } = await commands.execute(threadStream, id, [{ type: 'EraseThread' }], context);
            after = Math.max(after, erased);
          }
          if (left.length < batch) return;
        }
      },
    },
  });
