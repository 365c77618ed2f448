import type { EventContext, Stream } from '@waystory/infra/commands/decider.ts';
import { type Image, type ImageEvent, imageEvents } from '@waystory/proto/media/image.ts';

/** An image after an event, as its own context has it; also what the read model keeps. */
export function evolvePicture(_: Image | null, { data: { imageId: id, ...described }, version, at }: ImageEvent & EventContext): Image {
  return { id, ...described, version, createdAt: at, updatedAt: at };
}

/** The stream of an image. It is written by the context of media; here it is only looked at. */
export const pictureStream: Stream<never, Image | null, ImageEvent> = {
  category: 'image',
  stateVersion: 1,
  events: imageEvents,
  decider: { initial: null, decide: (command) => command, evolve: evolvePicture },
};
