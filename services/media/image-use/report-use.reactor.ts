import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { imageIdsOf, stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { imageStream } from '../image/image.ts';
import { reportUseWorkflow } from './report-use.workflow.ts';

/** Reports a chosen image to its provider, once per itinerary or stop. Only an image with a `downloadUrl` needs the report. */
export const reportImageUse = ({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor => {
  const chosen = async (imageId: string | null | undefined, thingId: string): Promise<void> => {
    if (!imageId) return;
    const { state } = await commands.load(imageStream, imageId);
    if (state?.downloadUrl) await workflows.start(reportUseWorkflow, `image-use:${imageId}:${thingId}`, { downloadUrl: state.downloadUrl });
  };
  const allChosen = async (pictures: Parameters<typeof imageIdsOf>[0], stopId: string): Promise<void> => {
    for (const imageId of imageIdsOf(pictures)) await chosen(imageId, stopId);
  };
  return defineReactor({
    name: 'report-image-use',
    reads: joinEvents(itineraryEvents, stopEvents),
    on: {
      ItineraryCreated: ({ data, stream }) => chosen(data.imageId, streamId(stream)),
      ItineraryRewritten: ({ data, stream }) => chosen(data.changes.imageId, streamId(stream)),
      StopAdded: ({ data }) => allChosen(data, data.stopId),
      StopRewritten: ({ data }) => allChosen(data.changes, data.stopId),
    },
  });
};
