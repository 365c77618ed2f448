import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { type Erasure, type ErasureCause, eraseAll, eraseIfAccountGone, erasureContext } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { saveEvents } from '@waystory/proto/social/save.ts';
import { targetEvents } from '../target/target.ts';
import { targets } from '../target/targets.projection.ts';
import { saveStream } from './save.ts';
import { savedItineraries, savedStops } from './saves.projection.ts';

/** Erases saves with their target, and saves with their account. */
export function eraseSaves(services: ReactorServices): Reactor {
  const { commands, reads } = services;
  const erase: Erasure<never>['erase'] = async (id, context) => {
    const { state } = await commands.load(saveStream, id);
    return state ? commands.execute(saveStream, id, [{ type: 'Unsave' }], context) : { position: 0 };
  };
  const ofItineraries = { collection: savedItineraries, erase };
  const ofStops = { collection: savedStops, erase };
  /** Erases a save whose target was deleted concurrently, after the saves of the target were erased. */
  async function eraseIfGone(targetId: string, event: ErasureCause & { data: { accountId: string } }): Promise<void> {
    if (await reads(event.position).one(targets, targetId)) return eraseIfAccountGone(services, event, erase);
    const id = streamId(event.stream);
    await erase(id, erasureContext(event, id));
  }
  return defineReactor({
    name: 'erase-saves',
    reads: joinEvents(joinEvents(accountEvents, targetEvents), saveEvents),
    on: {
      AccountDeleted: async (event) => {
        await eraseAll(ofItineraries, reads, event, 'accountId', event.data.accountId);
        await eraseAll(ofStops, reads, event, 'accountId', event.data.accountId);
      },
      ItineraryDeleted: async (event) => {
        await eraseAll(ofItineraries, reads, event, 'itineraryId', streamId(event.stream));
        await eraseAll(ofStops, reads, event, 'itineraryId', streamId(event.stream));
      },
      StopRemoved: (event) => eraseAll(ofStops, reads, event, 'stopId', event.data.stopId),
      ItinerarySaved: (event) => eraseIfGone(event.data.itineraryId, event),
      StopSaved: (event) => eraseIfGone(event.data.stopId, event),
    },
  });
}
