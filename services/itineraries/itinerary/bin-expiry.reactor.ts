import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { binExpiryWorkflow } from './bin-expiry.workflow.ts';
import { storyStream } from './story.stream.ts';

/** Starts the expiry of each itinerary that is put into the bin. */
export const startBinExpiry = ({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor =>
  defineReactor({
    name: 'empty-bins',
    reads: itineraryEvents,
    on: {
      ItineraryBinned: async ({ stream, version, at: binnedAt }) => {
        const itineraryId = streamId(stream);
        // On a replay of the log most itineraries have left the bin or are deleted.
        const { state } = await commands.load(storyStream, itineraryId);
        if (state.itinerary?.binnedAt !== binnedAt) return;
        await workflows.start(binExpiryWorkflow, `bin:${itineraryId}:${version}`, { itineraryId, version, binnedAt });
      },
    },
  });
