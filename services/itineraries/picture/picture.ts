import type { EventContext, Stream } from '@waystory/infra/commands/decider.ts';
import { type Image, type ImageEvent, imageEvents } from '@waystory/proto/media/image.ts';

/** State of an image after an event, in the form of the media context; the read model keeps it too. */
export function evolvePicture(_: Image | null, { data: { imageId: id, ...described }, version, at }: ImageEvent & EventContext): Image {
  return { id, ...described, version, createdAt: at, updatedAt: at };
}

/** Stream of an image, read only here: the media context writes it. */
export const pictureStream: Stream<never, Image | null, ImageEvent> = {
  category: 'image',
  stateVersion: 1,
  events: imageEvents,
  decider: { initial: null, decide: (command) => command, evolve: evolvePicture },
};
