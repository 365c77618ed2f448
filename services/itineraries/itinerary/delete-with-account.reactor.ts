import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { system } from '@waystory/infra/identity/principal.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { storyStream } from './itinerary.ts';
import { itineraries } from './stories.projection.ts';

const batch = 100;

/** An account that goes takes its itineraries along. */
export const deleteWithAccount = ({ commands, reads }: ReactorServices): Reactor =>
  defineReactor({
    name: 'delete-itineraries-with-account',
    reads: accountEvents,
    on: {
      AccountDeleted: async ({ data, at, position }) => {
        const { accountId } = data;
        let after = position;
        for (;;) {
          const left = await reads(after).all(itineraries, eq('accountId', accountId), [{ field: 'createdAt', direction: 1 }], batch);
          for (const { id } of left) {
            const context = { actorId: null, now: at, commandId: derivedId('delete-with-account', accountId, id) };
            const { state } = await commands.load(storyStream, id);
            if (state.itinerary) after = (await commands.execute(storyStream, id, [{ type: 'DeleteItinerary', actor: system }], context)).position;
          }
          if (left.length < batch) return;
        }
      },
    },
  });
