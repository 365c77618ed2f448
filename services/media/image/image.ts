import type { EventContext, Stream } from '@waystory/infra/commands/decider.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { type DescribedImage, type Image, type ImageEvent, imageEvents } from '@waystory/proto/media/image.ts';

interface ImageCommand {
  type: 'AddImage';
  imageId: string;
  image: DescribedImage;
}

/** Id derived from the provider and the provider's id of the picture, so that each picture is stored once. */
export const imageIdOf = (source: DescribedImage['source'], providerId: string): string => derivedId('image', source, providerId);

function decide({ imageId, image }: ImageCommand, known: Image | null): ImageEvent[] {
  return known ? [] : [{ type: 'ImageAdded', data: { imageId, ...image } }];
}

/** State of an image, which the read model stores as well. */
export function evolveImage(_: Image | null, { data, version, at }: ImageEvent & EventContext): Image {
  const { imageId: id, ...described } = data;
  return { id, ...described, version, createdAt: at, updatedAt: at };
}

export const imageStream: Stream<ImageCommand, Image | null, ImageEvent> = {
  category: 'image',
  stateVersion: 1,
  events: imageEvents,
  decider: { initial: null, decide, evolve: evolveImage },
};
