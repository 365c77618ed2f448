import type { CommandContext } from '@waystory/infra/commands/command-handler.ts';
import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type BoundRoutes, bindRoutes, type HandlerServices, type RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Photo, Photos, PicturedPlace } from '@waystory/infra/photos/port.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Image, imageRoutes } from '@waystory/proto/media/image.ts';
import { placeOfStop, readSubject } from '../subject/read-subject.ts';
import { imageQueryOfItinerary, imageQueryOfStop, ownSubject } from '../subject/subject.ts';
import { imageIdOf, imageStream } from './image.ts';
import { images } from './images.projection.ts';

/** Query of an image search; `near` and `place` improve the ranking. */
interface Wanted {
  words: string;
  count: number;
  near?: Coordinates | undefined;
  place?: PicturedPlace | undefined;
}

/**
 * Finds images at the provider and stores new ones as images of the product.
 * @throws EngineUnavailable when the provider is unavailable.
 */
async function previewImages(photos: Photos, wanted: Wanted, context: CommandContext, services: HandlerServices): Promise<RouteResponse<Image[]>> {
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

/** Routes of images from a photo provider. The itinerary is read from the log, so that a search includes its latest write. */
export const bindImageRoutes = (photos: Photos, events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(imageRoutes, {
    previewImages: ({ body, context }, services) => previewImages(photos, { words: body.word, count: body.count }, context, services),
    previewItineraryImages: async ({ params, body, principal, context }, services) => {
      const subject = ownSubject(await readSubject(events, params.itineraryId), principal);
      return previewImages(photos, { ...imageQueryOfItinerary(subject), count: body.count }, context, services);
    },
    previewStopImages: async ({ params, body, principal, context }, services) => {
      const subject = ownSubject(await readSubject(events, params.itineraryId), principal);
      const place = await placeOfStop(events, subject, body);
      const { words, near } = imageQueryOfStop(subject, body.locationQuery);
      return previewImages(photos, { words, near: body.coordinates ?? near, count: body.count, place }, context, services);
    },
    listImages: async ({ query }, { reads }) => ({ body: await reads.list(images, query) }),
    getImage: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(images, params.id), 'image/unknown') }),
  });
