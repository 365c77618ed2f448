import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { type Erasure, eraseAll, eraseIfAccountGone, eraseOfGoneAccounts } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { itineraries } from './stories.projection.ts';
import { storyStream } from './story.stream.ts';

/** Deletes the itineraries of a deleted account. */
export const deleteItinerariesWithAccount = (services: ReactorServices): Reactor => {
  const { commands, reads } = services;
  const erasure: Erasure<typeof itineraries.doc> = {
    collection: itineraries,
    erase: async (id, context) => {
      const { state } = await commands.load(storyStream, id);
      return state.itinerary ? commands.execute(storyStream, id, [{ type: 'DeleteItinerary', actor: systemPrincipal }], context) : { position: 0 };
    },
  };
  return defineReactor({
    name: 'delete-itineraries-with-account',
    reads: joinEvents(accountEvents, itineraryEvents),
    on: {
      AccountDeleted: (event) => eraseAll(erasure, reads, event, 'accountId', event.data.accountId),
      ItineraryCreated: (event) => eraseIfAccountGone(services, event, erasure.erase),
    },
    together: { ItineraryCreated: (events) => eraseOfGoneAccounts(services, events, erasure.erase) },
  });
};
