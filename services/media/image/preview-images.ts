import type { CommandContext } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { HandlerServices, RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Photo, Photos, PicturedPlace } from '@waystory/infra/photos/port.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { imageIdOf, imageStream } from './image.ts';
import { images } from './images.projection.ts';

/** Search for images: words, position and number. */
export interface Wanted {
  words: string;
  count: number;
  near?: Coordinates | undefined;
  place?: PicturedPlace | undefined;
}

/**
 * Finds images at the provider and stores new ones as images of the product.
 * @throws EngineUnavailable when the provider is unavailable.
 */
export async function previewImages(
  photos: Photos,
  wanted: Wanted,
  context: CommandContext,
  services: HandlerServices,
): Promise<RouteResponse<Image[]>> {
  const found = (await photos.search(wanted.words, wanted.count, wanted.near, wanted.place)).map((photo) => ({
    photo,
    id: imageIdOf(photo.source, photo.providerId),
  }));
  const known = new Map(
    (
      await services.reads.byIds(
        images,
        found.map(({ id }) => id),
      )
    ).map((image) => [image.id, image]),
  );
  let position = 0;
  const body = await Promise.all(
    found.map(async ({ photo, id }) => {
      const image = known.get(id);
      if (image) return image;
      const added = await addImage(photo, id, context, services);
      position = Math.max(position, added.position);
      return added.image;
    }),
  );
  return { body, ...(position > 0 && { position }) };
}

async function addImage(photo: Photo, id: string, { actorId, now, commandId }: CommandContext, { commands }: HandlerServices) {
  const { providerId: _, ...image } = photo;
  const own = { actorId, now, commandId: derivedId(commandId, 'image', id) };
  const { state, position } = await commands.execute(imageStream, id, [{ type: 'AddImage', imageId: id, image }], own);
  if (!state) throw new Rejected('image/unknown');
  return { image: state, position };
}
